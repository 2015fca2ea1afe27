import { visibleTo } from '#kernel/language/permission.ts';
import { type Reading, http } from '#kernel/server';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { sapAdapter } from '#business/materials/sap/sap-of-company.server.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';

/** May a reader see a field of warehouses? A data scope may hide it. */
export const seesOfWarehouse = ({ person }: Pick<Reading, 'person'>, field: 'sapWhsCode' | 'warehouseName'): boolean =>
  field in visibleTo(person, warehouse).fields;

/** Refuse a comparison by SAP warehouse to readers from whom its code is hidden. */
export function assertSeesCodes(reading: Pick<Reading, 'person'>): void {
  if (!seesOfWarehouse(reading, 'sapWhsCode')) throw http.forbidden();
}

/** Return the SAP warehouse of the vans of a company; empty where vans are not in SAP. */
export const personWhs = async (reading: Pick<Reading, 'parameter'>): Promise<string> =>
  (await reading.parameter('as.sap.personWhs')).trim().toUpperCase().slice(0, 8);

/**
 * Return the SQL of the SAP warehouse of a store `w`. A van without a code of its own has that of `vans`, and so have
 * goods on their way to it.
 */
export const sapCodeOf = (w: string, vans: string): string =>
  `coalesce(nullif(${w}.sap_whs_code, ''), case when ${w}.warehouse_type in ('person', 'transit') then nullif(${vans}, '') end)`;

/**
 * Return the SQL of the effects of a movement `l` from a store `o` to a store `n` on good stock. Each has the warehouse of
 * SAP, the signed quantity, and the warehouse at the other end.
 */
export const movesByCode = (vans: string): string =>
  `(values (case when l.material_status = 'good' then ${sapCodeOf('o', vans)} end, -l.qty, ${sapCodeOf('n', vans)}), (case when coalesce(l.to_material_status, l.material_status) = 'good' then ${sapCodeOf('n', vans)} end, l.qty, ${sapCodeOf('o', vans)}))`;

/** Return the SAP warehouses of two stores, null where a movement between them is not sent to SAP. */
export async function sapWay(
  reading: Reading,
  fromId: string,
  toId: string,
): Promise<{ readonly fromWhsCode: string; readonly toWhsCode: string } | null> {
  if (!(await sapAdapter(reading))) return null;
  const rows = await reading.sql.query<{ id: string; code: string | null }>(
    `select w.id::text as id, ${sapCodeOf('w', '$3::text')} as code from ${warehouseFacts} w where w.tenant_id = $1 and w.id = any($2::bigint[])`,
    [reading.tenantId, [fromId, toId], await personWhs(reading)],
  );
  const [from, to] = [fromId, toId].map((id) => rows.find((row) => row.id === id)?.code);
  return from && to && from !== to ? { fromWhsCode: from, toWhsCode: to } : null;
}
