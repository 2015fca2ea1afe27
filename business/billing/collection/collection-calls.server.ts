import { type CallInput, type Context, type OwnCall, type Reading, row as refuseRow, unpaged } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { amountInWords } from '../amount-in-words.rules.ts';
import { payChannel } from '#business/masterdata/dictionaries.ts';
import { sumOfAmounts } from '#business/shared/money.rules.ts';
import { paymentArrived } from '../payment.service.ts';
import { refuse } from '../refusals.ts';
import { collection } from './collection.paper.ts';

type Page = { records: Record<string, unknown>[] };

/** The row as the person sees it; one out of sight is a missing row. */
async function seenRow(reading: Reading, id: unknown): Promise<Record<string, unknown>> {
  const found =
    typeof id === 'string' && isId(id) ? ((await reading.page(collection, { id })) as Page).records[0] : undefined;
  if (!found) throw refuseRow.missing({ title: collection.title });
  return found;
}

const whole = (given: string | undefined, standard: number, most: number): number =>
  Math.min(most, Math.max(1, Number.parseInt(given ?? '', 10) || standard));

/** Completions with what was asked, received, refunded and is still open. */
async function perCompletion({ query }: CallInput, reading: Reading): Promise<unknown> {
  const [current, size] = [whole(query.current, 1, 100_000), whole(query.size, 10, 1000)];
  const { where, values } = reading.filterSql(collection, query);
  const rows = await reading.sql.query<{ total: number }>(
    `
    select g.*, c.completion_no as "completionNo", coalesce(c.receivable_amount, 0)::numeric(14,2)::text as "receivableAmount", (coalesce(c.receivable_amount, 0) - g.net)::numeric(14,2)::text as "openAmount"
    from (select t.completion_id::text as "completionId", max(t.customer_id)::text as "customerId", max(t.customer_name) as "customerName", max(t.collect_time) as last, sum(t.amount) as net, count(*)::int as lines, count(*) over ()::int as total,
        coalesce(sum(t.amount) filter (where t.amount > 0), 0)::numeric(14,2)::text as "receivedAmount", coalesce(-sum(t.amount) filter (where t.amount < 0), 0)::numeric(14,2)::text as "refundedAmount",
        bool_and(t.transmit_status <> 'none') as transmitted, bool_and(t.invoice_status = 'invoiced') as invoiced, bool_and(t.approval_status = 'approved') as approved
      from ascollectdetaileds t where ${where} and t.completion_id is not null group by t.completion_id order by last desc, t.completion_id limit ${size} offset ${(current - 1) * size}) g
    join ascompletionregistration c on c.tenant_id = '${reading.tenantId.replaceAll("'", "''")}' and c.id = g."completionId"::bigint order by g.last desc, g."completionId"`,
    [...values],
  );
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map((row) => ({ ...row, total: undefined })),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** What a receipt prints: who, for whom, the rows of the job, the amount in figures and words, and whether it is a copy. */
async function receipt({ query }: CallInput, reading: Reading): Promise<unknown> {
  const row = await seenRow(reading, query.id);
  const rows = row.completionId
    ? ((await reading.page(collection, { completionId: row.completionId, size: '1000', ascs: 'collectNo' })) as Page)
        .records
    : [row];
  const [company] = await reading.sql.query<{ name: string }>(
    'select tenant_name as name from blade_tenant where tenant_id = $1',
    [reading.tenantId],
  );
  const amount = sumOfAmounts(rows.map((one) => String(one.amount)));
  return {
    collectNo: row.collectNo,
    company: company?.name ?? '',
    customerId: row.customerId,
    customerName: row.customerName,
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
async function countPrint({ body, query }: CallInput, context: Context): Promise<unknown> {
  const { id } = await seenRow(context, String(body.id ?? query.id ?? ''));
  const [row] = await context.lockRows(collection, [String(id)]);
  const after = await context.change(
    collection,
    row.id,
    { printCount: (row.printCount ?? 0) + 1, lastPrintTime: context.now() },
    ['打印', 'Printed'],
  );
  return { id: row.id, printCount: after.printCount, copy: (after.printCount ?? 0) > 1 };
}

/** What technicians have taken and not handed over yet, per head: his own for a technician, his team's for a leader. */
async function cashInHand({ query }: CallInput, reading: Reading): Promise<unknown> {
  const { where, values } = reading.filterSql(collection, {
    transmitStatus: 'none',
    ...(query.technicianId && { technicianId: query.technicianId }),
  });
  return unpaged(reading.sql, {
    most: 500,
    order: 'g.amount::numeric desc',
    values: [...values],
    text: `select g.*, p.real_name as "technicianName" from (
      select t.technician_id::text as "technicianId", sum(t.amount)::numeric(14,2)::text as amount, count(*)::int as lines, to_char(min(t.collect_time), 'YYYY-MM-DD HH24:MI:SS') as since
      from ascollectdetaileds t where ${where} group by t.technician_id) g
    left join astechnician p on p.id = g."technicianId"::bigint`,
  });
}

async function paymentCallback({ body }: CallInput, context: Context): Promise<unknown> {
  const { payChannel: channel, tradeNo, amount } = body as Record<string, unknown>;
  if (
    typeof channel !== 'string' ||
    !Object.hasOwn(payChannel.items, channel) ||
    typeof tradeNo !== 'string' ||
    !tradeNo ||
    !/^\d{1,12}(\.\d{1,2})?$/.test(String(amount))
  )
    throw refuse.paymentUnreadable();
  return {
    approved: await context.call(paymentArrived, {
      payChannel: channel as keyof typeof payChannel.items,
      tradeNo,
      amount: String(amount),
    }),
  };
}

const listed = [
  'current',
  'size',
  'completionId',
  'registrationFormId',
  'customerName',
  'technicianId',
  'collectType',
  'paymentTypeId',
  'transmitStatus',
  'approvalStatus',
];

export const collectionCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'listTwo',
    needs: 'view',
    query: listed,
    summary: ['按完工单汇总收款', 'Completions with receivable, received, open'],
    read: perCompletion,
  },
  {
    method: 'GET',
    path: 'printlist',
    needs: 'view',
    query: ['current', 'size', 'technicianId', 'collectTime_dategt', 'collectTime_datelt'],
    summary: ['待打印收据', 'Rows waiting for a receipt'],
    read: ({ query }, reading) => reading.page(collection, { ...query, printCount: '0' }),
  },
  {
    method: 'GET',
    path: 'printDetailsById',
    needs: 'view',
    query: ['id'],
    summary: ['收据内容', 'Content of a receipt'],
    read: receipt,
  },
  {
    method: 'POST',
    path: 'updatePrintById',
    needs: 'view',
    summary: ['记录打印', 'Count a printed receipt'],
    write: countPrint,
  },
  {
    method: 'GET',
    path: 'cashInHand',
    needs: 'view',
    query: ['technicianId'],
    summary: ['技师手中现金', 'Cash in hand per technician'],
    read: cashInHand,
  },
  {
    method: 'POST',
    path: 'paymentCallback',
    needs: 'payment',
    summary: ['支付平台到账通知', 'A payment platform tells of money'],
    write: paymentCallback,
  },
];
