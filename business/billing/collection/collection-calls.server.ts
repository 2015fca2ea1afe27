import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, type Reading, implement, listedRows, raw, sql } from '#kernel/server';
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
import { companyName, countPrint, rowToPrint } from '#business/system/files/counted-print.server.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

/** Return completions with receivable, received, refunded and open amounts. */
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

/**
 * Return the content of a receipt: company, customer, rows of the job, amount in figures and words, and whether it is a
 * copy.
 */
async function receipt(reading: Reading, id: string): Promise<CallAnswer<typeof printReceipt>> {
  const row = await rowToPrint(reading, collection, id);
  const rows = row.completionId
    ? (await reading.visible(collection).page({ completionId: row.completionId, size: '1000', ascs: 'collectNo' }))
        .records
    : [row];
  const amount = sumOfAmounts(rows.map((one) => String(one.amount)));
  return {
    collectNo: row.collectNo,
    company: await companyName(reading),
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

/** Count a print of a receipt; from the second on it is a copy. */
async function countReceiptPrint(context: Context, id: string): Promise<CallAnswer<typeof countReceipt>> {
  const { printCount } = await countPrint(context, collection, id, { lastPrintTime: context.now() });
  return { id, printCount, copy: printCount > 1 };
}

/**
 * Return the cash that technicians received and did not hand over, per person. A technician sees their own, a leader
 * that of their team.
 */
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
  implement(countReceipt, { write: ({ id }, context) => countReceiptPrint(context, id) }),
  implement(cashInHand, { read: held }),
  implement(tellPayment, {
    async write(payment, context) {
      if (!Object.hasOwn(payChannel.items, payment.payChannel)) throw refuse.paymentUnreadable();
      return { approved: await context.call(paymentArrived, payment) };
    },
  }),
];
