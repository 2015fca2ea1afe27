import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { oldPartTerms } from '../apply/old-parts.server.ts';
import { type ToolInHand, heldTools } from '../tools/held-tools.server.ts';
import type { oldPartsOwed, proposedReturn } from './material-return.calls.ts';
import { dueDayOf, owedByTechnician } from './owed-parts.server.ts';
import { type HeldGoods, proposedLines } from './proposed-lines.rules.ts';

type Proposal = CallAnswer<typeof proposedReturn>;
type Line = Proposal['lines'][number];

/** SQL of a serial number of the stock `s` that a return under way of the technician `$2` names. */
const PROMISED = `s.serial_no <> '' and exists (select 1 from asreturnedmaterialsdetails e join asreturnedmaterials h on h.tenant_id = e.tenant_id and h.id = e.return_id and h.technician_id = $2 and h.is_deleted = 0 and h.document_status in ('submitted', 'approved')
  where e.tenant_id = s.tenant_id and e.material_id = s.material_id and e.is_deleted = 0 and s.serial_no = any(regexp_split_to_array(upper(coalesce(e.accept_serials, e.serial_nos)), '[\\s,，、;；]+')))`;

/** Return what is free in the van of a technician, by material and condition. */
export const heldInVan = (reading: Reading, technicianId: string): Promise<HeldGoods[]> =>
  reading.sql.query<HeldGoods>(
    `select s.material_id::text as "materialId", max(i.item_code) as "itemCode", max(i.item_name) as "itemName", s.material_status as "materialStatus",
      coalesce(string_agg(nullif(s.serial_no, ''), ',' order by s.serial_no), '') as "serialNos", sum(s.on_hand - s.reserved)::text as qty
    from ${stockFacts} s join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.technician_id = $2 and w.warehouse_type = 'person'
      join ${materialFacts} i on i.tenant_id = s.tenant_id and i.id = s.material_id
    where s.tenant_id = $1 and s.is_deleted = 0 and s.on_hand > s.reserved and (${PROMISED}) is not true group by s.material_id, s.material_status order by 2, 4 limit 500`,
    [reading.tenantId, technicianId],
  );

/** Return what was received of a shipment, by material. */
async function receivedOf(reading: Reading, shipmentId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await reading.sql.query<{ materialId: string; qty: string }>(
    `select e.material_id::text as "materialId", coalesce(sum(e.received_qty), 0)::text as qty from asmaterialshipmentsdetails e where e.tenant_id = $1 and e.material_shipments_id = $2 and e.is_deleted = 0 group by 1`,
    [reading.tenantId, shipmentId],
  );
  return new Map(rows.map((row) => [row.materialId, row.qty]));
}

/** Return shipments that are under way to a technician. */
const inTransit = (reading: Reading, technicianId: string): Promise<Proposal['inTransit'][number][]> =>
  reading.sql.query(
    `select h.id::text as id, h.shipment_no as "shipmentNo", sum(e.ship_qty - coalesce(e.received_qty, 0))::numeric(14,3)::text as "totalQty" from asmaterialshipments h
    join asmaterialshipmentsdetails e on e.tenant_id = h.tenant_id and e.material_shipments_id = h.id and e.is_deleted = 0
    where h.tenant_id = $1 and h.technician_id = $2 and h.document_status = 'transmitted' and h.is_deleted = 0 group by h.id, h.shipment_no having sum(e.ship_qty - coalesce(e.received_qty, 0)) > 0 order by h.id limit 100`,
    [reading.tenantId, technicianId],
  );

/** Return the lines that fill a return. */
const linesFor = async (
  reading: Reading,
  { technicianId, returnType, materialShipmentsId }: CallInputOf<typeof proposedReturn>,
): Promise<Line[]> =>
  proposedLines(returnType, {
    held: await heldInVan(reading, technicianId),
    owed: returnType === 'old' ? await owedByTechnician(reading, technicianId) : [],
    received: materialShipmentsId ? await receivedOf(reading, materialShipmentsId) : null,
  });

const toolToReturn = ({ id, toolApplyId, toolApplyNo, toolName, qty }: ToolInHand): Proposal['tools'][number] => ({
  id,
  toolApplyId,
  toolApplyNo,
  toolName,
  qty,
});

/** Return what a technician could return. Goods under way and tools are named for one who leaves. */
export async function proposal(
  asked: CallInputOf<typeof proposedReturn>,
  reading: Reading,
): Promise<CallAnswer<typeof proposedReturn>> {
  await reading.visible(technician).all([asked.technicianId]);
  const isLeaving = asked.returnType === 'leave';
  return {
    lines: await linesFor(reading, asked),
    inTransit: isLeaving ? await inTransit(reading, asked.technicianId) : [],
    tools: isLeaving ? (await heldTools(reading, asked.technicianId)).map(toolToReturn) : [],
  };
}

/** Return the old parts that a technician owes, with the day on which they are due. */
export async function owedParts(
  { technicianId }: CallInputOf<typeof oldPartsOwed>,
  reading: Reading,
): Promise<CallAnswer<typeof oldPartsOwed>> {
  await reading.visible(technician).all([technicianId]);
  const { days } = await oldPartTerms(reading);
  return (await owedByTechnician(reading, technicianId)).map(
    ({ suppliesId, left, underWay: _underWay, since, ...one }) => {
      const dueDate = dueDayOf(since, days);
      return {
        ...one,
        completionSuppliesId: suppliesId,
        qty: left,
        since,
        dueDate,
        overdue: dueDate < reading.today(),
      };
    },
  );
}
