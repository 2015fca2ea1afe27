import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
/** Does a unit warranty of a customer run, has it ended, or is there none? `customer` is SQL for his id over `t`. */
export const coverSql = (customer: string): string =>
  `(select case when bool_or(e.warranty_end_date >= $today) then 'in_warranty' when count(e.warranty_end_date) > 0 then 'expired' else 'none' end
    from ${equipmentFacts} e where e.tenant_id = t.tenant_id and e.is_deleted = 0 and e.customer_id = ${customer} and e.equipment_status not in ('replaced', 'removed'))`;

/** One of the covers that a filter names. */
export const coverFilter = (customer: string): string => `${coverSql(customer)} = any(string_to_array($, ','))`;
