import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { actionLogFacts } from '#business/masterdata/records/action-log-facts.relation.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { reservationFacts } from '#business/materials/stores/facts/reservation-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { returnInvariants } from './returns/invariants.server.ts';
import { sapInvariants } from './sap/invariants.server.ts';
import { toolInvariants } from './tools/invariants.server.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

/** Postings that other documents of this invariant count by themselves. */
const COUNTED = "('shipment', 'receive', 'reverse', 'consume', 'oldPart', 'returnBack')";

/** Documents that ended, and those that hold a reservation without being approved. */
const ENDED = `select a.id, a.apply_no as no from asmaterialapply a where a.tenant_id = $1 and a.is_deleted = 0 and a.document_status in ('closed', 'cancelled')
  union all select h.id, h.shipment_no from asmaterialshipments h where h.tenant_id = $1 and h.is_deleted = 0 and h.document_status = 'closed'
  union all select h.id, h.return_no from asreturnedmaterials h where h.tenant_id = $1 and h.is_deleted = 0 and h.document_status = 'closed'`;

/** Invariants of requests, shipments, returns, SAP and tools. */
export const invariants: readonly Invariant[] = [
  brokenRows('materialApplyLine', {
    code: 'S7',
    title: [
      '已发 = 已移交之和 ≤ 核准 ≤ 申请',
      'Shipped is the sum of hand-overs, within the approved and the requested',
    ],
    sql: `
    select d.id::text as id, d.item_name as no, format('shipped %s of %s approved, %s closed, hand-overs %s', coalesce(d.shipped_qty, 0), coalesce(d.approved_qty, 0), coalesce(d.closed_qty, 0), x.qty) as detail
    from asmaterialapplydetails d cross join lateral (select coalesce(sum(e.ship_qty), 0) as qty from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed')
      where e.tenant_id = d.tenant_id and e.apply_detail_id = d.id and e.is_deleted = 0) x
    where d.tenant_id = $1 and d.is_deleted = 0 and (coalesce(d.shipped_qty, 0) <> x.qty or coalesce(d.shipped_qty, 0) + coalesce(d.closed_qty, 0) > coalesce(d.approved_qty, 0) or d.approved_qty > d.apply_qty)`,
  }),
  brokenRows('warehouse', {
    code: 'S8',
    title: [
      '个人库结存 = 签收 − 转交 − 用料 + 旧件 − 退料 ± 其他过账',
      'A van has what was received, less what was relayed, used or returned, with old parts and other postings',
    ],
    sql: `
    select w.id::text as id, w.warehouse_name as no, format('%s: on hand %s, by documents %s', k.m, sum(k.held), sum(k.qty)) as detail from (
      select s.warehouse_id as w, s.material_id as m, s.on_hand as held, 0 as qty from ${stockFacts} s where s.tenant_id = $1 and s.is_deleted = 0
      union all select h.to_warehouse_id, e.material_id, 0, e.received_qty from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed') where e.tenant_id = $1 and e.is_deleted = 0
      union all select h.from_warehouse_id, e.material_id, 0, -e.ship_qty from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed') where e.tenant_id = $1 and e.is_deleted = 0
      union all select c.warehouse_id, c.material_id, 0, coalesce(c.posted_old_qty, 0) - coalesce(c.posted_qty, 0) from ${completionSupplyFacts} c where c.tenant_id = $1
      union all select h.from_warehouse_id, e.material_id, 0, -e.accept_qty from asreturnedmaterialsdetails e join asreturnedmaterials h on h.tenant_id = e.tenant_id and h.id = e.return_id and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed') where e.tenant_id = $1 and e.is_deleted = 0
      union all select l.to_warehouse_id, l.material_id, 0, l.qty from ${stockMoveFacts} l where l.tenant_id = $1 and l.is_deleted = 0 and l.bill_type not in ${COUNTED}
      union all select l.from_warehouse_id, l.material_id, 0, -l.qty from ${stockMoveFacts} l where l.tenant_id = $1 and l.is_deleted = 0 and l.bill_type not in ${COUNTED}) k
    join ${warehouseFacts} w on w.tenant_id = $1 and w.id = k.w and w.warehouse_type = 'person' group by w.id, w.warehouse_name, k.m having sum(k.held) <> sum(k.qty)`,
  }),
  brokenRows('materialShipment', {
    code: 'S12',
    title: [
      '已关闭、已取消的单据不再变动，占用只属于已审核的发料单和未入库的退料单',
      'Ended documents never change, and only approved shipments and open returns hold reservations',
    ],
    sql: `
    select x.id::text as id, x.no, format('%s after its end', l.action) as detail from (${ENDED}) x
    cross join lateral (select g.id, g.action, min(g.id) filter (where g.to_status in ('closed', 'cancelled')) over () as ended from ${actionLogFacts} g where g.tenant_id = $1 and g.biz_id = x.id and g.is_deleted = 0) l
    where l.id > l.ended
    union all
    select h.id::text, h.shipment_no, format('reserved %s in the state %s', r.qty - coalesce(r.released_qty, 0), h.document_status) from ${reservationFacts} r
    join asmaterialshipmentsdetails e on e.tenant_id = r.tenant_id and e.id = r.bill_line_id join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id
    where r.tenant_id = $1 and r.bill_type = 'shipment' and r.reserve_status = 'open' and r.is_deleted = 0 and (h.document_status <> 'approved' or h.is_deleted = 1 or e.is_deleted = 1)
    union all
    select h.id::text, h.return_no, format('reserved %s in the state %s', r.qty - coalesce(r.released_qty, 0), h.document_status) from ${reservationFacts} r
    join asreturnedmaterialsdetails e on e.tenant_id = r.tenant_id and e.id = r.bill_line_id join asreturnedmaterials h on h.tenant_id = e.tenant_id and h.id = e.return_id
    where r.tenant_id = $1 and r.bill_type = 'returnBack' and r.reserve_status = 'open' and r.is_deleted = 0 and (h.document_status not in ('submitted', 'approved') or h.is_deleted = 1 or e.is_deleted = 1)`,
  }),
  ...returnInvariants,
  ...sapInvariants,
  ...toolInvariants,
];
