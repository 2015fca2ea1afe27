import { stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { material } from '../items/material.paper.ts';
import { refuse } from '../refusals.ts';
import { QTY, quantityText } from '../stores/posting.rules.ts';
import { countDifference } from './adjustment-line.rules.ts';
import { serialsIn } from '../stores/posting/serials.rules.ts';
import { stockAdjustmentLine } from './stock-adjustment-line.paper.ts';
import { stockAdjustment } from './stock-adjustment.paper.ts';

type Line = Row<typeof stockAdjustmentLine>;
type Header = Row<typeof stockAdjustment>;

interface Book {
  readonly qty: string;
  readonly cost: string | null;
}

/** Return the balance of an item in a store and condition, summed over its serial numbers, with its average cost. */
async function bookOf(
  context: Context,
  warehouseId: string,
  line: Pick<Line, 'materialId' | 'materialStatus'>,
): Promise<Book> {
  const [book] = await context.sql.query<Book>(
    `select coalesce(sum(on_hand), 0)::numeric(14,3)::text as qty, max(avg_cost)::text as cost
    from asstock where tenant_id = $1 and warehouse_id = $2 and material_id = $3 and material_status = $4 and is_deleted = 0`,
    [context.tenantId, warehouseId, line.materialId, line.materialStatus],
  );
  return book;
}

function moved(header: Header, line: Line, book: Book, itemName: string): string | null {
  if (header.adjustType !== 'count') {
    if (line.qty === null || stepsOf(line.qty, QTY) <= 0n) throw refuse.quantityNotPositive({ item: itemName });
    return line.qty;
  }
  if (line.countQty === null) throw refuse.countMissing({ item: itemName });
  return countDifference(line.countQty, book.qty);
}

/** Refuse serial numbers whose count differs from the quantity of a serial item. */
function assertSerials(
  header: Header,
  line: Line,
  { itemName, trackMode }: Pick<Row<typeof material>, 'itemName' | 'trackMode'>,
): void {
  if (trackMode !== 'serial') return;
  const serials = serialsIn(line.serialNos);
  const qty = header.adjustType === 'count' ? line.countQty : line.qty;
  if (qty !== null && stepsOf(qty, QTY) !== BigInt(serials.length) * 10n ** BigInt(QTY))
    throw refuse.serialsUneven(
      { item: itemName, n: quantityText(qty) },
      { fields: [{ field: 'serialNos', words: ['序列号个数须与数量一致', 'One serial number per piece'] }] },
    );
}

/** Return the derived values of a line: names and unit of the item, book balance, quantity to move, and unit cost. */
export async function completed(context: Context, header: Header, line: Line): Promise<Partial<Line>> {
  const item = await context.get(material, line.materialId);
  const book = await bookOf(context, header.warehouseId, line);
  assertSerials(header, line, item);
  if (header.adjustType === 'purchase' && line.unitCost === null)
    throw refuse.purchaseCost(
      { item: item.itemName },
      { fields: [{ field: 'unitCost', words: ['请填写采购单价', 'Fill in the unit cost'] }] },
    );
  return {
    itemCode: item.itemCode,
    itemName: item.itemName,
    unit: item.unit,
    bookQty: book.qty,
    qty: moved(header, line, book, item.itemName),
    unitCost: line.unitCost ?? book.cost ?? item.costPrice ?? '0.0000',
  };
}

/** Write the sums of the lines into their headers by SQL. This raises no version of the headers and is not logged. */
export async function sumUp(
  context: Context,
  adjustIds: readonly string[],
  without: readonly string[] = [],
): Promise<void> {
  await context.sql.query(
    `update asstockadjust h set total_qty = s.qty, total_amount = s.amount
    from (select u.id, coalesce(sum(d.qty), 0) as qty, coalesce(sum(round(abs(d.qty) * coalesce(d.unit_cost, 0), 2)), 0) as amount from unnest($2::bigint[]) u(id)
      left join asstockadjustdetails d on d.tenant_id = $1 and d.adjust_id = u.id and d.id <> all($3::bigint[]) and d.is_deleted = 0 group by u.id) s
    where h.tenant_id = $1 and h.id = s.id`,
    [context.tenantId, [...adjustIds], [...without]],
  );
}

const headersOf = (rows: readonly Line[]): string[] => [...new Set(rows.map((row) => row.adjustId))].toSorted();

async function draftOf(context: Context, adjustId: string): Promise<Header> {
  const header = await context.get(stockAdjustment, adjustId);
  if (header.adjustStatus !== 'draft') throw refuse.adjustNotDraft({ no: header.adjustNo });
  return header;
}

export default behaviour<typeof stockAdjustmentLine>(stockAdjustmentLine, {
  async saving(context, { before, values }) {
    const line = { ...before, ...values } as Line;
    return completed(context, await draftOf(context, line.adjustId), {
      ...line,
      countQty: line.countQty ?? null,
      qty: line.qty ?? null,
      unitCost: line.unitCost ?? null,
    });
  },
  saved: (context, { row }) => sumUp(context, [row.adjustId]),
  repeated: (_context, { itemName }) => refuse.lineTwice({ item: itemName ?? '' }),
  async staying(context, rows) {
    const headers = await context.find(stockAdjustment, { id: headersOf(rows) }, { limit: rows.length });
    const fixed = new Map(headers.filter((one) => one.adjustStatus !== 'draft').map((one) => [one.id, one.adjustNo]));
    return new Map(
      rows
        .filter((row) => fixed.has(row.adjustId))
        .map((row) => [row.id, refuse.adjustNotDraft({ no: mustGet(fixed, row.adjustId) })]),
    );
  },
  leaving: (context, rows) =>
    sumUp(
      context,
      headersOf(rows),
      rows.map((row) => row.id),
    ),
});
