import { addDays } from '#kernel/language/days.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Reading, raw, sql } from '#kernel/server';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import type { shortStock } from './short-stock.calls.ts';

const DAYS = 28;
const SHOWN = 6;

interface Short {
  readonly id: string;
  readonly name: string;
  readonly has: string;
  readonly needs: string;
  readonly used: string;
  readonly coming: string;
  readonly count: number;
}

/** Return the items below their safety stock in main and area stores, with the days that they last. */
export async function shortItems(_sent: object, reading: Reading): Promise<CallAnswer<typeof shortStock>> {
  const query = { alertState: 'low,none', warehouseType: 'main,area', materialStatus: 'good' };
  const visible = await reading.visible(stock, { query }).sql();
  const rows = await reading.sql.query<Short>(
    sql`select x.*, count(*) over ()::int as count from (select t.id::text as id, m.item_name as name, t.on_hand::text as has, m.min_stock::text as needs,
        coalesce((select sum(v.qty) from ${stockMoveFacts} v where v.tenant_id = t.tenant_id and v.material_id = t.material_id and v.from_warehouse_id = t.warehouse_id
          and v.reverse_of_id is null and v.post_date > ${addDays(reading.today(), -DAYS)}::date), 0)::text as used,
        coalesce((select sum(s.on_hand) from ${warehouseFacts} w join ${warehouseFacts} y on y.tenant_id = w.tenant_id and y.warehouse_type = 'transit' and y.is_deleted = 0
          and y.technician_id is not distinct from w.technician_id and y.dept_id is not distinct from w.dept_id
          join ${stockFacts} s on s.tenant_id = y.tenant_id and s.warehouse_id = y.id and s.material_id = t.material_id and s.is_deleted = 0
          where w.tenant_id = t.tenant_id and w.id = t.warehouse_id), 0)::text as coming
      from ${stockFacts} t join ${materialFacts} m on m.tenant_id = t.tenant_id and m.id = t.material_id where ${visible} and m.min_stock > 0 and t.on_hand < m.min_stock) x
      order by case when x.used::numeric > 0 then x.has::numeric / x.used::numeric when x.has::numeric <= 0 then 0 else 1000 end, x.id limit ${raw(SHOWN)}`,
  );
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ id, name, has, needs, used, coming }) => ({
      id,
      name,
      has: quantityText(has),
      needs: quantityText(needs),
      days: Number(has) <= 0 ? 0 : Number(used) > 0 ? Math.floor((Number(has) * DAYS) / Number(used)) : null,
      coming: quantityText(coming),
    })),
  };
}
