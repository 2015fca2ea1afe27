import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { must, mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { lockBalances, writeBalances } from './balances.server.ts';
import { COST, type PostingEffect, QTY, Short, moveAll, quantityText, sourceOf, targetOf } from './posting.rules.ts';
import type { Bill, Move, Posted } from './posting.service.ts';
import { type PostedItem, type Store, itemsOf, openDay, readMoves, storesOf } from './posting-facts.server.ts';
import { assertReversals } from './posting/reversal.server.ts';
import { ownReservations, writeUsed } from './reservation.server.ts';
import { assertOnePlace, lockSerials, withConditions } from './posting/serials.server.ts';
import { stockMove } from './stock-move.paper.ts';

interface Asked {
  readonly bill: Bill;
  readonly moves: readonly Move[];
  readonly postDate?: string;
  readonly before?: readonly Move[];
}
interface Known {
  step: string;
  moveId: string;
  moveNo: string;
}

const knownSteps = (context: Context, steps: readonly string[]): Promise<Known[]> =>
  context.sql.query<Known>(
    'select step_key as step, id::text as "moveId", move_no as "moveNo" from asstockledger where tenant_id = $1 and step_key = any($2) and is_deleted = 0',
    [context.tenantId, steps],
  );

const nameOf = (items: ReadonlyMap<string, PostedItem>, move: Move): string =>
  `${mustGet(items, move.materialId).itemName}${move.serialNo ? ` ${move.serialNo}` : ''}`;

function worked(
  moves: readonly Move[],
  items: ReadonlyMap<string, PostedItem>,
  ground: Parameters<typeof moveAll>[1],
): PostingEffect[] {
  try {
    return moveAll(moves, ground);
  } catch (error) {
    if (error instanceof Short)
      throw refuse.stockShort(
        { item: nameOf(items, error.move), n: quantityText(error.available) },
        {
          data: {
            materialId: error.move.materialId,
            warehouseId: error.move.fromWarehouseId,
            available: error.available,
          },
        },
      );
    throw error;
  }
}

/**
 * Refuse a back-dated posting if, by the ledger in the order of days, a later balance of a source would be negative.
 */
async function assertLater(
  context: Context,
  effects: readonly PostingEffect[],
  stores: ReadonlyMap<string, Store>,
  items: ReadonlyMap<string, PostedItem>,
  day: string,
): Promise<void> {
  const giving = effects
    .map((one) => sourceOf(one.move))
    .filter((key) => {
      const store = mustGet(stores, key.warehouseId);
      return store.isReal && (!store.mayBeBelow || key.serialNo !== '');
    });
  if (!giving.length) return;
  const [low] = await context.sql.query<{ m: string; day: string; qty: string }>(
    `
    select k.m::text as m, r.day::text as day, r.running::text as qty
    from (select distinct * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as u(w, m, s, n)) k
    cross join lateral (
      select l.post_date as day, sum(case when l.to_warehouse_id = k.w then l.qty else -l.qty end) over (order by l.post_date, l.id) as running
      from asstockledger l where l.tenant_id = $1 and l.is_deleted = 0 and l.material_id = k.m and coalesce(l.serial_no, '') = k.n
        and ((l.from_warehouse_id = k.w and l.material_status = k.s) or (l.to_warehouse_id = k.w and coalesce(l.to_material_status, l.material_status) = k.s))) r
    where r.day >= $6::date and r.running < 0 order by r.day limit 1`,
    [
      context.tenantId,
      giving.map((key) => key.warehouseId),
      giving.map((key) => key.materialId),
      giving.map((key) => key.status),
      giving.map((key) => key.serialNo),
      day,
    ],
  );
  if (low)
    throw refuse.stockShortThen({ item: mustGet(items, low.m).itemName, day: low.day, n: quantityText(low.qty) });
}

const appended = (
  context: Context,
  bill: Bill,
  effects: readonly PostingEffect[],
  day: string,
): Promise<{ id: string; moveNo: string; stepKey: string | null }[]> =>
  context.append(
    stockMove,
    effects.map(({ move, unitCost, fromBalance, toBalance }) => ({
      billType: bill.type,
      billId: bill.id,
      billNo: bill.no,
      billLineId: move.lineId,
      stepKey: move.step,
      materialId: move.materialId,
      materialStatus: sourceOf(move).status,
      toMaterialStatus: targetOf(move).status === sourceOf(move).status ? null : targetOf(move).status,
      serialNo: move.serialNo ?? null,
      fromWarehouseId: move.fromWarehouseId,
      toWarehouseId: move.toWarehouseId,
      qty: move.qty,
      unitCost: decimalOf(unitCost, COST),
      fromBalance: decimalOf(fromBalance, QTY),
      toBalance: decimalOf(toBalance, QTY),
      postDate: day,
      moveTime: context.now(),
      operatorId: context.person.id,
      reverseOfId: move.reverseOfId ?? null,
    })),
  );

/**
 * Post moves. This is the only writer of balances and ledger. It locks the balances in one order within the caller's
 * transaction, and skips steps that are in the ledger. If one place has too little stock, the whole posting is refused.
 * Each table is written by one statement for any number of moves.
 */
export async function postMoves(
  context: Context,
  { bill, moves: wanted, postDate, before = [] }: Asked,
): Promise<readonly Posted[]> {
  const read = readMoves(wanted);
  if (!read.length) return [];
  const readBoth = before.length ? [...read, ...readMoves(before)] : read;
  const [items, stores] = [await itemsOf(context, readBoth), await storesOf(context, readBoth)];
  const day = await openDay(context, postDate);
  await lockSerials(context, readBoth);
  const all = await withConditions(context, readBoth);
  if (before.length) await lockBalances(context, all, stores);
  const moves = all.slice(0, read.length);
  const balances = await lockBalances(context, moves, stores);
  const known = new Map(
    (
      await knownSteps(
        context,
        moves.map((move) => move.step),
      )
    ).map((one) => [one.step, one]),
  );
  const fresh = moves.filter((move) => !known.has(move.step));
  if (fresh.length) {
    await assertReversals(context, fresh);
    const reserved = await ownReservations(context, bill, fresh);
    const effects = worked(fresh, items, {
      balance: balances.of,
      reserved: reserved.of,
      standardCost: (move) => stepsOf(mustGet(items, move.materialId).costPrice, COST),
    });
    for (const row of await appended(context, bill, effects, day)) {
      const step = must(row.stepKey, 'stepKey');
      known.set(step, { step, moveId: row.id, moveNo: row.moveNo });
    }
    await writeBalances(context, balances, { moved: true });
    await assertOnePlace(context, moves, items);
    await writeUsed(context, reserved.used());
    if (day < context.today() || balances.lastMove > context.now())
      await assertLater(context, effects, stores, items, day);
  }
  const repeated = new Set(moves.filter((move) => !fresh.includes(move)).map((move) => move.step));
  return moves.map((move) => ({ ...mustGet(known, move.step), repeated: repeated.has(move.step) }));
}
