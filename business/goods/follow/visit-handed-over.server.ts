import type { LocalizedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { crewMemberFacts } from '#business/dispatch/crew/crew-member-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { applyLifecycle } from '../apply/apply-lifecycle.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialShipmentLine } from '../shipment/material-shipment-line.paper.ts';
import { sumUpShipments } from '../shipment/material-shipment-line.server.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';

type Technician = Row<typeof technician>;

const ENDS: readonly unknown[] = applyLifecycle.ends;

interface OfApply {
  readonly id: string;
  readonly no: string;
  readonly state: string;
  readonly isShared: boolean;
}

const NEW_HANDS: LocalizedText = [
  '任务已转派，收料人随之更改',
  'The visit went to another technician, and the goods follow',
];

/** Return the shipments of a request. `isShared`: other requests have lines there. */
const shipmentsOf = (context: Context, applyIds: readonly string[]): Promise<OfApply[]> =>
  context.sql.query<OfApply>(
    `select h.id::text as id, h.shipment_no as no, h.document_status as state, bool_or(d.id is null or d.materials_apply_id <> all($2::bigint[])) as "isShared"
    from asmaterialshipments h join asmaterialshipmentsdetails e on e.tenant_id = h.tenant_id and e.material_shipments_id = h.id and e.is_deleted = 0
    left join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
    where h.tenant_id = $1 and h.is_deleted = 0 and h.document_status in ('draft', 'returned', 'submitted', 'approved', 'transmitted')
      and h.id in (select x.material_shipments_id from asmaterialshipmentsdetails x join asmaterialapplydetails y on y.tenant_id = x.tenant_id and y.id = x.apply_detail_id where x.tenant_id = $1 and y.materials_apply_id = any($2::bigint[]) and x.is_deleted = 0)
    group by h.id, h.shipment_no, h.document_status order by h.id`,
    [context.tenantId, applyIds],
  );

/** Lock the shipments of requests, and return them as they are under the lock. */
async function lockShipmentsOf(context: Context, applyIds: readonly string[]): Promise<OfApply[]> {
  const found = await shipmentsOf(context, applyIds);
  if (!found.length) return [];
  await context.lockRows(
    materialShipment,
    found.map((one) => one.id),
  );
  return shipmentsOf(context, applyIds);
}

/** Ask for a relay of goods that the first technician has, or that wait together with goods of other requests. */
const askRelay = (context: Context, of: OfApply, to: Technician): Promise<void> =>
  context.call(notifyStaff, {
    event: 'materialHandedOver',
    to: { roles: ['as_store'] },
    title: [`任务转派，物料待转交:${of.no}`, `Visit transferred, goods to relay: ${of.no}`],
    content: [`请转交给 ${to.realName}`, `Relay them to ${to.realName}`],
    bizType: 'shipment',
    bizId: of.id,
    bizNo: of.no,
    todo: true,
    again: `relay ${to.id}`,
  });

/** Move the lines of requests from a draft that others share to a draft of their own. */
async function splitDraft(
  context: Context,
  of: OfApply,
  applyIds: readonly string[],
  receiver: { readonly technicianId: string; readonly toWarehouseId: string },
): Promise<void> {
  const { shipType, shipWay, fromWarehouseId, byPublish } = await context.get(materialShipment, of.id);
  const rows = await context.sql.query<{ id: string; applyId: string; applyNo: string }>(
    `select e.id::text as id, a.id::text as "applyId", a.apply_no as "applyNo" from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id
    where e.tenant_id = $1 and e.material_shipments_id = $2 and a.id = any($3::bigint[]) and e.is_deleted = 0 order by e.id`,
    [context.tenantId, of.id, applyIds],
  );
  const made = await context.create(materialShipment, {
    ...receiver,
    shipType,
    shipWay,
    fromWarehouseId,
    byPublish,
    materialApplyId: rows[0]?.applyId,
    applyNos: [...new Set(rows.map((row) => row.applyNo))].join('、').slice(0, 255),
    documentStatus: 'draft',
  });
  await context.changeAll(materialShipmentLine, new Map(rows.map((row) => [row.id, { materialShipmentsId: made.id }])));
  await sumUpShipments(context, [of.id, made.id]);
}

/** Let a shipment follow: one that has not left changes its receiver, the others ask for a relay. */
async function follow(
  context: Context,
  of: OfApply,
  applyIds: readonly string[],
  { who, toWarehouseId }: { readonly who: Technician; readonly toWarehouseId: string },
): Promise<void> {
  const receiver = { technicianId: who.id, toWarehouseId };
  const isDraft = of.state === 'draft' || of.state === 'returned';
  if (of.state !== 'transmitted' && !of.isShared) await context.change(materialShipment, of.id, receiver, NEW_HANDS);
  else if (isDraft) await splitDraft(context, of, applyIds, receiver);
  else await askRelay(context, of, who);
}

/** Return the requests of technicians that served this form, and are no longer in its crew. */
async function leftBehind(context: Context, dispId: string): Promise<string[]> {
  const rows = await context.sql.query<{ id: string }>(
    `select a.id::text as id from asmaterialapply a where a.tenant_id = $1 and a.disp_id = $2 and a.is_deleted = 0 and a.document_status in ('draft', 'returned', 'submitted', 'approved', 'published', 'partShipped', 'shipped')
      and exists (select 1 from ${visitFacts} v where v.tenant_id = a.tenant_id and v.disp_id = a.disp_id and v.technician_id = a.technician_id and v.is_deleted = 0)
      and not exists (select 1 from ${crewMemberFacts} c where c.tenant_id = a.tenant_id and c.disp_id = a.disp_id and c.technician_id = a.technician_id and c.is_current and c.is_deleted = 0) order by a.id`,
    [context.tenantId, dispId],
  );
  return rows.map((row) => row.id);
}

/** Goods follow a visit to another technician: what is not handed over changes its receiver, the rest asks for a relay. */
export async function handOverVisit(context: Context, visitId: string): Promise<void> {
  const { dispId } = await context.get(visit, visitId);
  const to = (await context.get(dispatchForm, dispId)).currentTechnicianId;
  const found = to ? await leftBehind(context, dispId) : [];
  if (!to || !found.length) return;
  const locked = await context.lockRows(materialApply, found);
  // One of them may have ended while this waited for it.
  const applies = locked.filter((one) => !ENDS.includes(one.documentStatus));
  const ids = applies.map((one) => one.id);
  const shipments = await lockShipmentsOf(context, ids);
  const who = await context.get(technician, to);
  const toWarehouseId = await context.call(storeOfPerson, { technicianId: to });
  const moved = { technicianId: to, toWarehouseId, deptId: who.deptId };
  for (const one of applies.filter((row) => row.documentStatus !== 'shipped'))
    await context.change(materialApply, one.id, moved, NEW_HANDS);
  for (const one of shipments) await follow(context, one, ids, { who, toWarehouseId });
}
