import { stepsOf } from '#kernel/language/exact.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { material } from '#business/materials/items/material.paper.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { worthOf } from '../apply/apply.rules.ts';
import { refuse } from '../refusals.ts';
import { materialReturnLine } from './material-return-line.paper.ts';
import { materialReturn } from './material-return.paper.ts';
import { owedOf } from './owed-parts.server.ts';

export type ReturnLine = Row<typeof materialReturnLine>;

/** Sum the lines in their returns. It writes neither version nor log. */
export async function sumUpReturns(
  context: Context,
  returnIds: readonly string[],
  without: readonly string[] = [],
): Promise<void> {
  await context.sql.query(
    `update asreturnedmaterials h set total_qty = s.qty, total_amount = s.amount
    from (select u.id, coalesce(sum(coalesce(d.accept_qty, d.return_qty)), 0) as qty, coalesce(sum(d.amount), 0) as amount from unnest($2::bigint[]) u(id)
      left join asreturnedmaterialsdetails d on d.tenant_id = $1 and d.return_id = u.id and d.id <> all($3::bigint[]) and d.is_deleted = 0 group by u.id) s
    where h.tenant_id = $1 and h.id = s.id`,
    [context.tenantId, returnIds, without],
  );
}

/** Refuse a used part of another technician or material. Return its completion. */
async function completionOf(context: Context, line: ReturnLine, item: string): Promise<string | null> {
  const { completionSuppliesId } = line;
  if (!completionSuppliesId) return line.completionId;
  const { fromWarehouseId } = await context.get(materialReturn, line.returnId);
  const owed = fromWarehouseId ? await owedOf(context, fromWarehouseId) : [];
  const found = owed.find((one) => one.suppliesId === completionSuppliesId && one.materialId === line.materialId);
  if (!found) throw refuse.oldPartNotOwed({ item });
  return found.completionId;
}

export default behaviour<typeof materialReturnLine>(materialReturnLine, {
  async saving(context, { before, values }): Promise<Partial<ReturnLine>> {
    const line = { ...before, ...values } as ReturnLine;
    const item = await context.get(material, line.materialId);
    if (item.materialType === 'service') throw refuse.notAGood({ item: item.itemName });
    if (stepsOf(line.returnQty, QTY) <= 0n) throw refuse.goodsQuantity({ item: item.itemName });
    return {
      itemCode: item.itemCode,
      itemName: item.itemName,
      unit: item.unit,
      amount: worthOf(line.returnQty, item.costPrice ?? '0.0000'),
      completionId: await completionOf(context, line, item.itemName),
    };
  },
  saved: (context, { row }) => sumUpReturns(context, [row.returnId]),
  leaving: (context, rows) =>
    sumUpReturns(
      context,
      [...new Set(rows.map((row) => row.returnId))].toSorted(),
      rows.map((row) => row.id),
    ),
});
