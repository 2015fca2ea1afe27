import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type Balances, lockBalances, writeBalances } from './balances.server.ts';
import { itemsOf, storesOf } from './posting-facts.server.ts';
import { QTY, quantityText, sourceOf } from './posting.rules.ts';
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

/** Return open reservations of lines. The caller holds the locks of their balances. */
const keptFor = (context: Context, billType: string, lineIds: readonly string[]): Promise<Kept[]> =>
  context.sql.query<Kept>(
    `
  select id::text as id, bill_line_id::text as "lineId", warehouse_id::text as "warehouseId", material_id::text as "materialId", material_status as "materialStatus", (qty - coalesce(released_qty, 0))::text as open
  from asstockreserve where tenant_id = $1 and bill_type = $2 and bill_line_id = any($3::bigint[]) and reserve_status = 'open' and is_deleted = 0 order by id`,
    [context.tenantId, billType, lineIds],
  );

/**
 * Return the open reservations for the lines of a bill. `of` returns that for a move, whose `left` the posting then
 * reduces. `used` returns the reduced reservations, each with the quantity that was used.
 */
export async function ownReservations(
  context: Context,
  bill: Bill,
  moves: readonly Move[],
): Promise<{ of(move: Move): { left: bigint }; used(): readonly { id: string; qty: bigint }[] }> {
  const lines = moves.flatMap((move) => move.lineId ?? []);
  const reserved = (lines.length ? await keptFor(context, bill.type, lines) : []).map((one) => ({
    ...one,
    all: stepsOf(one.open, QTY),
    left: stepsOf(one.open, QTY),
  }));
  return {
    of: (move) =>
      reserved.find(
        (one) =>
          one.lineId === move.lineId &&
          one.warehouseId === move.fromWarehouseId &&
          one.materialId === move.materialId &&
          one.materialStatus === sourceOf(move).status &&
          one.left > 0n,
      ) ?? { left: 0n },
    used: () => reserved.filter((one) => one.left < one.all).map((one) => ({ id: one.id, qty: one.all - one.left })),
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

/** Store that postings consumed these quantities of reservations. */
export const writeUsed = (context: Context, used: readonly { id: string; qty: bigint }[]): Promise<void> =>
  lessen(context, used, 'consumed');

/**
 * Return a reservation in the form of a move, from which the key of its balance is derived. Source and target are the
 * same store.
 */
const asMove = (one: { warehouseId: string; materialId: string; materialStatus?: string; qty: string }): Move => ({
  step: '',
  lineId: null,
  materialId: one.materialId,
  materialStatus: one.materialStatus as Move['materialStatus'],
  fromWarehouseId: one.warehouseId,
  toWarehouseId: one.warehouseId,
  qty: one.qty,
});

function free(balances: Balances, reserved: readonly Kept[]): void {
  for (const one of reserved)
    balances.of(sourceOf(asMove({ ...one, qty: one.open }))).reserved -= stepsOf(one.open, QTY);
}

/** Return the name of the lock on the reservations of a line. */
export const reserveKey = (billType: string, lineId: string): string => `reserve ${billType} ${lineId}`;

/** Lock bill lines in one order, so that only one transaction at a time reserves for a line. */
async function lockLines(context: Context, billType: string, lineIds: readonly string[]): Promise<void> {
  await context.lock(...[...new Set(lineIds)].toSorted().map((id) => reserveKey(billType, id)));
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

/** Reserve quantities for lines in place of their earlier reservations, all or none. */
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
  // Read the reservations again under the locks: a posting may have consumed some of them.
  const reserved = await keptFor(
    context,
    asked[0].billType,
    asked.map((one) => one.lineId),
  );
  free(balances, reserved);
  await lessen(
    context,
    reserved.map((one) => ({ id: one.id, qty: stepsOf(one.open, QTY) })),
    'released',
  );
  for (const [at, one] of asked.entries()) {
    const balance = balances.of(sourceOf(moves[at]));
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

/** Release what is still reserved for lines. */
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
  const reserved = await keptFor(context, billType, lineIds);
  free(balances, reserved);
  await lessen(
    context,
    reserved.map((one) => ({ id: one.id, qty: stepsOf(one.open, QTY) })),
    'released',
  );
  await writeBalances(context, balances, { moved: false });
}
