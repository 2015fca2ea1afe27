import { type CollectionEvents, collectionFollowers } from './collection-followers.server.ts';
import type { Follower } from '#kernel/server';
import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { moneyInvariants } from '../invariants.server.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const of = `${at}/ascollectdetaileds`;
const finance = await server.as('as_finance');
const lead = await server.as('as_finance,as_finance_lead', { who: 'lead' });
const technicianUser = await server.as('as_technician');
const desk = await server.as('as_admin');
const admin = await server.as('administrator', { who: 'boss' });

const customerId = (await saved(server, customer)).id;
const technicianId = (await saved(server, technician, { userId: technicianUser.id })).id;
// The technician created this customer, and so sees it without a job there.
await server.tables('update ascustomer set create_user = $2 where id = $1', [customerId, technicianUser.id]);
const ownCustomer = async (): Promise<string> => {
  const { id } = await saved(server, customer);
  await server.tables('update ascustomer set create_user = $2 where id = $1', [id, technicianUser.id]);
  return id;
};
const way = async (typeCode: string, more: Record<string, unknown>) =>
  (
    await desk.post(`${at}/paymentType/submit`, {
      typeCode,
      typeName: typeCode,
      payChannel: 'cash',
      needVoucher: false,
      needTransmit: false,
      sort: 1,
      ...more,
    })
  ).data.id;
const cash = await way('XJ', { needTransmit: true });
const bank = await way('YH', { payChannel: 'bank', needVoucher: true });
const wechat = await way('WX', { payChannel: 'wechat', autoApprove: true });

