import type { Row } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import { material } from '#business/materials/items/material.paper.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

interface Holding {
  readonly materialId: string;
  readonly store: string;
  readonly isHere: boolean;
  readonly bin: string | null;
}

/** Return where a serial number is in stock; the store of the shipment first. */
export const holderOf = async (reading: Reading, storeId: string, serialNo: string): Promise<Holding | undefined> =>
  (
    await reading.sql.query<Holding>(
      `select s.material_id::text as "materialId", w.warehouse_name as store, s.warehouse_id = $2 as "isHere", s.bin_code as bin
    from ${stockFacts} s join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id
    where s.tenant_id = $1 and s.serial_no = $3 and s.on_hand > 0 and s.is_deleted = 0 order by s.warehouse_id <> $2, s.id limit 1`,
      [reading.tenantId, storeId, serialNo],
    )
  )[0];

/** Return the material of a code: its own code, its bar code, or that of its box. Hidden codes find nothing. */
export async function itemByCode(reading: Reading, code: string): Promise<Row<typeof material> | undefined> {
  const { fields } = visibleTo(reading.person, material);
  for (const field of (['itemCode', 'barcode', 'packBarcode'] as const).filter((name) => name in fields)) {
    const [found] = await reading.find(material, { [field]: code }, { first: 1 });
    if (found) return found;
  }
  return undefined;
}
