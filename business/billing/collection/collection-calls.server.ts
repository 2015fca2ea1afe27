import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import {
  type Context,
  type OwnCall,
  type Reading,
  implement,
  row as refuseRow,
  listedRows,
  raw,
  sql,
} from '#kernel/server';
import { amountInWords } from '../amount-in-words.rules.ts';
import { payChannel } from '#business/masterdata/dictionaries.ts';
import { sumOfAmounts } from '#business/shared/money.rules.ts';
import { paymentArrived } from '../payment.service.ts';
import { refuse } from '../refusals.ts';
import {
  type HeldCash,
  type TakenByCompletion,
  cashInHand,
  countReceipt,
  printReceipt,
  receiptsToPrint,
  takenByCompletion,
  tellPayment,
} from './collection.calls.ts';
import { collection } from './collection.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { tenantFacts } from '#business/system/tenants/tenant-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

/** The row as the person sees it; one out of sight is a missing row. */
async function seenRow(reading: Reading, id: string): Promise<AnsweredRow<typeof collection>> {
  const [found] = (await reading.visible(collection).page({ id })).records;
  if (!found) throw refuseRow.missing({ title: collection.title });
  return found;
}

/** Completions with what was asked, received, refunded and is still open. */
async function perCompletion(
  { current, size, filters }: CallInputOf<typeof takenByCompletion>,
  reading: Reading,
): Promise<CallAnswer<typeof takenByCompletion>> {
  const visible = await reading.visible(collection, { query: filters }).sql();
  const rows = await reading.sql.query<TakenByCompletion & { total: number }>(
    sql`
    select g.*, c.completion_no as "completionNo", coalesce(c.receivable_amount, 0)::numeric(14,2)::text as "receivableAmount", (coalesce(c.receivable_amount, 0) - g.net)::numeric(14,2)::text as "openAmount"
    from (select t.completion_id::text as "completionId", max(t.customer_id)::text as "customerId", max(t.customer_name) as "customerName", max(t.collect_time) as last, sum(t.amount) as net, count(*)::int as lines, count(*) over ()::int as total,
        coalesce(sum(t.amount) filter (where t.amount > 0), 0)::numeric(14,2)::text as "receivedAmount", coalesce(-sum(t.amount) filter (where t.amount < 0), 0)::numeric(14,2)::text as "refundedAmount",
        bool_and(t.transmit_status <> 'none') as transmitted, bool_and(t.invoice_status = 'invoiced') as invoiced, bool_and(t.approval_status = 'approved') as approved
      from ascollectdetaileds t where ${visible} and t.completion_id is not null group by t.completion_id order by last desc, t.completion_id limit ${raw(size)} offset ${raw((current - 1) * size)}) g
    join ${completionFacts} c on c.tenant_id = ${reading.tenantId} and c.id = g."completionId"::bigint order by g.last desc, g."completionId"`,
  );
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: all, ...row }) => {
      void all;
      return row;
    }),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** What a receipt prints: who, for whom, the rows of the job, the amount in figures and words, and whether it is a copy. */
async function receipt(reading: Reading, id: string): Promise<CallAnswer<typeof printReceipt>> {
  const row = await seenRow(reading, id);
  const rows = row.completionId
    ? (await reading.visible(collection).page({ completionId: row.completionId, size: '1000', ascs: 'collectNo' }))
        .records
    : [row];
  const [company] = await reading.sql.query<{ name: string }>(
    `select tenant_name as name from ${tenantFacts} where tenant_id = $1`,
    [reading.tenantId],
  );
  const amount = sumOfAmounts(rows.map((one) => String(one.amount)));
  return {
    collectNo: row.collectNo,
    company: company?.name ?? '',
    customerId: row.customerId,
    customerName: row.customerName ?? '',
    collectTime: row.collectTime,
    lines: rows,
    amount,
    amountInWords: amountInWords(amount),
    copy: Number(row.printCount) > 0,
    copyMark: Number(row.printCount) > 0 ? (reading.language === 'en' ? 'Copy' : '副本') : '',
    printCount: Number(row.printCount),
    qrText: String(row.collectNo),
    printTime: reading.now(),
  };
}

/** Counts a printed receipt; the second one is a copy. */
async function countPrint(context: Context, id: string): Promise<CallAnswer<typeof countReceipt>> {
  const seen = await seenRow(context, id);
  const [row] = await context.lockRows(collection, [seen.id]);
  const printCount = (row.printCount ?? 0) + 1;
  await context.change(collection, row.id, { printCount, lastPrintTime: context.now() }, ['打印', 'Printed']);
  return { id: row.id, printCount, copy: printCount > 1 };
}

/** What technicians have taken and not handed over yet, per head: his own for a technician, his team's for a leader. */
async function held(
  { technicianId }: CallInputOf<typeof cashInHand>,
  reading: Reading,
): Promise<CallAnswer<typeof cashInHand>> {
  const visible = await reading
    .visible(collection, {
      query: {
        transmitStatus: 'none',
        ...(technicianId && { technicianId }),
      },
    })
    .sql();
  return listedRows<HeldCash>(
    reading.sql,
    sql`select g.*, p.real_name as "technicianName" from (
      select t.technician_id::text as "technicianId", sum(t.amount)::numeric(14,2)::text as amount, count(*)::int as lines, to_char(min(t.collect_time), 'YYYY-MM-DD HH24:MI:SS') as since
      from ascollectdetaileds t where ${visible} group by t.technician_id) g
    left join ${technicianFacts} p on p.id = g."technicianId"::bigint`,
    { order: 'g.amount::numeric desc', limit: 500 },
  );
}

export const collectionCalls: readonly OwnCall[] = [
  implement(takenByCompletion, { read: perCompletion }),
  implement(receiptsToPrint, {
    read: ({ current, size, filters }, reading) =>
      reading.visible(collection).page({ ...filters, current, size, printCount: '0' }),
  }),
  implement(printReceipt, { read: ({ id }, reading) => receipt(reading, id) }),
  implement(countReceipt, { write: ({ id }, context) => countPrint(context, id) }),
  implement(cashInHand, { read: held }),
  implement(tellPayment, {
    async write(payment, context) {
      if (!Object.hasOwn(payChannel.items, payment.payChannel)) throw refuse.paymentUnreadable();
      return { approved: await context.call(paymentArrived, payment) };
    },
  }),
];
