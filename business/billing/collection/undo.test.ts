import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { moneyInvariants } from '../invariants.server.ts';

const MINUTE = 60_000;
const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const of = `${at}/ascollectdetaileds`;
const finance = await server.as('as_finance');
const colleague = await server.as('as_finance', { who: 'colleague' });
const lead = await server.as('as_finance,as_finance_lead', { who: 'lead' });
const worker = await server.as('as_technician');
const desk = await server.as('as_admin');

const customerId = (await saved(server, customer)).id;
const technicianId = (await saved(server, technician, { userId: worker.id })).id;
await server.tables('update ascustomer set create_user = $2 where id = $1', [customerId, worker.id]);
const cash = (
  await desk.post(`${at}/paymentType/submit`, {
    typeCode: 'XJ',
    typeName: 'XJ',
    payChannel: 'cash',
    needVoucher: false,
    needTransmit: true,
    sort: 1,
  })
).data.id;

async function taken(amount: string): Promise<string> {
  const answer = await worker.post(`${of}/submit`, {
    customerId,
    technicianId,
    collectType: 'labor',
    paymentTypeId: cash,
    receivableAmount: amount,
    amount,
    collectTime: '2026-11-23 09:30:00',
  });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data.id;
}

const row = async (id: string, by: TestCaller = finance) => (await by.get(`${of}/detail`, { id })).data;
const act = (by: TestCaller, action: string, ids: string[], more: object = {}) =>
  by.post(`${of}/act`, { ids, action, ...more });
const done = async (by: TestCaller, action: string, ids: string[], more: object = {}): Promise<void> => {
  const answer = await act(by, action, ids, more);
  expect([answer.status, answer.data?.failed ?? []], answer.msg).toEqual([200, []]);
};
const invoicing = { invoiceType: 'normal', invoiceTitle: '个人' };

async function holds(): Promise<void> {
  for (const one of moneyInvariants)
    expect(await server.tables(one.sql, ['000000']), `${one.code} ${one.title[0]}`).toEqual([]);
}

test('the same person undoes a hand-over within ten minutes, with a log entry', async () => {
  const id = await taken('120.00');
  await done(finance, 'handOver', [id]);
  expect((await row(id))._can).toContain('undoHandOver');
  expect((await row(id, colleague))._can).not.toContain('undoHandOver');
  expect((await act(colleague, 'undoHandOver', [id])).reason).toBe('lifecycle.undoEnded');
  server.clock.pass(9 * MINUTE);
  await done(finance, 'undoHandOver', [id]);
  expect(await row(id)).toMatchObject({ transmitStatus: 'none', transmitUser: '', transmitTime: '' });
  const log = (await finance.get(`${of}/history`, { id })).data as { action: string }[];
  expect(log.map((one) => one.action).slice(0, 2)).toEqual(['undoHandOver', 'handOver']);
  expect((await finance.get(`${of}/cashInHand`)).data).toEqual([expect.objectContaining({ amount: '120.00' })]);
  await done(finance, 'handOver', [id]);
  server.clock.pass(11 * MINUTE);
  const late = await act(finance, 'undoHandOver', [id]);
  expect([late.status, late.reason, late.msg]).toEqual([409, 'lifecycle.undoEnded', '只能由操作人在10分钟内撤销']);
  expect((await row(id))._can).not.toContain('undoHandOver');
  await holds();
});

test('an approved row blocks the undo of its hand-over', async () => {
  const id = await taken('30.00');
  await done(finance, 'handOver', [id]);
  await done(colleague, 'approve', [id]);
  expect((await act(finance, 'undoHandOver', [id])).reason).toBe('maintenance.approvedSince');
});

