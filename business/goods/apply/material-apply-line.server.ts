import type { Row } from '#kernel/language/paper.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import { behaviour, type Context } from '#kernel/server';
import { material } from '#business/materials/items/material.paper.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { refuse } from '../refusals.ts';
import { worthOf } from './apply.rules.ts';
import { materialApplyLine } from './material-apply-line.paper.ts';

type Line = Row<typeof materialApplyLine>;

/** Return the values that a line copies from its material. */
export const copiedFrom = (item: Row<typeof material>) => ({
  itemCode: item.itemCode,
  itemName: item.itemName,
  itmsGrpNam: item.itmsGrpNam,
  unit: item.unit,
  unitPrice: item.costPrice ?? '0.0000',
});

/** Sum the lines in their requests. It writes neither version nor log. */
export async function sumUpApplies(
  context: Context,
  applyIds: readonly string[],
  without: readonly string[] = [],
): Promise<void> {
  await context.sql.query(
    `update asmaterialapply h set total_qty = s.qty, total_amount = s.amount
    from (select u.id, coalesce(sum(coalesce(d.approved_qty, d.apply_qty)), 0) as qty, coalesce(sum(d.amount), 0) as amount from unnest($2::bigint[]) u(id)
      left join asmaterialapplydetails d on d.tenant_id = $1 and d.materials_apply_id = u.id and d.id <> all($3::bigint[]) and d.is_deleted = 0 group by u.id) s
    where h.tenant_id = $1 and h.id = s.id`,
    [context.tenantId, applyIds, without],
  );
}

/** Return the balance of good stock in the store of the request that `at` names. */
const goodStock = (at: string, qty: string): string =>
  `coalesce((select sum(${qty}) from ${stockFacts} s where s.tenant_id = t.tenant_id and s.material_id = t.material_id and s.material_status = 'good' and s.is_deleted = 0
    and s.warehouse_id = (select h.${at} from asmaterialapply h where h.tenant_id = t.tenant_id and h.id = t.materials_apply_id)), 0)`;

export default behaviour<typeof materialApplyLine>(materialApplyLine, {
  async saving(context, { before, values }): Promise<Partial<Line>> {
    const line = { ...before, ...values } as Line;
    const item = await context.get(material, line.materialId);
    if (item.materialType === 'service') throw refuse.notAGood({ item: item.itemName });
    if (stepsOf(line.applyQty, QTY) <= 0n) throw refuse.goodsQuantity({ item: item.itemName });
    const copied = copiedFrom(item);
    return { ...copied, spec: item.spec, amount: worthOf(line.approvedQty ?? line.applyQty, copied.unitPrice) };
  },
  saved: (context, { row }) => sumUpApplies(context, [row.materialsApplyId]),
  leaving: (context, rows) =>
    sumUpApplies(
      context,
      [...new Set(rows.map((row) => row.materialsApplyId))].toSorted(),
      rows.map((row) => row.id),
    ),
  computed: {
    availableQty: goodStock('from_warehouse_id', 's.on_hand - s.reserved'),
    personQty: goodStock('to_warehouse_id', 's.on_hand'),
  },
});
