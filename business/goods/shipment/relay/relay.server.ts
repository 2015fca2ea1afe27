import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context, Reading } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { worthOf } from '../../apply/apply.rules.ts';
import { type Apply, linesOfApply } from '../../apply/examine.server.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { addLines, shipmentFor } from '../../apply/publish.server.ts';
import { refuse } from '../../refusals.ts';
import { materialShipmentLine } from '../material-shipment-line.paper.ts';
import { sumUpShipments } from '../material-shipment-line.server.ts';
import { materialShipment } from '../material-shipment.paper.ts';
import type { makeRelay, relayOffer } from './relay.calls.ts';
import { type RelayVan, openRelaysFor, vansFor } from './relay-vans.server.ts';

/** Return the nearest van that has what a request lacks, and the relays that are under way. */
export async function offeredRelay(
  { materialApplyId }: CallInputOf<typeof relayOffer>,
  reading: Reading,
): Promise<CallAnswer<typeof relayOffer>> {
  await reading.visible(materialApply).all([materialApplyId]);
  const van = (await vansFor(reading, [materialApplyId])).get(materialApplyId);
  const open = await openRelaysFor(reading, [materialApplyId]);
  return {
    van: van ? { vanOf: van.vanOf, lines: van.lines.map(({ itemName, qty }) => ({ itemName, qty })) } : null,
    open: open.map(({ applyId: _applyId, ...one }) => one),
  };
}

interface DraftLine {
  readonly id: string;
  readonly shipmentId: string;
  readonly applyLineId: string;
  readonly qty: string;
  readonly unitPrice: string | null;
}

/** Return the lines of drafts of the store for lines of a request. */
const draftLinesOf = (context: Context, of: Apply, applyLineIds: readonly string[]): Promise<DraftLine[]> =>
  context.sql.query<DraftLine>(
    `select e.id::text as id, h.id::text as "shipmentId", e.apply_detail_id::text as "applyLineId", e.ship_qty::text as qty, e.unit_price::text as "unitPrice" from asmaterialshipmentsdetails e
    join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0 and h.document_status in ('draft', 'returned') and h.from_warehouse_id = $3
    where e.tenant_id = $1 and e.apply_detail_id = any($2::bigint[]) and e.is_deleted = 0 order by e.id`,
    [context.tenantId, applyLineIds, of.fromWarehouseId],
  );

/** Take what a van relays out of the drafts of the store. A draft without any other line is removed. */
async function takeFromDrafts(context: Context, of: Apply, { lines, vanOf }: RelayVan): Promise<void> {
  const ids = lines.map((line) => line.applyLineId);
  const found = await draftLinesOf(context, of, ids);
  if (!found.length) return;
  await context.lockRows(materialShipment, [...new Set(found.map((one) => one.shipmentId))]);
  const left = new Map(lines.map((line) => [line.applyLineId, stepsOf(line.qty, QTY)]));
  const [gone, less]: [string[], Map<string, { planQty: string; shipQty: string; amount: string }>] = [[], new Map()];
  // A draft may have been submitted before its lock.
  const drafts = await draftLinesOf(context, of, ids);
  for (const { id, applyLineId, qty, unitPrice } of drafts) {
    const [has, wanted] = [stepsOf(qty, QTY), left.get(applyLineId) ?? 0n];
    const taken = has < wanted ? has : wanted;
    left.set(applyLineId, wanted - taken);
    const rest = decimalOf(has - taken, QTY);
    if (taken === has) gone.push(id);
    else if (taken > 0n) less.set(id, { planQty: rest, shipQty: rest, amount: worthOf(rest, unitPrice) });
  }
  await context.changeAll(materialShipmentLine, less);
  await context.removeAll(materialShipmentLine, gone);
  for (const id of new Set(drafts.map((one) => one.shipmentId))) {
    await context.note(materialShipment, id, 'lines', [`改由${vanOf}转交`, `${vanOf} relays it`]);
    const rest = await context.find(materialShipmentLine, { materialShipmentsId: id }, { first: 1 });
    if (rest.length) await sumUpShipments(context, [id]);
    else await context.remove(materialShipment, id);
  }
}

/**
 * Make the draft of a relay for a request. The request is locked, and what it lacks is read under the lock, so that two
 * people make one draft. A repeat returns it.
 */
export async function relay(
  { materialApplyId }: CallInputOf<typeof makeRelay>,
  context: Context,
): Promise<CallAnswer<typeof makeRelay>> {
  await context.visible(materialApply).all([materialApplyId]);
  const [of] = await context.lockRows(materialApply, [materialApplyId]);
  if (!['published', 'partShipped'].includes(of.documentStatus ?? '')) throw refuse.notReleased({ no: of.applyNo });
  const van = (await vansFor(context, [of.id])).get(of.id);
  if (!van) {
    const [open] = await openRelaysFor(context, [of.id]);
    if (!open) throw refuse.noVanHasIt({ no: of.applyNo });
    return { id: open.id, shipmentNo: open.shipmentNo, vanOf: open.vanOf, isNew: false };
  }
  await takeFromDrafts(context, of, van);
  const made = await context.create(materialShipment, {
    ...shipmentFor(of),
    fromWarehouseId: van.warehouseId,
    shipWay: 'relay',
    remark: `${van.vanOf} → ${of.applyNo}`,
  });
  const qtyOf = new Map(van.lines.map((line) => [line.applyLineId, stepsOf(line.qty, QTY)]));
  await addLines(context, made, await linesOfApply(context, of.id), (line) => qtyOf.get(line.id) ?? 0n);
  await sumUpShipments(context, [made.id]);
  return { id: made.id, shipmentNo: made.shipmentNo, vanOf: van.vanOf, isNew: true };
}
