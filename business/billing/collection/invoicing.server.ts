import { storedText } from '#kernel/language/label.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { ActionInput, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { invoice } from '../invoice/invoice.paper.ts';
import { spread } from '../invoice/invoice-spread.rules.ts';
import { isMore, sumOfAmounts } from '#business/shared/money.rules.ts';
import { refuse } from '../refusals.ts';
import { collection } from './collection.paper.ts';

type Collection = Row<typeof collection>;
type Values = ReadonlyMap<string, Partial<Collection>>;

/** Refuse a change if its date is in a month that finance has closed. */
export async function assertMonthOpen(context: Context, at: string | null): Promise<void> {
  const closed = (await context.parameter('as.money.closedMonth')).slice(0, 7);
  if (closed && at && at.slice(0, 7) <= closed) throw refuse.monthClosed({ month: closed });
}

/** Refuse an invoice number that was used before, even by a cancelled invoice. */
async function assertNumberFree(context: Context, no: string): Promise<void> {
  await context.lock('invoice numbers');
  const used = await context.sql.query(
    'select 1 from asinvoice where tenant_id = $1 and lower(invoice_no) = lower($2) limit 1',
    [context.tenantId, no],
  );
  if (used.length) throw refuse.invoiceNoUsed({ no });
}

/**
 * Write one invoice over collections of one customer. Its amount is spread over them in their order, up to the received
 * amount of each.
 */
export async function writeInvoice(
  context: Context,
  rows: readonly Collection[],
  asked: ActionInput<typeof collection, 'invoice'>,
): Promise<Values> {
  const [first] = rows;
  if (rows.some((row) => row.customerId !== first.customerId)) throw refuse.otherCustomers();
  const amount = asked.invoiceAmount;
  if (!isMore(amount, '0')) throw refuse.invoiceNothing();
  if (asked.invoiceType === 'special' && !asked.taxNo) throw refuse.taxNoNeeded();
  const { parts, left } = spread(
    amount,
    rows.map((row) => ({ id: row.id, open: row.amount })),
  );
  if (isMore(left, '0'))
    throw refuse.invoiceTooHigh({
      left: sumOfAmounts(rows.map((row) => (isMore(row.amount, '0') ? row.amount : '0'))),
    });
  const empty = rows.find((row) => !isMore(mustGet(parts, row.id), '0'));
  if (empty) throw refuse.invoiceLeavesRows({ no: empty.collectNo });
  await assertNumberFree(context, asked.invoiceNo);
  const paper = await context.create(invoice, {
    invoiceType: asked.invoiceType,
    invoiceNo: asked.invoiceNo,
    invoiceTitle: asked.invoiceTitle,
    taxNo: asked.taxNo,
    invoiceAmount: amount,
    customerId: first.customerId,
    customerName: first.customerName,
    invoiceTime: context.now(),
    invoiceUser: context.person.id,
  });
  return new Map(
    rows.map((row) => [
      row.id,
      { invoiceId: paper.id, invoiceNo: paper.invoiceNo, invoiceAmount: mustGet(parts, row.id) },
    ]),
  );
}

/**
 * Lock all collections of the chosen ones' invoices, also those that were not chosen. The order of locks has
 * collections before invoices.
 */
export async function lockInvoiced(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await context.sql.query<{ id: string }>(
    'select o.id::text as id from ascollectdetaileds r join ascollectdetaileds o on o.tenant_id = r.tenant_id and o.invoice_id = r.invoice_id where r.tenant_id = $1 and r.id = any($2::bigint[]) and o.is_deleted = 0 order by o.id',
    [context.tenantId, ids],
  );
  await context.lockRows(collection, [...ids, ...rows.map((row) => row.id)]);
}

/** Cancel the invoices of these collections. All their collections are changed, also those that were not chosen. */
async function endInvoices(
  context: Context,
  rows: readonly Collection[],
  end: {
    readonly reason: string;
    readonly to: 'cancelled' | 'none';
    readonly why: string;
    readonly values: Partial<Collection>;
  },
): Promise<Values> {
  const chosen = new Set(rows.map((row) => row.id));
  for (const id of new Set(rows.flatMap((row) => row.invoiceId ?? []))) {
    const paper = await context.get(invoice, id);
    await assertMonthOpen(context, paper.invoiceTime);
    await context.move(invoice, id, 'cancelled', 'cancelInvoicing', {
      cancelReason: end.reason,
      cancelUser: context.person.id,
      cancelTime: context.now(),
    });
    for (const other of await context.find(collection, { invoiceId: id, invoiceStatus: 'invoiced' }, { limit: 1000 })) {
      if (!chosen.has(other.id)) await context.move(collection, other.id, end.to, end.why, end.values);
    }
  }
  return new Map(rows.map((row) => [row.id, end.values]));
}

/** Cancel invoices with a reason. Their collections keep the invoice and its number as history. */
export const cancelInvoice = (
  context: Context,
  rows: readonly Collection[],
  { reason }: ActionInput<typeof collection, 'cancelInvoice'>,
): Promise<Values> =>
  endInvoices(context, rows, {
    reason: reason,
    to: 'cancelled',
    why: 'cancelInvoicing',
    values: { invoiceAmount: '0.00' },
  });

/** Undo an invoice right after it was written: its collections are as before, but its number stays used. */
export const undoInvoice = (context: Context, rows: readonly Collection[]): Promise<Values> =>
  endInvoices(context, rows, {
    reason: storedText(['开票后立即撤销', 'Undone right after it was written']),
    to: 'none',
    why: 'undoInvoicing',
    values: { invoiceAmount: null, invoiceId: null, invoiceNo: null },
  });
