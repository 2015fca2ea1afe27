import type { Row } from '#kernel/language/paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { type Reading, sql } from '#kernel/server';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { partsStateOf } from '#business/dispatch/candidates/parts-ready.server.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { materialApplyLine } from '../apply/material-apply-line.paper.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { oldPartTerms } from '../apply/old-parts.server.ts';
import { usualStockOf } from '../apply/usual.server.ts';
import { wantedPartsOf } from '../follow/short-parts.server.ts';
import { materialShipmentLine } from '../shipment/material-shipment-line.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import type { ComingGoods, OrderParts, OwnGoods, OwnRequest } from './own-goods.calls.ts';
import { ownOldParts, ownReturnsOf, ownShipments, ownStock } from './returns/own-returns.server.ts';
import { ownToolsOf } from './tools/own-tools.server.ts';

type Technician = Row<typeof technician>;

const LOOK_AHEAD_DAYS = 7;
const MAX_SHIPMENTS = 60;
const MAX_REQUESTS = 60;
const MAX_ORDERS = 40;

const OPEN_REQUESTS = ['draft', 'returned', 'submitted', 'approved', 'published', 'partShipped'] as const;

/** Return the warehouses that issue goods, those of the technician's department first. */
const storesFor = (reading: Reading, me: Technician): Promise<{ id: string; name: string }[]> =>
  reading.sql.query(
    `select id::text as id, warehouse_name as name from ${warehouseFacts} where tenant_id = $1 and warehouse_type in ('main', 'area') and status = 1 and is_deleted = 0
    order by (dept_id is not distinct from $2) desc, warehouse_type desc, id limit 100`,
    [reading.tenantId, me.deptId],
  );

/** Return the bar codes of materials. */
async function barcodesOf(reading: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = ids.length ? await reading.find(material, { id: [...new Set(ids)] }, { limit: ids.length }) : [];
  return new Map(rows.map((row) => [row.id, row.barcode]));
}

/** Return the shipments that wait at the counter or are under way, each with its lines. */
async function comingTo(reading: Reading, me: Technician): Promise<ComingGoods[]> {
  const mine = { technicianId: me.id };
  const [ready, sent] = await Promise.all([
    reading
      .visible(materialShipment, { match: { ...mine, documentStatus: 'approved' } })
      .rows({ first: MAX_SHIPMENTS }),
    reading
      .visible(materialShipment, {
        match: { ...mine, documentStatus: 'transmitted', shipWay: ['courier', 'relay'] },
        also: sql`exists (select 1 from asmaterialshipmentsdetails e where e.tenant_id = t.tenant_id and e.material_shipments_id = t.id and e.is_deleted = 0 and coalesce(e.received_qty, 0) < e.ship_qty)`,
      })
      .rows({ first: MAX_SHIPMENTS }),
  ]);
  const rows = [...ready, ...sent];
  if (!rows.length) return [];
  const lines = await reading.find(
    materialShipmentLine,
    { materialShipmentsId: rows.map((row) => row.id) },
    { limit: 50_000 },
  );
  const barcodes = await barcodesOf(
    reading,
    lines.map((line) => line.materialId),
  );
  const byShipment = Map.groupBy(lines, (line) => line.materialShipmentsId);
  return rows.map((row) => ({
    id: row.id,
    shipmentNo: row.shipmentNo,
    applyNos: row.applyNos || null,
    state: row.documentStatus ?? '',
    shipWay: row.shipWay || null,
    carrier: row.carrier || null,
    trackingNo: row.trackingNo || null,
    since: row.transmitTime || row.approvalTime || null,
    lines: (byShipment.get(row.id) ?? []).map((line) => ({
      id: line.id,
      materialId: line.materialId,
      itemCode: line.itemCode ?? '',
      itemName: line.itemName ?? '',
      barcode: barcodes.get(line.materialId) ?? null,
      unit: line.unit,
      shipQty: line.shipQty,
      receivedQty: line.receivedQty ?? '0',
      serialNos: serialsIn(line.serialNos),
      receivedSerials: serialsIn(line.receivedSerials),
    })),
  }));
}

interface OpenVisit {
  readonly registrationFormId: string;
  readonly dispId: string;
  readonly customerName: string;
  readonly planStart: string;
}

