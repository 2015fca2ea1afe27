import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { USUAL_DAYS, usualQty } from './apply.rules.ts';
import type { usualStock } from './material-apply.calls.ts';

interface Used {
  materialId: string;
  itemCode: string;
  itemName: string;
  consumed: string;
  days: number;
  onHand: string;
}

/** Return the usual stock of a van by its consumption of the last weeks, the most missing first. */
export async function usualStockOf(
  { technicianId }: CallInputOf<typeof usualStock>,
  reading: Reading,
): Promise<CallAnswer<typeof usualStock>> {
  await reading.visible(technician).all([technicianId]);
  const used = await reading.sql.query<Used>(
    `select l.material_id::text as "materialId", max(i.item_code) as "itemCode", max(i.item_name) as "itemName", sum(case when l.from_warehouse_id = w.id then l.qty else -l.qty end)::text as consumed,
      count(distinct l.post_date) filter (where l.from_warehouse_id = w.id)::int as days, coalesce((select sum(s.on_hand) from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = w.id and s.material_id = l.material_id and s.material_status = 'good' and s.is_deleted = 0), 0)::text as "onHand"
    from ${warehouseFacts} w join ${stockMoveFacts} l on l.tenant_id = w.tenant_id and l.bill_type = 'consume' and (l.from_warehouse_id = w.id or l.to_warehouse_id = w.id) and l.post_date > $3::date and l.is_deleted = 0
      join ${materialFacts} i on i.tenant_id = l.tenant_id and i.id = l.material_id
    where w.tenant_id = $1 and w.technician_id = $2 and w.warehouse_type = 'person' and w.is_deleted = 0 group by w.id, l.material_id`,
    [reading.tenantId, technicianId, addDays(reading.today(), -USUAL_DAYS)],
  );
  return used
    .map(({ consumed, days, ...one }) => {
      const wanted = usualQty({ consumed, days });
      const missing = stepsOf(wanted, QTY) - stepsOf(one.onHand, QTY);
      return { ...one, usual: wanted, missing: decimalOf(missing > 0n ? missing : 0n, QTY) };
    })
    .filter((one) => stepsOf(one.usual, QTY) > 0n)
    .toSorted((a, b) => Number(b.missing) - Number(a.missing) || (a.itemCode < b.itemCode ? -1 : 1));
}
