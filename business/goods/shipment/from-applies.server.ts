import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { openQty } from '../apply/apply.rules.ts';
import { linesOfApply } from '../apply/examine.server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { addLines, shipmentFor } from '../apply/publish.server.ts';
import { refuse } from '../refusals.ts';
import type { copyApply, pushApply } from './material-shipment.calls.ts';
import { sumUpShipments } from './material-shipment-line.server.ts';
import { materialShipment } from './material-shipment.paper.ts';
import { allLinesOf } from './shipment-lines.server.ts';

/** Return the quantities of lines that are on shipments which have not left the store. */
async function plannedOf(context: Context, applyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await context.sql.query<{ id: string; qty: string }>(
    `select d.id::text as id, sum(e.ship_qty)::text as qty from asmaterialapplydetails d join asmaterialshipmentsdetails e on e.tenant_id = d.tenant_id and e.apply_detail_id = d.id and e.is_deleted = 0
    join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0 and h.document_status in ('draft', 'returned', 'submitted', 'approved')
    where d.tenant_id = $1 and d.materials_apply_id = any($2::bigint[]) and d.is_deleted = 0 group by d.id`,
    [context.tenantId, applyIds],
  );
  return new Map(rows.map((row) => [row.id, stepsOf(row.qty, QTY)]));
}

/** Make one draft from the rest of released requests of one store and technician, all of them or none. */
export async function fromApplies(
  { materialApplyIds }: CallInputOf<typeof pushApply>,
  context: Context,
): Promise<CallAnswer<typeof pushApply>> {
  await context.visible(materialApply).all(materialApplyIds);
  const rows = await context.lockRows(materialApply, materialApplyIds);
  const [first] = rows;
  for (const row of rows) {
    if (!['published', 'partShipped'].includes(row.documentStatus ?? '')) throw refuse.notReleased({ no: row.applyNo });
    if (row.fromWarehouseId !== first.fromWarehouseId || row.technicianId !== first.technicianId)
      throw refuse.differentPairs();
  }
  const planned = await plannedOf(context, materialApplyIds);
  const shipment = await context.create(materialShipment, {
    ...shipmentFor(first),
    applyNos: rows
      .map((row) => row.applyNo)
      .join('、')
      .slice(0, 255),
  });
  let isEmpty = true;
  for (const row of rows) {
    const lines = await linesOfApply(context, row.id);
    const left = (line: (typeof lines)[number]): bigint => openQty(line) - (planned.get(line.id) ?? 0n);
    if (lines.some((line) => left(line) > 0n)) isEmpty = false;
    await addLines(context, shipment, lines, left);
  }
  if (isEmpty) throw refuse.nothingOpen({ no: rows.map((row) => row.applyNo).join('、') });
  await sumUpShipments(context, [shipment.id]);
  const [answer] = await context.visible(materialShipment, { match: { id: shipment.id } }).words({ first: 1 });
  return answer;
}

/** Write a new draft request with the lines of a shipment, for its technician. */
export async function copyToApply(
  { id }: CallInputOf<typeof copyApply>,
  context: Context,
): Promise<CallAnswer<typeof copyApply>> {
  await context.assertRight(materialApply, 'add');
  const [of] = await context.visible(materialShipment).all([id]);
  const lines = await allLinesOf(context, id);
  const source = of.materialApplyId ? await context.get(materialApply, of.materialApplyId) : null;
  const made = await context.submit(materialApply, {
    draft: true,
    applyType: source?.applyType ?? 'stockUp',
    technicianId: of.technicianId,
    fromWarehouseId: of.fromWarehouseId,
    dispId: of.dispId,
    registrationFormId: source?.registrationFormId,
    needDate: context.today(),
    urgency: source?.urgency ?? 'normal',
    remark: of.shipmentNo,
    lines: lines.map((line) => ({ materialId: line.materialId, applyQty: line.planQty })),
  });
  return { id: made.id, applyNo: made.applyNo };
}
