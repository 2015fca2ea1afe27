import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
/**
 * SQL: the warranty of a customer's machines: `in_warranty`, `expired` or `none`. `customer` is SQL for the customer's
 * id, in a query over `t`.
 */
export const coverSql = (customer: string): string =>
  `(select case when bool_or(e.warranty_end_date >= $today) then 'in_warranty' when count(e.warranty_end_date) > 0 then 'expired' else 'none' end
    from ${equipmentFacts} e where e.tenant_id = t.tenant_id and e.is_deleted = 0 and e.customer_id = ${customer} and e.equipment_status not in ('replaced', 'removed'))`;

/** SQL: is the warranty of a customer one of those in the filter (`$`, separated by commas)? */
export const coverFilter = (customer: string): string => `${coverSql(customer)} = any(string_to_array($, ','))`;