/** Return the technician's orders of the next days, by their next visit. */
const openVisits = (reading: Reading, me: Technician): Promise<OpenVisit[]> =>
  reading.sql.query<OpenVisit>(
    `select distinct on (v.registration_form_id) v.registration_form_id::text as "registrationFormId", v.disp_id::text as "dispId", r.customer_name as "customerName", left(v.plan_start::text, 19) as "planStart"
    from ${visitFacts} v join ${registrationFacts} r on r.tenant_id = v.tenant_id and r.id = v.registration_form_id
    where v.tenant_id = $1 and v.technician_id = $2 and v.is_deleted = 0 and v.sent_time is not null and v.task_status = any($3::text[]) and v.plan_start < ($4::date)::timestamptz
    order by v.registration_form_id, v.plan_start limit ${MAX_ORDERS}`,
    [reading.tenantId, me.id, OPEN_VISIT_STATES, addDays(reading.today(), LOOK_AHEAD_DAYS)],
  );

/** Return the suggested parts of the technician's orders, the next visit first. */
async function partsOfOrders(reading: Reading, me: Technician): Promise<OrderParts[]> {
  const visits = await openVisits(reading, me);
  const orders = visits.map((one) => ({ id: one.registrationFormId, technicianId: me.id }));
  const byOrder = Map.groupBy(await wantedPartsOf(reading, orders), (one) => one.orderId);
  const states = await partsStateOf(
    reading,
    orders.filter((one) => byOrder.has(one.id)),
  );
  return visits
    .flatMap((visit) => {
      const parts = byOrder.get(visit.registrationFormId);
      if (!parts) return [];
      const { storeId = null, storeName = null, vanOf = null } = states.get(visit.registrationFormId) ?? {};
      return [{ ...visit, parts: parts.map(({ orderId: _orderId, ...part }) => part), storeId, storeName, vanOf }];
    })
    .toSorted((one, other) => one.planStart.localeCompare(other.planStart));
}

/** Return the technician's requests that are open, the newest first. */
async function requestsOf(reading: Reading, me: Technician): Promise<OwnRequest[]> {
  const rows = await reading
    .visible(materialApply, { match: { technicianId: me.id, documentStatus: [...OPEN_REQUESTS] } })
    .rows({ order: 't.id desc', first: MAX_REQUESTS });
  const lines = rows.length
    ? await reading.find(materialApplyLine, { materialsApplyId: rows.map((row) => row.id) }, { limit: 50_000 })
    : [];
  const byRequest = Map.groupBy(lines, (line) => line.materialsApplyId);
  return rows.map((row) => ({
    id: row.id,
    applyNo: row.applyNo,
    applyType: row.applyType,
    documentStatus: row.documentStatus ?? '',
    registrationFormId: row.registrationFormId || null,
    customerName: row.customerName || null,
    needDate: row.needDate,
    examineNote: row.examineNote || null,
    lines: (byRequest.get(row.id) ?? []).map(({ materialId, itemName, applyQty }) => ({
      materialId,
      itemName: itemName ?? '',
      applyQty,
    })),
  }));
}

const NOTHING = {
  stores: [],
  coming: [],
  orders: [],
  requests: [],
  usual: [],
  oldParts: [],
  held: [],
  shipments: [],
  returns: [],
  tools: [],
  storedTools: [],
  toolRequests: [],
  blocksTools: false,
} satisfies Partial<OwnGoods>;

/** Return the caller's buttons, and the terms of old parts. */
async function termsFor(
  reading: Reading,
): Promise<Pick<OwnGoods, 'oldPartDays' | 'oldPartLimit' | 'mayRequest' | 'mayReturn' | 'mayApply'>> {
  const { days, limit } = await oldPartTerms(reading);
  return {
    oldPartDays: days,
    oldPartLimit: limit,
    mayRequest: reading.may('asmaterialapply_submit'),
    mayReturn: reading.may('asreturnedmaterials_submit'),
    mayApply: reading.may('astoolapply_submit'),
  };
}

/** Return the goods of the caller's technician: what comes, is missing, is owed and is held, and the tools. */
export async function ownGoods(reading: Reading): Promise<OwnGoods> {
  const [me] = await reading.find(technician, { userId: reading.person.id }, { first: 1 });
  const terms = await termsFor(reading);
  if (!me) return { technicianId: null, ...NOTHING, ...terms };
  const [stores, coming, orders, requests, usual] = await Promise.all([
    storesFor(reading, me),
    comingTo(reading, me),
    partsOfOrders(reading, me),
    requestsOf(reading, me),
    usualStockOf({ technicianId: me.id }, reading),
  ]);
  const [oldParts, held, shipments, returns, tools] = await Promise.all([
    ownOldParts(reading, me, terms.oldPartDays),
    ownStock(reading, me),
    ownShipments(reading, me),
    ownReturnsOf(reading, me),
    ownToolsOf(reading, me),
  ]);
  const back = { oldParts, held, shipments, returns, ...tools };
  return { technicianId: me.id, stores, coming, orders, requests, usual, ...back, ...terms };
}
