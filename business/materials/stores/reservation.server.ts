import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type Balances, lockBalances, writeBalances } from './balances.server.ts';
import { itemsOf, storesOf } from './posting-facts.server.ts';
import { QTY, quantityText } from './posting.rules.ts';
import type { Bill, Move } from './posting.service.ts';
import { reservation } from './reservation.paper.ts';
import type { Reserving } from './reserve.service.ts';

interface Kept {
  readonly id: string;
  readonly lineId: string;
  readonly warehouseId: string;
  readonly materialId: string;
  readonly materialStatus: string;
  readonly open: string;
}

/** Open reservations of lines; the caller holds the balances they stand on, so they stay as they are. */
const keptFor = (context: Context, billType: string, lineIds: readonly string[]): Promise<Kept[]> =>
  context.sql.query<Kept>(
    `
  select id::text as id, bill_line_id::text as "lineId", warehouse_id::text as "warehouseId", material_id::text as "materialId", material_status as "materialStatus", (qty - coalesce(released_qty, 0))::text as open
  from asstockreserve where tenant_id = $1 and bill_type = $2 and bill_line_id = any($3::bigint[]) and reserve_status = 'open' and is_deleted = 0 order by id`,
    [context.tenantId, billType, lineIds],
  );

/** What is reserved for the lines of a bill, counted down as its moves use it. */
export async function ownReservations(
  context: Context,
  bill: Bill,
  moves: readonly Move[],
): Promise<{ of(move: Move): { left: bigint }; used(): readonly { id: string; qty: bigint }[] }> {
  const lines = moves.flatMap((move) => move.lineId ?? []);
  const kept = (lines.length ? await keptFor(context, bill.type, lines) : []).map((one) => ({
    ...one,
    all: stepsOf(one.open, QTY),
    left: stepsOf(one.open, QTY),
  }));
  return {
    of: (move) =>
      kept.find(
        (one) =>
          one.lineId === move.lineId &&
          one.warehouseId === move.fromWarehouseId &&
          one.materialId === move.materialId &&
          one.materialStatus === (move.materialStatus ?? 'good') &&
          one.left > 0n,
      ) ?? { left: 0n },
    used: () => kept.filter((one) => one.left < one.all).map((one) => ({ id: one.id, qty: one.all - one.left })),
  };
}

const lessen = async (
  context: Context,
  less: readonly { id: string; qty: bigint }[],
  whenEmpty: 'consumed' | 'released',
): Promise<void> => {
  if (!less.length) return;
  await context.sql.query(
    `update asstockreserve r set released_qty = coalesce(r.released_qty, 0) + k.q, reserve_status = case when coalesce(r.released_qty, 0) + k.q >= r.qty then $4 else r.reserve_status end, version = r.version + 1, update_user = $5, update_time = $6
    from unnest($2::bigint[], $3::numeric[]) as k(id, q) where r.id = k.id and r.tenant_id = $1`,
    [
      context.tenantId,
      less.map((one) => one.id),
      less.map((one) => decimalOf(one.qty, QTY)),
      whenEmpty,
      context.person.id,
      context.now(),
    ],
  );
};

/** Writes what postings used of the reservations. */
export const writeUsed = (context: Context, used: readonly { id: string; qty: bigint }[]): Promise<void> =>
  lessen(context, used, 'consumed');

/** A reservation as the key of a balance: the store it stands in, twice, since nothing leaves. */
const asMove = (one: { warehouseId: string; materialId: string; materialStatus?: string; qty: string }): Move => ({
  step: '',
  lineId: null,
  materialId: one.materialId,
  materialStatus: one.materialStatus as Move['materialStatus'],
  fromWarehouseId: one.warehouseId,
  toWarehouseId: one.warehouseId,
  qty: one.qty,
});

function free(balances: Balances, kept: readonly Kept[]): void {
  for (const one of kept)
    balances.of(one.warehouseId, asMove({ ...one, qty: one.open })).reserved -= stepsOf(one.open, QTY);
}

/** One line is reserved for by one transaction at a time. */
async function lockLines(context: Context, billType: string, lineIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(lineIds)].toSorted()) await context.lock(`reserve ${billType} ${id}`);
}

const lockedFor = async (context: Context, moves: readonly Move[]): Promise<Balances> =>
  lockBalances(context, moves, await storesOf(context, moves));

async function assertQuantityItems(
  context: Context,
  moves: readonly Move[],
): Promise<Awaited<ReturnType<typeof itemsOf>>> {
  const serial = await context.sql.query<{ name: string }>(
    "select item_name as name from asbasematerial where tenant_id = $1 and id = any($2::bigint[]) and track_mode = 'serial' limit 1",
    [context.tenantId, moves.map((move) => move.materialId)],
  );
  if (serial.length) throw refuse.serialNotReserved({ item: serial[0].name });
  return itemsOf(context, moves);
}

/** Keeps quantities for lines; what is kept for others stays theirs. */
export async function reserve(context: Context, asked: readonly Reserving[]): Promise<void> {
  if (!asked.length) return;
  const moves = asked.map(asMove);
  const items = await assertQuantityItems(context, moves);
  await lockLines(
    context,
    asked[0].billType,
    asked.map((one) => one.lineId),
  );
  const before = await keptFor(
    context,
    asked[0].billType,
    asked.map((one) => one.lineId),
  );
  const balances = await lockedFor(context, [...moves, ...before.map((one) => asMove({ ...one, qty: one.open }))]);
  // A posting may have used some of it before the balances were ours.
  const kept = await keptFor(
    context,
    asked[0].billType,
    asked.map((one) => one.lineId),
  );
  free(balances, kept);
  await lessen(
    context,
    kept.map((one) => ({ id: one.id, qty: stepsOf(one.open, QTY) })),
    'released',
  );
  for (const [at, one] of asked.entries()) {
    const balance = balances.of(one.warehouseId, moves[at]);
    const [qty, left] = [stepsOf(one.qty, QTY), balance.onHand - balance.reserved];
    if (balance.isReal && !balance.mayBeBelow && qty > left)
      throw refuse.stockShort({
        item: mustGet(items, one.materialId).itemName,
        n: quantityText(decimalOf(left < 0n ? 0n : left, QTY)),
      });
    balance.reserved += qty;
  }
  await context.append(
    reservation,
    asked.map((one) => ({
      warehouseId: one.warehouseId,
      materialId: one.materialId,
      materialStatus: one.materialStatus ?? 'good',
      billType: one.billType,
      billLineId: one.lineId,
      qty: one.qty,
      releasedQty: '0.000',
      reserveStatus: 'open' as const,
    })),
  );
  await writeBalances(context, balances, { moved: false });
}

/** Frees what is still kept for lines. */
export async function releaseReservation(
  context: Context,
  { billType, lineIds }: { billType: string; lineIds: readonly string[] },
): Promise<void> {
  await lockLines(context, billType, lineIds);
  const before = await keptFor(context, billType, lineIds);
  if (!before.length) return;
  const balances = await lockedFor(
    context,
    before.map((one) => asMove({ ...one, qty: one.open })),
  );
  const kept = await keptFor(context, billType, lineIds);
  free(balances, kept);
  await lessen(
    context,
    kept.map((one) => ({ id: one.id, qty: stepsOf(one.open, QTY) })),
    'released',
  );
  await writeBalances(context, balances, { moved: false });
}
