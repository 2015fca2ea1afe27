import type { Reading } from '#kernel/server';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { reservationFacts } from '#business/materials/stores/facts/reservation-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { LACKING } from '../../board/lacking.server.ts';
import { nearestFirst } from '../../follow/parts-ready.server.ts';

/** A line that a van can relay. */
export interface RelayLine {
  readonly applyLineId: string;
  readonly materialId: string;
  readonly itemName: string;
  readonly qty: string;
}

/** The van that has most of what a request lacks. */
export interface RelayVan {
  readonly warehouseId: string;
  readonly vanOf: string;
  readonly lines: readonly RelayLine[];
}

/** A relay that has not been handed over. */
export interface OpenRelay {
  readonly id: string;
  readonly applyId: string;
  readonly shipmentNo: string;
  readonly documentStatus: string;
  readonly vanOf: string;
}

/** SQL condition: the shipment `h` relays goods of another store than that of the request `a`. */
const IS_RELAY = `h.ship_way = 'relay' and h.from_warehouse_id <> a.from_warehouse_id and h.is_deleted = 0`;

/** SQL of what relays will bring for a line `d` of a request `a`, beyond the reservations that count as free already. */
const RELAYED = `coalesce((select sum(e.ship_qty) from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and ${IS_RELAY}
  where e.tenant_id = d.tenant_id and e.apply_detail_id = d.id and e.is_deleted = 0 and h.document_status in ('draft', 'returned', 'submitted', 'approved')
    and not exists (select 1 from ${reservationFacts} r where r.tenant_id = e.tenant_id and r.bill_type = 'shipment' and r.bill_line_id = e.id and r.reserve_status = 'open' and r.is_deleted = 0)), 0)`;

/** Return for each released request the van that has most of what it lacks: the same team and the nearest home first. */
export async function vansFor(reading: Reading, applyIds: readonly string[]): Promise<ReadonlyMap<string, RelayVan>> {
  if (!applyIds.length) return new Map();
  const rows = await reading.sql.query<RelayVan & { readonly id: string }>(
    `with k as (select a.id, a.technician_id, d.id as line, d.material_id, d.item_name, ${LACKING} - ${RELAYED} as short from asmaterialapply a
      join asmaterialapplydetails d on d.tenant_id = a.tenant_id and d.materials_apply_id = a.id and d.is_deleted = 0
      where a.tenant_id = $1 and a.id = any($2::bigint[]) and a.document_status in ('published', 'partShipped') and a.is_deleted = 0),
    f as (select k.id, k.line, w.id as van, w.technician_id as holder from k join ${stockFacts} s on s.tenant_id = $1 and s.material_id = k.material_id and s.material_status = 'good' and s.is_deleted = 0
      join ${warehouseFacts} w on w.tenant_id = $1 and w.id = s.warehouse_id and w.warehouse_type = 'person' and w.technician_id <> k.technician_id and w.status = 1 and w.is_deleted = 0
      where k.short > 0 group by k.id, k.line, k.short, w.id, w.technician_id having sum(s.on_hand - s.reserved) >= k.short)
    select g.id::text as id, b.van::text as "warehouseId", b.name as "vanOf",
      (select json_agg(json_build_object('applyLineId', k.line::text, 'materialId', k.material_id::text, 'itemName', k.item_name, 'qty', k.short::numeric(14,3)::text) order by k.line) from k where k.line = any(b.lines)) as lines
    from (select distinct id, technician_id from k) g left join ${technicianFacts} t on t.tenant_id = $1 and t.id = g.technician_id
    cross join lateral (select f.van, n.real_name as name, array_agg(f.line) as lines from f join ${technicianFacts} n on n.tenant_id = $1 and n.id = f.holder and n.is_deleted = 0 and n.status = 1
      where f.id = g.id group by f.van, n.id, n.real_name, n.customer_service_team, n.home_location[0], n.home_location[1] order by count(*) desc, ${nearestFirst('n', 't')}, n.id limit 1) b`,
    [reading.tenantId, applyIds],
  );
  return new Map(rows.map(({ id, ...van }) => [id, van]));
}

/** Return the relays for requests that have not been handed over, the newest first. */
export const openRelaysFor = async (reading: Reading, applyIds: readonly string[]): Promise<OpenRelay[]> =>
  applyIds.length
    ? reading.sql.query<OpenRelay>(
        `select h.id::text as id, a.id::text as "applyId", h.shipment_no as "shipmentNo", h.document_status as "documentStatus", coalesce(max(n.real_name), max(w.warehouse_name)) as "vanOf" from asmaterialapply a
        join asmaterialapplydetails d on d.tenant_id = a.tenant_id and d.materials_apply_id = a.id and d.is_deleted = 0
        join asmaterialshipmentsdetails e on e.tenant_id = d.tenant_id and e.apply_detail_id = d.id and e.is_deleted = 0
        join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and ${IS_RELAY} and h.document_status in ('draft', 'returned', 'submitted', 'approved')
        join ${warehouseFacts} w on w.tenant_id = h.tenant_id and w.id = h.from_warehouse_id left join ${technicianFacts} n on n.tenant_id = h.tenant_id and n.id = w.technician_id
        where a.tenant_id = $1 and a.id = any($2::bigint[]) group by h.id, a.id, h.shipment_no, h.document_status order by h.id desc`,
        [reading.tenantId, applyIds],
      )
    : [];