const take = async (amount: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  technicianUser.post(`${of}/submit`, {
    customerId,
    technicianId,
    collectType: 'labor',
    paymentTypeId: cash,
    receivableAmount: amount,
    amount,
    collectTime: '2026-11-23 09:30:00',
    ...more,
  });
/** Write a refund as finance, with a reason. */
const refunded = async (amount: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  finance.post(`${of}/submit`, {
    customerId,
    technicianId,
    collectType: 'labor',
    paymentTypeId: cash,
    receivableAmount: amount,
    amount,
    collectTime: '2026-11-23 09:30:00',
    reason: '客户退款',
    ...more,
  });
const taken = async (amount: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await take(amount, more);
  expect(answer.status, answer.msg).toBe(200);
  return answer.data.id;
};
const row = async (id: string) => (await admin.get(`${of}/detail`, { id })).data;
const invoiced = (
  ids: string,
  invoiceNo: string,
  invoiceAmount: string,
  more: Record<string, unknown> = {},
  by = finance,
) =>
  by.post(`${of}/updateInvoicing`, {
    ids,
    invoiceType: 'normal',
    invoiceNo,
    invoiceTitle: '个人',
    invoiceAmount,
    ...more,
  });

async function holds(): Promise<void> {
  for (const one of moneyInvariants)
    expect(await server.tables(one.sql, ['000000']), `${one.code} ${one.title[0]}`).toEqual([]);
}

test('cash is handed over to another person, then approved by finance; an approved row cannot be changed', async () => {
  const id = await taken('320.00');
  expect(await row(id)).toMatchObject({
    transmitStatus: 'none',
    invoiceStatus: 'none',
    approvalStatus: 'none',
    printCount: 0,
  });
  expect((await technicianUser.get(`${of}/cashInHand`)).data).toEqual([
    expect.objectContaining({ technicianId, amount: '320.00', lines: 1, since: '2026-11-23 09:30:00' }),
  ]);
  expect((await finance.post(`${of}/updateApproval`, { ids: id })).reason).toBe('maintenance.notHandedOver');
  expect((await technicianUser.post(`${of}/updateTransmit`, { ids: id })).status).toBe(403);
  const both = await server.as('as_finance,as_technician', { who: 'both' });
  await server.tables('update astechnician set user_id = $2 where id = $1', [technicianId, both.id]);
  expect((await both.post(`${of}/updateTransmit`, { ids: id })).reason).toBe('maintenance.ownCash');
  await server.tables('update astechnician set user_id = $2 where id = $1', [technicianId, technicianUser.id]);
  const over = await finance.post(`${of}/updateTransmit`, { ids: id });
  expect(over.data, over.msg).toMatchObject({
    transmitStatus: 'transmitted',
    transmitUser: finance.id,
    transmitTime: '2026-11-23 10:00:00',
  });
  expect((await technicianUser.get(`${of}/cashInHand`)).data).toEqual([]);
  expect((await technicianUser.post(`${of}/submit`, { id, amount: '300.00' })).reason).toBe(
    'maintenance.alreadyOnTrack',
  );
  expect((await finance.post(`${of}/updateApproval`, { ids: id })).data).toMatchObject({
    approvalStatus: 'approved',
    approvalUser: finance.id,
  });
  expect((await finance.post(`${of}/submit`, { id, remark: '改' })).reason).toBe('row.locked');
  await holds();
});

test('approvers cannot approve their own rows; a voucher is required by the payment method', async () => {
  const own = (
    await finance.post(`${of}/submit`, {
      customerId,
      collectType: 'visit',
      paymentTypeId: wechat,
      receivableAmount: '50',
      amount: '50',
      collectTime: '2026-11-23 09:00:00',
    })
  ).data.id;
  expect((await finance.post(`${of}/updateApproval`, { ids: own })).reason).toBe('maintenance.ownCollection');
  const id = await taken('80.00', { paymentTypeId: bank });
  expect((await row(id)).transmitStatus).toBe('notNeeded');
  const both = await lead.post(`${of}/updateApproval`, { ids: [own, id] });
  expect(both.data.success).toEqual([own]);
  expect(both.data.failed).toEqual([
    expect.objectContaining({ id, reason: 'maintenance.voucherMissing', no: expect.stringMatching(/^SK/) }),
  ]);
});

test('only the lead revokes an approval, in an open month and without refunds', async () => {
  const id = await taken('100.00', { paymentTypeId: wechat });
  await finance.post(`${of}/updateApproval`, { ids: id });
  expect((await finance.post(`${of}/cancelApproval`, { ids: id, reason: '错' })).status).toBe(403);
  expect((await lead.post(`${of}/cancelApproval`, { ids: id })).status).toBe(400);
  const refund = await refunded('-40.00', { paymentTypeId: wechat, originCollectId: id });
  expect(refund.status, refund.msg).toBe(200);
  expect((await lead.post(`${of}/cancelApproval`, { ids: id, reason: '错' })).reason).toBe('maintenance.hasRefund');
  expect((await refunded('-60.01', { paymentTypeId: wechat, originCollectId: id })).msg).toContain('最多可退 60.00 元');
  expect((await refunded('-1.00', { paymentTypeId: wechat })).reason).toBe('maintenance.refundWithoutOrigin');
  const many = await Promise.all(
    Array.from({ length: 4 }, () => refunded('-30.00', { paymentTypeId: wechat, originCollectId: id })),
  );
  expect(many.map((one) => one.status).toSorted()).toEqual([200, 200, 400, 400]);
  const free = await taken('10.00', { paymentTypeId: wechat });
  await finance.post(`${of}/updateApproval`, { ids: free });
  expect((await lead.post(`${of}/cancelApproval`, { ids: free, reason: '金额有误' })).data).toMatchObject({
    approvalStatus: 'none',
    approvalUser: '',
  });
  await holds();
});

test('an invoice covers several rows of one customer exactly, and its number is never used again', async () => {
  const [a, b, c] = [await taken('100.10'), await taken('0.01'), await taken('50.00')];
  const ids = [a, b, c].join(',');
  expect((await invoiced(ids, 'FP1', '150.12')).msg).toContain('150.11');
  expect((await invoiced(ids, 'FP1', '100.10')).reason).toBe('maintenance.invoiceLeavesRows');
  expect((await invoiced(ids, 'FP1', '120', { invoiceType: 'special' })).reason).toBe('maintenance.taxNoNeeded');
  const other = await taken('5', { customerId: await ownCustomer() });
  expect((await invoiced(`${a},${other}`, 'FP1', '10')).reason).toBe('maintenance.otherCustomers');
  const done = await invoiced(ids, 'FP1', '120.00');
  expect(done.data, done.msg).toEqual({ success: [a, b, c], failed: [] });
  expect(
    (await Promise.all([a, b, c].map(row))).map((one) => [one.invoiceStatus, one.invoiceNo, one.invoiceAmount]),
  ).toEqual([
    ['invoiced', 'FP1', '100.10'],
    ['invoiced', 'FP1', '0.01'],
    ['invoiced', 'FP1', '19.89'],
  ]);
  const paper = (await finance.get(`${at}/asinvoice/detail`, { id: (await row(a)).invoiceId })).data;
  expect(paper).toMatchObject({
    invoiceNo: 'FP1',
    invoiceAmount: '120.00',
    invoiceState: 'issued',
    invoiceUser: finance.id,
  });
  expect(paper.collects.map((one: { id: string }) => one.id)).toEqual([a, b, c]);
  expect((await invoiced(other, 'fp1', '5')).reason).toBe('maintenance.invoiceNoUsed');
  await holds();
  // Cancelling the invoice of one row cancels it for all its rows, which can then be invoiced again.
  expect((await finance.post(`${of}/cancelInvoicing`, { ids: b, reason: '抬头错误' })).status).toBe(200);
  expect((await Promise.all([a, b, c].map(row))).map((one) => [one.invoiceStatus, one.invoiceAmount])).toEqual([
    ['cancelled', '0.00'],
    ['cancelled', '0.00'],
    ['cancelled', '0.00'],
  ]);
  expect((await finance.get(`${at}/asinvoice/detail`, { id: paper.id })).data).toMatchObject({
    invoiceState: 'cancelled',
    cancelReason: '抬头错误',
    invoiceNo: 'FP1',
  });
  expect((await invoiced(ids, 'FP1', '150.11')).reason).toBe('maintenance.invoiceNoUsed');
  expect((await invoiced(ids, 'FP2', '150.11')).status).toBe(200);
  await holds();
});

test('concurrent invoices of the same rows, or with the same number: one of each succeeds', async () => {
  const [a, b] = [await taken('10'), await taken('20')];
  const people = [
    finance,
    lead,
    await server.as('as_finance', { who: 'third' }),
    await server.as('as_finance', { who: 'fourth' }),
  ];
  const same = await Promise.all(
    people.map((one, n) => invoiced(n === 1 ? `${b},${a}` : `${a},${b}`, `N${n}`, '30', {}, one)),
  );
  expect(same.map((one) => one.reason ?? one.status).toSorted()).toEqual([
    200,
    'lifecycle.notFromHere',
    'lifecycle.notFromHere',
    'lifecycle.notFromHere',
  ]);
  const rows = await Promise.all([1, 2, 3].map(() => taken('7')));
  const number = await Promise.all(rows.map((id) => invoiced(id, 'SAME', '7')));
  expect(number.map((one) => one.reason ?? one.status).toSorted()).toEqual([
    200,
    'maintenance.invoiceNoUsed',
    'maintenance.invoiceNoUsed',
  ]);
  const id = await taken('66');
  const over = await Promise.all([finance, lead, admin].map((one) => one.post(`${of}/updateTransmit`, { ids: id })));
  expect(over.filter((one) => one.status === 200)).toHaveLength(1);
  await holds();
});

test('a closed month cannot be changed', async () => {
  const id = await taken('10', { paymentTypeId: wechat });
  await finance.post(`${of}/updateApproval`, { ids: id });
  await invoiced(id, 'GZ1', '10');
  await server.tables(
    "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (1, '000000', '关账', 'as.money.closedMonth', '2026-11', now(), now())",
  );
  server.app.ports.forget('000000');
  expect((await finance.post(`${of}/cancelInvoicing`, { ids: id, reason: '错' })).reason).toBe(
    'maintenance.monthClosed',
  );
  expect((await lead.post(`${of}/cancelApproval`, { ids: id, reason: '错' })).reason).toBe('maintenance.monthClosed');
  await server.tables("update blade_param set param_value = '' where param_key = 'as.money.closedMonth'");
  server.app.ports.forget('000000');
});

test('退款、完工后改款，财务收到通知，通知里有原因 finance is notified of a refund and of money changed after the completion, with the reason', async () => {
  const other = await server.as('as_finance', { who: 'hears' });
  const messages = async () =>
    (await other.get('blade-maintenance/webApi/asmessage/recent')).data.messages as {
      title: string;
      content: string;
    }[];
  const words = async (no: string) =>
    (await messages()).filter((one) => one.title.includes(no)).map((one) => `${one.title} ${one.content}`);
  const header = await saved(server, completion, { laborFee: '200.00' });
  await server.tables(
    "update ascompletionregistration set complete_status = 'confirmed', receivable_amount = 200 where id = $1",
    [header.id],
  );
  const { data: first } = await refunded('150', { completionId: header.id, paymentTypeId: wechat, reason: '漏记' });
  expect(await words(first.collectNo)).toEqual([expect.stringMatching(/已补录.*150\.00.*漏记/)]);
  expect((await finance.post(`${of}/update`, { id: first.id, remark: '转账', reason: '补写备注' })).status).toBe(200);
  expect(await words(first.collectNo)).toHaveLength(2);
  const { data: back } = await refunded('-40.00', {
    completionId: header.id,
    paymentTypeId: wechat,
    originCollectId: first.id,
    reason: '客户投诉退款',
  });
  expect(await words(back.collectNo)).toEqual([expect.stringMatching(/-40\.00.*客户投诉退款/)]);
  // Finance gets no message about a regular collection by a technician.
  expect(await words((await row(await taken('10.00', { paymentTypeId: wechat }))).collectNo)).toEqual([]);
});

test('the parts of a fee never exceed the completion, whose received amount is their sum; each completion is one line', async () => {
  const late = async (amount: string, more: Record<string, unknown>): Promise<string> => {
    const answer = await refunded(amount, more);
    expect(answer.status, answer.msg).toBe(200);
    return answer.data.id;
  };
  const header = await saved(server, completion, { laborFee: '200.00' });
  await server.tables('update ascompletionregistration set other_fee = 100, receivable_amount = 300 where id = $1', [
    header.id,
  ]);
  const of1 = { completionId: header.id, paymentTypeId: wechat, reason: '客户补付' };
  const id = await late('150', of1);
  expect((await refunded('50.01', of1)).msg).toContain('最多还可 50.00 元');
  await late('60', { ...of1, collectType: 'visit' });
  expect((await refunded('41', { ...of1, collectType: 'emptyRun' })).reason).toBe('maintenance.feeExceeded');
  const race = await Promise.all([1, 2, 3].map(() => refunded('30', of1)));
  expect(race.filter((one) => one.status === 200)).toHaveLength(1);
  expect((await admin.get(`${at}/ascompletionregistration/detail`, { id: header.id })).data).toMatchObject({
    practicalAmount: '240.00',
  });
  const line = (await finance.get(`${of}/listTwo`, { completionId: header.id })).data;
  expect(line).toMatchObject({
    total: 1,
    records: [
      expect.objectContaining({
        completionId: header.id,
        receivableAmount: '300.00',
        receivedAmount: '240.00',
        refundedAmount: '0.00',
        openAmount: '60.00',
        transmitted: true,
        approved: false,
        lines: 3,
      }),
    ],
  });
  await server.tables('update ascompletionregistration set practical_amount = 1 where id = $1', [header.id]);
  expect((await lead.post(`${of}/updateApproval`, { ids: id })).reason).toBe('maintenance.amountsDisagree');
  await server.tables('update ascompletionregistration set practical_amount = 240 where id = $1', [header.id]);
  expect((await lead.post(`${of}/updateApproval`, { ids: id })).status).toBe(200);
});

test('a receipt has the amount in words; the second print is a copy and not listed as waiting', async () => {
  const id = await taken('1680.32', { paymentTypeId: wechat });
  const waiting = async () =>
    (await finance.get(`${of}/printlist`, { technicianId, size: 100 })).data.records.map(
      (one: { id: string }) => one.id,
    );
  expect(await waiting()).toContain(id);
  const first = (await finance.get(`${of}/printDetailsById`, { id })).data;
  expect(first).toMatchObject({
    amount: '1680.32',
    amountInWords: '壹仟陆佰捌拾元叁角贰分',
    copy: false,
    copyMark: '',
    lines: [expect.objectContaining({ id })],
  });
  expect(first.company).not.toBe('');
  const prints = await Promise.all([1, 2, 3].map(() => finance.post(`${of}/updatePrintById`, { id })));
  expect(prints.map((one) => one.data.printCount).toSorted()).toEqual([1, 2, 3]);
  expect((await finance.inEnglish().get(`${of}/printDetailsById`, { id })).data).toMatchObject({
    copy: true,
    copyMark: 'Copy',
  });
  expect(await waiting()).not.toContain(id);
  const stranger = await server.as('as_technician', { who: 'stranger' });
  expect((await stranger.get(`${of}/printDetailsById`, { id })).status).toBe(404);
  expect((await stranger.post(`${of}/updatePrintById`, { id })).status).toBe(404);
  const file = await finance.send('POST', `${of}/exportPrintlist`, {
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(file.headers.get('content-type')).toContain('spreadsheet');
});

test('a platform’s payment is approved once, and only if transaction, amount and channel match', async () => {
  const sap = await server.as('as_sap');
  const id = await taken('88.00', { paymentTypeId: wechat, tradeNo: 'T-1' });
  const tell = (body: Record<string, unknown>) =>
    sap.post(`${of}/paymentCallback`, { payChannel: 'wechat', tradeNo: 'T-1', amount: '88.00', ...body });
  expect((await tell({ amount: '87.99' })).data).toEqual({ approved: [] });
  expect((await tell({ payChannel: 'alipay' })).data).toEqual({ approved: [] });
  expect((await tell({ amount: 'x' })).status).toBe(400);
  expect((await finance.post(`${of}/paymentCallback`, {})).status).toBe(403);
  const answers = await Promise.all([tell({}), tell({}), tell({})]);
  for (const one of answers) expect(one.data, one.msg).toEqual({ approved: [id] });
  expect(await row(id)).toMatchObject({ approvalStatus: 'approved', approvalTime: '2026-11-23 10:00:00' });
  await holds();
});

test('rooms follow approvals by finance and by payments, and their cancellation, in order of sort', async () => {
  const seen: string[] = [];
  const follower = (name: string, sort: number): Follower<CollectionEvents> => ({
    name,
    sort,
    on: {
      approved: async (_context, { by, row: { approvalStatus } }) => void seen.push(`${name} ${by} ${approvalStatus}`),
      approvalCancelled: async (_context, { by, row: { approvalStatus } }) =>
        void seen.push(`${name} ${by} ${approvalStatus}`),
    },
  });
  const both = (what: string): string[] => [`first ${what}`, `second ${what}`];
  const sap = await server.as('as_sap');
  await server.contributing(collectionFollowers, [follower('second', 2), follower('first', 1)], async () => {
    const id = await taken('41.00');
    expect((await finance.post(`${of}/updateTransmit`, { ids: id })).status).toBe(200);
    expect(seen).toEqual([]);
    expect((await finance.post(`${of}/updateApproval`, { ids: id })).status).toBe(200);
    expect(seen.splice(0)).toEqual(both('approve approved'));
    const back = await lead.post(`${of}/act`, { ids: id, action: 'cancelApproval', reason: '金额有误' });
    expect(back.status, back.msg).toBe(200);
    expect(seen.splice(0)).toEqual(both('cancelApproval none'));
    await taken('42.00', { paymentTypeId: wechat, tradeNo: 'T-42' });
    const pay = { payChannel: 'wechat', tradeNo: 'T-42', amount: '42.00' };
    expect((await sap.post(`${of}/paymentCallback`, pay)).data.approved).toHaveLength(1);
    expect((await sap.post(`${of}/paymentCallback`, pay)).data.approved).toHaveLength(1);
    expect(seen).toEqual(both('payment approved'));
  });
  await holds();
});

test('each invariant detects rows that were corrupted by hand', async () => {
  const found = async (code: string): Promise<number> =>
    (await server.tables(moneyInvariants.find((one) => one.code === code)!.sql, ['000000'])).length;
  await server.tables(
    "update ascollectdetaileds set transmit_status = 'none', amount = -1000, invoice_amount = invoice_amount + 1 where approval_status = 'approved' or invoice_status = 'invoiced'",
  );
  for (const code of ['M4', 'M5', 'M9']) expect(await found(code), code).toBeGreaterThan(0);
  await server.tables('update ascollectdetaileds set amount = 1 where origin_collect_id is null');
  expect(await found('M3')).toBeGreaterThan(0);
});
