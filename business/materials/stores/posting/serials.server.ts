import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import type { PostedItem } from '../posting-facts.server.ts';
import { targetOf } from '../posting.rules.ts';
import type { Move } from '../posting.service.ts';

const numberedIn = (moves: readonly Move[]): readonly Move[] => moves.filter((move) => move.serialNo);

/** Lock the serial numbers of the moves in one order. */
export async function lockSerials(context: Context, moves: readonly Move[]): Promise<void> {
  const keys = numberedIn(moves).map((move) => `serial ${move.materialId} ${move.serialNo}`);
  await context.lock(...[...new Set(keys)].toSorted());
}

type Condition = NonNullable<Move['materialStatus']>;

const placeKey = (move: Move, warehouseId: string): string => `${warehouseId} ${move.materialId} ${move.serialNo}`;

/** Return the conditions in which the moves' serial numbers are in stock, by place, item and number. */
async function conditionsOf(context: Context, moves: readonly Move[]): Promise<Map<string, Condition>> {
  const rows = await context.sql.query<{ w: string; m: string; n: string; status: Condition }>(
    `select t.warehouse_id::text as w, t.material_id::text as m, t.serial_no as n, t.material_status as status
    from (select distinct * from unnest($2::bigint[], $3::text[]) as u(m, n)) k
    join asstock t on t.tenant_id = $1 and t.material_id = k.m and t.serial_no = k.n and t.is_deleted = 0 and t.on_hand > 0`,
    [context.tenantId, moves.map((move) => move.materialId), moves.map((move) => move.serialNo)],
  );
  return new Map(rows.map((row) => [`${row.w} ${row.m} ${row.n}`, row.status]));
}

/**
 * Fill in the source condition of serial numbers from stock, for moves that name only the target condition. The caller
 * holds the locks of the serial numbers.
 */
export async function withConditions(context: Context, moves: readonly Move[]): Promise<readonly Move[]> {
  const isOpen = (move: Move): boolean => Boolean(move.serialNo && move.toStatus && !move.materialStatus);
  if (!moves.some(isOpen)) return moves;
  const conditions = await conditionsOf(context, numberedIn(moves));
  return moves.map((move) => {
    const leaving = isOpen(move) ? conditions.get(placeKey(move, move.fromWarehouseId)) : undefined;
    const one = leaving ? { ...move, materialStatus: leaving } : move;
    // A later move of the same number starts in the condition in which this one ends.
    if (one.serialNo) conditions.set(placeKey(one, one.toWarehouseId), targetOf(one).status);
    return one;
  });
}

/** Refuse the posting if one of its serial numbers would then be in stock at two places. */
export async function assertOnePlace(
  context: Context,
  moves: readonly Move[],
  items: ReadonlyMap<string, PostedItem>,
): Promise<void> {
  const numbered = numberedIn(moves);
  if (!numbered.length) return;
  const [twice] = await context.sql.query<{ m: string; n: string; store: string }>(
    `
    select t.material_id::text as m, t.serial_no as n, coalesce(min(w.warehouse_name) filter (where not t.warehouse_id = any($4::bigint[])), min(w.warehouse_name)) as store
    from (select distinct * from unnest($2::bigint[], $3::text[]) as u(m, n)) k
    join asstock t on t.tenant_id = $1 and t.material_id = k.m and t.serial_no = k.n and t.is_deleted = 0 and t.on_hand > 0 join aswarehouse w on w.id = t.warehouse_id
    group by t.material_id, t.serial_no having sum(t.on_hand) > 1 limit 1`,
    [
      context.tenantId,
      numbered.map((move) => move.materialId),
      numbered.map((move) => move.serialNo),
      numbered.map((move) => move.toWarehouseId),
    ],
  );
  if (twice)
    throw refuse.serialElsewhere({ item: mustGet(items, twice.m).itemName, serial: twice.n, store: twice.store });
}
