import { stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { reserveKey } from '#business/materials/stores/reservation.server.ts';
import { releaseStock, reserveStock } from '#business/materials/stores/reserve.service.ts';
import { worthOf } from '../apply/apply.rules.ts';
import { assertWithin } from '../apply/examine.server.ts';
import { refuse } from '../refusals.ts';
import { assertCounted, assertSerialsFree } from './serials.server.ts';
import { type MovingLine, type Shipment, allLinesOf, moving } from './shipment-lines.server.ts';

/** Refuse more than is open of the lines of requests; the hand-over judges again under their lock. */
async function assertOpen(context: Context, lines: readonly MovingLine[]): Promise<void> {
  const [over] = await context.sql.query<{ item: string; left: string }>(
    `select d.item_name as item, greatest(k.open, 0)::text as left from (
      select u.id, sum(u.qty) as qty from unnest($2::bigint[], $3::numeric[]) as u(id, qty) group by u.id) u
    join asmaterialapplydetails d on d.tenant_id = $1 and d.id = u.id
    cross join lateral (select coalesce(d.approved_qty, 0) - coalesce(d.shipped_qty, 0) - coalesce(d.closed_qty, 0) as open) k where u.qty > k.open limit 1`,
    [
      context.tenantId,
      lines.flatMap((line) => line.applyDetailId ?? []),
      lines.flatMap((line) => (line.applyDetailId ? line.shipQty : [])),
    ],
  );
  if (over) throw refuse.quantityExceeded({ item: over.item, n: quantityText(over.left) });
}

/** Lock the reservations of lines: they come before serial numbers and stock in the order of locks. */
export const lockReservations = (context: Context, lines: readonly MovingLine[]): Promise<void> =>
  context.lock(...lines.map((line) => reserveKey('shipment', line.id)).toSorted());

/** Refuse a shipment that is not complete enough to be approved. Its reservations are locked. */
export async function assertReady(context: Context, of: Shipment): Promise<readonly MovingLine[]> {
  const lines = await allLinesOf(context, of.id);
  await lockReservations(context, lines);
  if (of.shipType === 'direct' && !of.remark)
    throw refuse.remarkNeeded({ fields: [{ field: 'remark', words: ['请填写备注', 'Fill in the remark'] }] });
  const loose = lines.find((line) => !line.applyDetailId);
  if (of.shipType === 'apply' && loose) throw refuse.lineWithoutApply({ item: loose.name });
  const goods = moving(lines);
  if (!goods.length) throw refuse.nothingOpen({ no: of.shipmentNo });
  assertCounted(goods);
  await assertOpen(context, goods);
  await assertSerialsFree(context, of, goods);
  return goods;
}

/** Reserve the quantities of a shipment in its store; serial numbers are promised by the shipment itself. */
export async function reserveFor(context: Context, of: Shipment, lines: readonly MovingLine[]): Promise<void> {
  const wanted = lines
    .filter((line) => !line.isSerial)
    .map((line) => ({
      billType: 'shipment' as const,
      lineId: line.id,
      warehouseId: of.fromWarehouseId,
      materialId: line.materialId,
      materialStatus: line.materialStatus,
      qty: line.shipQty,
    }));
  if (wanted.length) await context.call(reserveStock, wanted);
}

/** Release what is still reserved for lines of shipments. */
export const releaseFor = (context: Context, lineIds: readonly string[]): Promise<void> =>
  context.call(releaseStock, { billType: 'shipment', lineIds }) as Promise<void>;

/** Approve a shipment: its stock is reserved. A direct one has no examined request, so its value is judged here. */
export async function approveShipment(
  context: Context,
  of: Shipment,
  { note }: { readonly note: string | null },
): Promise<Partial<Shipment>> {
  const lines = await assertReady(context, of);
  if (of.shipType === 'direct')
    await assertWithin(
      context,
      lines.reduce((sum, line) => sum + stepsOf(worthOf(line.shipQty, line.unitPrice), 2), 0n),
      'as.material.publishLimit',
      'asmaterialshipments_approveAbove',
    );
  await reserveFor(context, of, lines);
  return { approvalUser: context.person.id, approvalTime: context.now(), approvalNote: note };
}

/** Send a shipment back to be corrected: what was reserved is free again. */
export async function sendShipmentBack(
  context: Context,
  of: Shipment,
  { note }: { readonly note: string },
): Promise<Partial<Shipment>> {
  if (of.documentStatus === 'approved') {
    const lines = await allLinesOf(context, of.id);
    await releaseFor(
      context,
      lines.map((line) => line.id),
    );
  }
  return { approvalUser: context.person.id, approvalTime: context.now(), approvalNote: note };
}
