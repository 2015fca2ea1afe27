import type { Reading } from '#kernel/server';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { manufacturerFacts } from '#business/masterdata/standards/manufacturer-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';

/**
 * Return the makers that want an old part back, by used part: those that pay for the part. A claim without the old part
 * is refused. The name is empty where the item has no maker.
 */
export async function makersOf(reading: Reading, suppliesIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(suppliesIds)];
  const rows = ids.length
    ? await reading.sql.query<{ id: string; maker: string }>(
        `select s.id::text as id, coalesce(m.manufacturer_name, '') as maker from ${completionSupplyFacts} s
        join ${materialFacts} i on i.tenant_id = s.tenant_id and i.id = s.material_id left join ${manufacturerFacts} m on m.tenant_id = s.tenant_id and m.id = i.manufacturer_id
        where s.tenant_id = $1 and s.id = any($2::bigint[]) and s.payer = 'manufacturer'`,
        [reading.tenantId, ids],
      )
    : [];
  return new Map(rows.map((row) => [row.id, row.maker]));
}
