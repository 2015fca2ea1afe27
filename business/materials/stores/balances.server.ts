import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { type Balance, COST, QTY, type StockKey, sourceOf, targetOf } from './posting.rules.ts';
import type { Store } from './posting-facts.server.ts';
import type { Move } from './posting.service.ts';

interface Read {
  id: string;
  w: string;
  m: string;
  s: string;
  n: string;
  onHand: string;
  reserved: string;
  avgCost: string | null;
  last: string | null;
}

/** The locked balances of a posting. */
export interface Balances {
  of(key: StockKey): Balance;
  all(): readonly Balance[];
  /** Posting time of the newest movement of these balances. */ readonly lastMove: string;
}

type KeyColumns = readonly [warehouseId: string, materialId: string, status: string, serialNo: string];

const columnsOf = (key: StockKey): KeyColumns => [key.warehouseId, key.materialId, key.status, key.serialNo];

/** Return the balance keys of the moves' sources and targets without duplicates, as four columns for SQL. */
function keysOf(moves: readonly Move[]): [string[], string[], string[], string[]] {
  const keys = new Map(
    moves
      .flatMap((move) => [sourceOf(move), targetOf(move)])
      .map((key) => [columnsOf(key).join(' '), columnsOf(key)] as const),
  );
  return [0, 1, 2, 3].map((at) => [...keys.values()].map((key) => key[at])) as [string[], string[], string[], string[]];
}

/**
 * Create missing balances and lock all of them in one order, so that two postings never deadlock. Without a serial
 * number the column is empty, not null, since null would not be unique.
 */
export async function lockBalances(
  context: Context,
  moves: readonly Move[],
  stores: ReadonlyMap<string, Store>,
): Promise<Balances> {
  const keys = keysOf(moves);
  await context.sql.query(
    `insert into asstock (id, tenant_id, warehouse_id, material_id, item_code, item_name, itms_grp_nam, material_status, serial_no, on_hand, reserved, create_user, create_dept, create_time, update_user, update_time)
    select next_id((extract(epoch from $6::timestamptz) * 1000)::bigint), $1, k.w, k.m, i.item_code, i.item_name, i.itms_grp_nam, k.s, k.n, 0, 0, $7, $8, $6::timestamptz, $7, $6::timestamptz
    from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as k(w, m, s, n) join asbasematerial i on i.id = k.m and i.tenant_id = $1
    where not exists (select 1 from asstock t where t.tenant_id = $1 and t.warehouse_id = k.w and t.material_id = k.m and t.material_status = k.s and t.serial_no = k.n and t.is_deleted = 0)
    order by k.w, k.m, k.s, k.n on conflict do nothing`,
    [context.tenantId, ...keys, context.now(), context.person.id, context.person.departments[0] ?? null],
  );
  const rows = await context.sql.query<Read>(
    `select t.id::text as id, t.warehouse_id::text as w, t.material_id::text as m, t.material_status as s, t.serial_no as n, t.on_hand::text as "onHand", t.reserved::text as reserved, t.avg_cost::text as "avgCost", to_char(t.last_move_time, 'YYYY-MM-DD HH24:MI:SS') as last
    from asstock t join unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as k(w, m, s, n) on t.warehouse_id = k.w and t.material_id = k.m and t.material_status = k.s and t.serial_no = k.n
    where t.tenant_id = $1 and t.is_deleted = 0 order by t.warehouse_id, t.material_id, t.material_status, t.serial_no for update of t`,
    [context.tenantId, ...keys],
  );
  const all = new Map(
    rows.map((row): [string, Balance] => {
      const { isReal, mayBeBelow } = mustGet(stores, row.w);
      return [
        [row.w, row.m, row.s, row.n].join(' '),
        {
          id: row.id,
          warehouseId: row.w,
          onHand: stepsOf(row.onHand, QTY),
          reserved: stepsOf(row.reserved, QTY),
          avgCost: row.avgCost === null ? null : stepsOf(row.avgCost, COST),
          isReal,
          mayBeBelow: mayBeBelow && row.n === '',
        },
      ];
    }),
  );
  return {
    of: (key) => mustGet(all, columnsOf(key).join(' ')),
    all: () => [...all.values()],
    lastMove:
      rows
        .map((row) => row.last ?? '')
        .toSorted()
        .at(-1) ?? '',
  };
}

/** Write the balances after moves, or after reservations without moves. */
export async function writeBalances(context: Context, balances: Balances, has: { moved: boolean }): Promise<void> {
  const all = balances.all();
  await context.sql.query(
    `update asstock t set on_hand = k.q, reserved = k.r, avg_cost = k.c, last_move_time = case when $8 then greatest(t.last_move_time, $6::timestamptz) else t.last_move_time end, version = t.version + 1, update_user = $7, update_time = $6::timestamptz
    from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[]) as k(id, q, r, c) where t.id = k.id and t.tenant_id = $1`,
    [
      context.tenantId,
      all.map((one) => one.id),
      all.map((one) => decimalOf(one.onHand, QTY)),
      all.map((one) => decimalOf(one.reserved, QTY)),
      all.map((one) => (one.avgCost === null ? null : decimalOf(one.avgCost, COST))),
      context.now(),
      context.person.id,
      has.moved,
    ],
  );
}
