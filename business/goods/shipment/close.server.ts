import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { must } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { QTY, assertPosted, quantityText } from '#business/materials/stores/posting.rules.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { appliesOf } from '../apply/open-lines.server.ts';
import { refuse } from '../refusals.ts';
import { SAP_DONE } from '../sap/sap-states.rules.ts';
import { movesOf } from './hand-over.server.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { isLongUnderWay } from './receive.server.ts';
import { serialsOf } from './serials.server.ts';
import { type MovingLine, type Shipment, allLinesOf, moving } from './shipment-lines.server.ts';

const restOf = (line: MovingLine): bigint => stepsOf(line.shipQty, QTY) - stepsOf(line.receivedQty, QTY);

/** Write off what never arrived: from what is under way to the count differences, with the reason on its line. */
async function writeOff(context: Context, of: Shipment, lost: readonly MovingLine[], reason: string): Promise<void> {
  const van = must(of.toWarehouseId, 'toWarehouseId');
  const [from, to] = [
    await context.call(storeOfPerson, { transitOf: van }),
    await context.call(storeOfPerson, { virtual: 'adjust' }),
  ];
  const nth = of.transmitCount ?? 1;
  assertPosted(
    await context.call(postStock, {
      bill: { type: 'adjust', id: of.id, no: of.shipmentNo },
      moves: movesOf(lost, { from, to, step: (line) => `shipment:${line.id}:short:${nth}` }, (line) => {
        const known = serialsIn(line.receivedSerials);
        return { qty: decimalOf(restOf(line), QTY), serials: serialsOf(line).filter((one) => !known.includes(one)) };
      }),
    }),
  );
  await context.changeAll(
    materialShipmentLine,
    new Map(lost.map((line) => [line.id, { diffReason: reason.slice(0, 255) }])),
  );
}

/** Close a shipment that is received. A rest that never arrived is written off with a reason. */
export async function closeShipment(
  context: Context,
  of: Shipment,
  { reason }: { readonly reason: string | null },
): Promise<Partial<Shipment>> {
  if (!SAP_DONE.includes(of.sapStatus ?? 'notNeeded')) throw refuse.sapOpen();
  const lost = moving(await allLinesOf(context, of.id)).filter((line) => restOf(line) > 0n);
  if (lost.length) {
    if (!of.receiveTime && !isLongUnderWay(context, of)) throw refuse.notReceivedYet();
    const [{ name }] = lost;
    if (!reason) throw refuse.restInTransit({ item: name, n: quantityText(decimalOf(restOf(lost[0]), QTY)) });
    await writeOff(context, of, lost, reason);
  }
  return { closeTime: context.now() };
}

/** Close the requests that were shipped in full and whose shipments are all closed. */
export async function closeApplies(context: Context, shipmentId: string): Promise<void> {
  const ids = await appliesOf(context, [shipmentId]);
  if (!ids.length) return;
  const done = await context.sql.query<{ id: string }>(
    `select a.id::text as id from asmaterialapply a where a.tenant_id = $1 and a.id = any($2::bigint[]) and a.document_status = 'shipped' and not exists (
      select 1 from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id
      where e.tenant_id = a.tenant_id and d.materials_apply_id = a.id and e.is_deleted = 0 and h.is_deleted = 0 and h.document_status <> 'closed') order by a.id`,
    [context.tenantId, ids],
  );
  for (const { id } of done) await context.move(materialApply, id, 'closed', 'shipmentsClosed');
}
