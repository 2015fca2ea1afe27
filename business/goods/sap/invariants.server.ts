import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';

/** The lines of handed-over documents that SAP gets, with their quantities. */
const SENT = `select h.id, h.shipment_no as no, 'shipment' as bill, e.id as line, e.ship_qty as qty from asmaterialshipments h join asmaterialshipmentsdetails e on e.tenant_id = h.tenant_id and e.material_shipments_id = h.id and e.is_deleted = 0 and e.ship_qty > 0
    where h.tenant_id = $1 and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed') and coalesce(h.sap_status, 'notNeeded') <> 'notNeeded'
  union all select h.id, h.return_no, 'returnBack', e.id, e.accept_qty from asreturnedmaterials h join asreturnedmaterialsdetails e on e.tenant_id = h.tenant_id and e.return_id = h.id and e.is_deleted = 0 and e.accept_qty > 0 and e.checked_status = 'good'
    where h.tenant_id = $1 and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed') and coalesce(h.sap_status, 'notNeeded') <> 'notNeeded'`;

/** Invariants of the queue to SAP. */
export const sapInvariants: readonly Invariant[] = [
  brokenRows('sapFlow', {
    code: 'S11',
    title: [
      '推送SAP的单据每行恰有一条流水，已推送的有SAP单号，幂等键唯一',
      'Each line for SAP has one row, posted rows have a number, and keys are unique',
    ],
    sql: `
    select x.id::text as id, x.no, format('line %s: %s in %s rows of %s', x.line, x.qty, r.n, r.qty) as detail from (${SENT}) x
    cross join lateral (select count(*) as n, coalesce(sum(f.qty), 0) as qty from assapwarehouseflow f where f.tenant_id = $1 and f.bill_type = x.bill and f.bill_id = x.id and f.bill_line_id = x.line and f.is_deleted = 0) r where r.n <> 1 or r.qty <> x.qty
    union all
    select f.id::text, f.flow_no, 'no number of SAP' from assapwarehouseflow f where f.tenant_id = $1 and f.is_deleted = 0 and f.direction = 'out' and f.sap_status = 'pushed' and coalesce(f.sap_doc_num, '') = ''
    union all
    select min(f.id)::text, min(f.flow_no), format('%s rows of the key %s', count(*), f.idempotency_key) from assapwarehouseflow f where f.tenant_id = $1 and f.is_deleted = 0 group by f.idempotency_key having count(*) > 1
    union all
    select f.id::text, f.flow_no, format('%s of the document %s', f.sap_status, f.bill_no) from assapwarehouseflow f
    where f.tenant_id = $1 and f.is_deleted = 0 and f.direction = 'out' and f.bill_type is distinct from 'consume' and not exists (select 1 from (${SENT}) x where x.line = f.bill_line_id and x.bill = f.bill_type)`,
  }),
];