test('only the approver undoes an approval, while it is the last one', async () => {
  const id = await taken('50.00');
  await done(finance, 'handOver', [id]);
  await done(finance, 'approve', [id]);
  await done(finance, 'undoApproval', [id]);
  expect(await row(id)).toMatchObject({ approvalStatus: 'none', approvalUser: '', approvalTime: '' });
  await done(finance, 'approve', [id]);
  await done(lead, 'cancelApproval', [id], { reason: '金额有误' });
  await done(colleague, 'approve', [id]);
  // The present approval is by a colleague, so this person has no own one to undo.
  expect((await act(finance, 'undoApproval', [id])).reason).toBe('lifecycle.undoEnded');
  expect((await row(id)).approvalStatus).toBe('approved');
  await holds();
});

test('an invoice over several rows is undone as a whole; its number stays used', async () => {
  const [a, b] = [await taken('60.00'), await taken('40.00')];
  await done(finance, 'invoice', [a, b], { ...invoicing, invoiceNo: 'FP-1', invoiceAmount: '100.00' });
  const paper = (await row(a)).invoiceId;
  await done(finance, 'undoInvoice', [a]);
  for (const id of [a, b])
    expect(await row(id)).toMatchObject({ invoiceStatus: 'none', invoiceId: '', invoiceNo: '', invoiceAmount: '' });
  expect((await finance.get(`${at}/asinvoice/detail`, { id: paper })).data).toMatchObject({
    invoiceState: 'cancelled',
  });
  const again = { ...invoicing, invoiceAmount: '100.00' };
  expect((await act(finance, 'invoice', [a, b], { ...again, invoiceNo: 'FP-1' })).reason).toBe(
    'maintenance.invoiceNoUsed',
  );
  await done(finance, 'invoice', [a, b], { ...again, invoiceNo: 'FP-2' });
  await holds();
});

test('of several rows in wrong states the first by id is named, in any order of the request', async () => {
  const [free, cancelled] = [await taken('15.00'), await taken('25.00')];
  await done(finance, 'invoice', [cancelled], { ...invoicing, invoiceNo: 'FP-9', invoiceAmount: '25.00' });
  await done(finance, 'cancelInvoice', [cancelled], { reason: '开错' });
  server.clock.pass(2 * MINUTE);
  const orders = [
    [free, cancelled],
    [cancelled, free],
  ];
  const answers = await Promise.all(orders.map((ids) => act(finance, 'cancelInvoice', ids, { reason: '开错' })));
  expect(answers.map((one) => one.reason)).toEqual(['lifecycle.notFromHere', 'lifecycle.notFromHere']);
  expect(answers[1].msg).toBe(answers[0].msg);
});

test('two concurrent undos undo once', async () => {
  const id = await taken('70.00');
  await done(finance, 'handOver', [id]);
  const both = await Promise.all([act(finance, 'undoHandOver', [id]), act(finance, 'undoHandOver', [id])]);
  expect(both.map((one) => one.status)).toEqual([200, 200]);
  const log = (await finance.get(`${of}/history`, { id })).data as { action: string }[];
  expect(log.filter((one) => one.action === 'undoHandOver')).toHaveLength(1);
});

test('a row cannot be reduced below its refunds, before, during or after the undo of a hand-over', async () => {
  const refund = (id: string, amount: string) =>
    finance.post(`${of}/submit`, {
      customerId,
      technicianId,
      collectType: 'labor',
      paymentTypeId: cash,
      receivableAmount: amount,
      amount,
      originCollectId: id,
      collectTime: '2026-11-23 09:30:00',
      reason: '退款',
    });
  const lowered = async (id: string, amount: string) =>
    worker.post(`${of}/submit`, { ...(await row(id, worker)), amount, receivableAmount: amount });
  const id = await taken('20.00');
  await done(finance, 'handOver', [id]);
  expect((await refund(id, '-5.00')).status).toBe(200);
  await done(finance, 'undoHandOver', [id]);
  expect(await lowered(id, '3.00')).toMatchObject({ status: 409, reason: 'maintenance.belowRefunds' });
  expect((await lowered(id, '5.00')).status).toBe(200);
  for (let round = 0; round < 4; round++) {
    const raced = await taken('20.00');
    const answers = await Promise.all([lowered(raced, '3.00'), refund(raced, '-5.00')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
  await holds();
});
