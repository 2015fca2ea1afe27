import { addDays, daysBetween } from '#kernel/language/days.ts';
import type { Reading } from '#kernel/server';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

/** Return the SQL of the old parts that were accepted for a used part `s`. */
export const acceptedOf = (s: string): string => `coalesce((select sum(d.accept_qty) from asreturnedmaterialsdetails d
  join asreturnedmaterials h on h.tenant_id = d.tenant_id and h.id = d.return_id and h.is_deleted = 0 and h.document_status in ('transmitted', 'closed')
  where d.tenant_id = ${s}.tenant_id and d.completion_supplies_id = ${s}.id and d.is_deleted = 0), 0)`;

/** Used parts whose old part is to be returned, with the accepted quantity, of the tenant `$1`. */
export const OWED = `select s.id, s.completion_id, c.completion_no, c.submit_time, s.warehouse_id, s.material_id, i.item_code, i.item_name, s.qty, a.qty as accepted
  from ${completionSupplyFacts} s join ${completionFacts} c on c.tenant_id = s.tenant_id and c.id = s.completion_id and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed')
  join ${materialFacts} i on i.tenant_id = s.tenant_id and i.id = s.material_id and i.return_old
  cross join lateral (select ${acceptedOf('s')} as qty) a where s.tenant_id = $1 and s.is_deleted = 0`;

/** Return the day on which an old part is due back. */
export const dueDayOf = (since: string, days: number): string => addDays(since, days);

/** Return the days until an old part is due back; below 0 when it is overdue. */
export const daysLeft = (since: string, days: number, today: string): number =>
  daysBetween(today, dueDayOf(since, days));

/** An old part that a technician owes. */
export interface OwedPart {
  readonly suppliesId: string;
  readonly completionId: string;
  readonly completionNo: string;
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly left: string;
  /** How much of it is on returns that are not taken over yet. */ readonly underWay: string;
  readonly since: string;
}

const UNDER_WAY = `coalesce((select sum(coalesce(d.accept_qty, d.return_qty)) from asreturnedmaterialsdetails d
  join asreturnedmaterials h on h.tenant_id = d.tenant_id and h.id = d.return_id and h.is_deleted = 0 and h.document_status in ('submitted', 'approved')
  where d.tenant_id = $1 and d.completion_supplies_id = o.id and d.is_deleted = 0), 0)`;

const COLUMNS = `o.id::text as "suppliesId", o.completion_id::text as "completionId", o.completion_no as "completionNo", o.material_id::text as "materialId", o.item_code as "itemCode",
  o.item_name as "itemName", (o.qty - o.accepted)::numeric(14,3)::text as left, ${UNDER_WAY}::numeric(14,3)::text as "underWay", o.submit_time::date::text as since`;

/** Return the old parts that belong to a van and were not returned, the oldest first. */
export const owedOf = (reading: Reading, warehouseId: string): Promise<OwedPart[]> =>
  reading.sql.query<OwedPart>(
    `select ${COLUMNS} from (${OWED} and s.warehouse_id = $2) o where o.qty > o.accepted order by o.submit_time, o.id`,
    [reading.tenantId, warehouseId],
  );

/** Return the old parts that a technician owes, the oldest first. */
export const owedByTechnician = (reading: Reading, technicianId: string): Promise<OwedPart[]> =>
  reading.sql.query<OwedPart>(
    `select ${COLUMNS} from (${OWED} and s.warehouse_id in (select w.id from ${warehouseFacts} w where w.tenant_id = $1 and w.technician_id = $2 and w.warehouse_type = 'person')) o
    where o.qty > o.accepted order by o.submit_time, o.id`,
    [reading.tenantId, technicianId],
  );
