import { type CloseHold, closeHolds } from './collection/close-holds.server.ts';
import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [finance, desk, admin] = [
  await server.as('as_finance'),
  await server.as('as_admin'),
  await server.as('administrator'),
];
const second = await server.as('as_finance', { who: 'second' });
const customerId = (await saved(server, customer)).id;
const man = await server.as('as_technician');
const technicianId = (await saved(server, technician, { userId: man.id })).id;
const bank = (await saved(server, paymentType, { payChannel: 'bank', needVoucher: false, needTransmit: false })).id;
const cash = (await saved(server, paymentType, { payChannel: 'cash', needVoucher: false, needTransmit: true })).id;

/** Create a confirmed order with one completion that charges 200. */
async function confirmed(unpaidReason: string): Promise<{ orderId: string; completionId: string }> {
  const order = await saved(server, registration);
  await server.tables(
    "update asregistrationform set register_status = 'confirmed', receivable_total = 200, practical_total = 0 where id = $1",
    [order.id],
  );
  const done = await server.work(
    'administrator',
    async (context) =>
      (
        await context.createAll(completion, [
          {
            dispId: '1',
            dispatchListId: String(order.id),
            registrationFormId: order.id,
            technicianId,
            receiptsType: 'repair',
            repairType: 'boiler',
            crewNames: '班组',
            startTime: '2026-11-20 09:00:00',
            endTime: '2026-11-20 11:00:00',
            visitResult: 'done',
            maintenanceContent: '更换水泵',
            weibao: 'paid',
            laborFee: '200',
            receivableAmount: '200',
            practicalAmount: '0',
            unpaidReason,
            completeStatus: 'confirmed',
            mileageKm: '1',
            mileageSystemKm: '1',
            mileageStatus: 'ok',
            serviceMeasure: 'replacePart',
          } as never,
        ])
      )[0] as { id: string },
  );
  return { orderId: String(order.id), completionId: done.id };
}

const orderOf = async (id: string) => (await admin.get(`${at}/asregistrationform/detail/${id}`)).data;
const paid = async (completionId: string, amount: string, way = bank): Promise<string> => {
  const answer = await second.post(`${at}/ascollectdetaileds/submit`, {
    customerId,
    completionId,
    collectType: 'labor',
    paymentTypeId: way,
    receivableAmount: amount,
    amount,
    collectTime: '2026-11-23 09:30:00',
    technicianId,
    reason: '客户补付',
  });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data.id;
};
const approve = async (ids: string): Promise<void> => {
  const answer = await finance.post(`${at}/ascollectdetaileds/updateApproval`, { ids });
  expect(answer.status, answer.msg).toBe(200);
};

test('a payment after the visit counts for the order, and the nightly job closes paid and approved orders', async () => {
  const { orderId, completionId } = await confirmed('later');
  const first = await paid(completionId, '120.00');
  expect(await orderOf(orderId)).toMatchObject({ receivableTotal: '200.00', practicalTotal: '120.00' });
  await approve(first);
  await server.app.jobs.run('registration.closeRoll');
  expect((await orderOf(orderId)).registerStatus).toBe('confirmed');
  const rest = await paid(completionId, '80.00');
  expect((await orderOf(orderId)).practicalTotal).toBe('200.00');
  await server.app.jobs.run('registration.closeRoll');
  expect((await orderOf(orderId)).registerStatus).toBe('confirmed');
  await approve(rest);
  await server.app.jobs.run('registration.closeRoll');
  expect(await orderOf(orderId)).toMatchObject({ registerStatus: 'closed', closeTime: '2026-11-23 10:00:00' });
});

test('a paid order stays open while a room holds it', async () => {
  const [one, other, free] = [await confirmed('waived'), await confirmed('waived'), await confirmed('waived')];
  const hold = (id: string): CloseHold => ({
    words: ['待回访', 'To be called'],
    sql: `select r.id as registration_form_id from asregistrationform r where r.tenant_id = $1 and r.id = ${id}`,
  });
  const states = async (): Promise<string[]> => {
    await server.app.jobs.run('registration.closeRoll');
    return Promise.all([one, other, free].map(async ({ orderId }) => (await orderOf(orderId)).registerStatus));
  };
  await server.contributing(closeHolds, [hold(one.orderId), hold(other.orderId)], async () =>
    expect(await states()).toEqual(['confirmed', 'confirmed', 'closed']),
  );
  expect(await states()).toEqual(['closed', 'closed', 'closed']);
});

test('a waived rest does not keep an order open; one paid monthly does', async () => {
  const [waived, monthly] = [await confirmed('waived'), await confirmed('month')];
  await server.app.jobs.run('registration.closeRoll');
  expect([(await orderOf(waived.orderId)).registerStatus, (await orderOf(monthly.orderId)).registerStatus]).toEqual([
    'closed',
    'confirmed',
  ]);
});

test('a technician with cash cannot be disabled or removed; one without open commitments can', async () => {
  const { completionId } = await confirmed('later');
  const id = await paid(completionId, '60.00', cash);
  const disable = () => desk.post(`${at}/astechnician/submit`, { id: technicianId, status: 0 });
  const refused = await disable();
  expect(refused).toMatchObject({ status: 409, reason: 'maintenance.technicianTied' });
  expect(refused.msg).toContain('未交款的收款 1 项');
  expect((await desk.post(`${at}/astechnician/remove`, { ids: technicianId })).status).toBe(409);
  expect((await finance.post(`${at}/ascollectdetaileds/updateTransmit`, { ids: id })).status).toBe(200);
  expect((await disable()).status).toBe(200);
  expect((await admin.get(`${at}/astechnician/detail`, { id: technicianId })).data.status).toBe(0);
  const history = JSON.stringify((await admin.get(`${at}/astechnician/history`, { id: technicianId })).data);
  expect(history).toContain('停用');
});
