import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { must, mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { lockBalances, lockSerials, writeBalances } from './balances.server.ts';
import { COST, type PostingEffect, QTY, Short, moveAll, quantityText } from './posting.rules.ts';
import type { Bill, Move, Posted } from './posting.service.ts';
import { type PostedItem, type Store, itemsOf, openDay, readMoves, storesOf } from './posting-facts.server.ts';
import { assertReversals } from './reversal.server.ts';
import { ownReservations, writeUsed } from './reservation.server.ts';
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

/** After a back-dated posting every later balance of the places that gave must still hold; the ledger is the witness, in the order of days. */
async function assertLater(
  context: Context,
  effects: readonly PostingEffect[],
  stores: ReadonlyMap<string, Store>,
  items: ReadonlyMap<string, PostedItem>,
  day: string,
): Promise<void> {
  const giving = effects
    .map((one) => one.move)
    .filter((move) => {
      const store = mustGet(stores, move.fromWarehouseId);
      return store.isReal && (!store.mayBeBelow || Boolean(move.serialNo));
    });
  if (!giving.length) return;
  const [low] = await context.sql.query<{ m: string; day: string; qty: string }>(
    `
    select k.m::text as m, r.day::text as day, r.running::text as qty
    from (select distinct * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as u(w, m, s, n)) k
    cross join lateral (
      select l.post_date as day, sum(case when l.to_warehouse_id = k.w then l.qty else -l.qty end) over (order by l.post_date, l.id) as running
      from asstockledger l where l.tenant_id = $1 and l.is_deleted = 0 and l.material_id = k.m and l.material_status = k.s and coalesce(l.serial_no, '') = k.n and k.w in (l.from_warehouse_id, l.to_warehouse_id)) r
    where r.day >= $6::date and r.running < 0 order by r.day limit 1`,
    [
      context.tenantId,
      giving.map((move) => move.fromWarehouseId),
      giving.map((move) => move.materialId),
      giving.map((move) => move.materialStatus ?? 'good'),
      giving.map((move) => move.serialNo ?? ''),
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
      materialStatus: move.materialStatus ?? 'good',
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
 * The only writer of balances and ledger. In the caller's transaction: the balances are locked, always in the same order; steps that stand
 * in the ledger are left alone; a place that cannot give refuses the whole; ledger, balances and reservations are written in one statement
 * each, however many moves there are.
 */
export async function postMoves(
  context: Context,
  { bill, moves: asked, postDate, before = [] }: Asked,
): Promise<readonly Posted[]> {
  const moves = readMoves(asked);
  if (!moves.length) return [];
  const all = before.length ? [...moves, ...readMoves(before)] : moves;
  const [items, stores] = [await itemsOf(context, all), await storesOf(context, all)];
  const day = await openDay(context, postDate);
  if (before.length) {
    await lockSerials(context, all, items);
    await lockBalances(context, all, stores);
  }
  const assertOnePlace = await lockSerials(context, moves, items);
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
    await assertOnePlace();
    await writeUsed(context, reserved.used());
    if (day < context.today() || balances.lastMove > context.now())
      await assertLater(context, effects, stores, items, day);
  }
  const repeated = new Set(moves.filter((move) => !fresh.includes(move)).map((move) => move.step));
  return moves.map((move) => ({ ...mustGet(known, move.step), repeated: repeated.has(move.step) }));
}
