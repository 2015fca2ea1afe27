import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';
const [leader, office] = [await server.as('as_leader'), await server.as('as_cs,as_cs_lead', { who: 'lead' })];
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  office.id,
]);
server.app.ports.forget('000000');
const { id: wechat } = good(
  await site.admin.post(`${at}/paymentType/submit`, {
    typeCode: 'WX',
    typeName: '微信',
    payChannel: 'wechat',
    needVoucher: false,
    needTransmit: false,
    sort: 1,
  }),
).data;

test('work is between the arrival and the end of the visit; a claimed Sunday is refused, and the sending ends the visit', async () => {
  const of = await site.working(9, '工时先生');
  for (const [name, header] of [
    ['startTime', { startTime: '2026-11-22 08:00:00' }],
    ['endTime', { endTime: '2026-11-28 18:00:00' }],
  ] as const) {
    const answer = await site.completed(of, {}, header);
    expect([answer.status, answer.reason, (answer.data.fields as { field: string }[])[0].field], answer.msg).toEqual([
      400,
      'maintenance.workTimes',
      name,
    ]);
  }
  server.clock.set(Date.parse('2026-11-23T02:40:00Z'));
  // The tolerance is half an hour before and after.
  const done = good(
    await site.completed(
      of,
      { at: '2026-11-23 10:30:00' },
      { startTime: '2026-11-23 09:45:00', endTime: '2026-11-23 10:50:00' },
    ),
  ).data;
  expect(done).toMatchObject({ completeStatus: 'submitted', submitTime: '2026-11-23 10:30:00' });
  expect(await site.visit(of.id)).toMatchObject({ finishTime: '2026-11-23 10:30:00' });
});

test('no step precedes an earlier one, nor the end of a pause', async () => {
  const of = await site.working(11, '暂停先生');
  const step = (path: string, body: Record<string, unknown>) =>
    site.man.post(`${VISITS}/${path}`, { id: of.id, reason: '等配件', ...body });
  good(await step('pause', {}));
  server.clock.set(Date.parse('2026-11-23T02:50:00Z'));
  good(await step('resume', {}));
  expect((await step('pause', { at: '2026-11-23 10:45:00' })).reason).toBe('maintenance.stepBeforeLast');
  expect((await site.completed(of, { at: '2026-11-23 10:45:00' })).reason).toBe('maintenance.stepBeforeLast');
});

test('a job to be redone is not in the totals of its order; the second visit shows the received amount', async () => {
  const of = await site.working(13, '重办先生');
  const done = good(
    await site.completed(
      of,
      { collects: [{ collectType: 'labor', paymentTypeId: wechat, receivableAmount: '120', amount: '120' }] },
      { laborFee: '120' },
    ),
  ).data;
  const order = async () => good(await site.admin.get(`${at}/asregistrationform/detail/${of.registrationFormId}`)).data;
  expect(await order()).toMatchObject({ receivableTotal: '120.00', practicalTotal: '120.00' });
  good(await leader.post(`${VISITS}/confirm`, { id: of.id, pass: true }));
  good(
    await office.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.id, result: 'redo', reason: '仍不热' }),
  );
  expect(await order()).toMatchObject({ receivableTotal: '0.00', practicalTotal: '0.00' });
  const next = good(
    await site.dispatcher.post(`${VISITS}/submit`, {
      dispId: of.dispId,
      technicianId: site.technicianId,
      planStart: '2026-11-24 09:00:00',
      planEnd: '2026-11-24 10:00:00',
      force: true,
      forceReason: '重办',
    }),
  ).data;
  expect(good(await site.man.get(`${VISITS}/detail`, { id: next.id })).data.receivedBefore).toBe('120.00');
});

test('labour that the manufacturer pays is charged to the customer only with a reason', async () => {
  const of = await site.working(15, '保内先生');
  const fees = JSON.stringify({
    labor: 'manufacturer',
    material: 'manufacturer',
    mileage: 'manufacturer',
    other: 'customer',
  });
  await server.tables("update asregistrationform set weibao = 'warranty', cover_fees = $2 where id = $1", [
    of.registrationFormId,
    fees,
  ]);
  const refused = await site.completed(of, {}, { laborFee: '120', unpaidReason: 'later' });
  expect([refused.status, refused.reason, (refused.data.fields as { field: string }[])[0].field], refused.msg).toEqual([
    400,
    'maintenance.completionIncomplete',
    'coverExplain',
  ]);
  expect(
    good(
      await site.completed(of, {}, { laborFee: '120', unpaidReason: 'later', coverExplain: '客户要求加急，自愿承担' }),
    ).data,
  ).toMatchObject({ receivableAmount: '120.00' });
  for (const { code, title, sql } of server.app.invariants.filter((one) => one.code.startsWith('M')))
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2026-11-23 12:00:00',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
});

test('the phone shows the distance for the check at the door; elsewhere the distance needs an explanation', async () => {
  await server.tables('update astechnician set home_location = point(121.60, 31.21) where id = $1', [
    site.technicianId,
  ]);
  const day = async (id: string): Promise<{ systemKm: string | null }> =>
    (good(await site.man.get(`${VISITS}/ownDay`)).data.visits as { id: string; systemKm: string | null }[]).find(
      (one) => one.id === id,
    )!;
  const before = await site.sent(17, '还没到的客户');
  expect((await day(before.id)).systemKm).toBeNull();
  // Move earlier visits of this test to another day. The way to this visit is then the first of the day, which begins
  // at the technician's start point.
  await server.tables(
    "update dispatchlist set arrive_time = arrive_time - interval '1 day' where arrive_time is not null",
  );
  const of = await site.working(18, '路远先生');
  const { systemKm } = await day(of.id);
  expect(Number(systemKm)).toBeGreaterThan(7);
  const refused = await site.completed(of, {}, { mileageKm: '1' });
  expect([refused.status, refused.reason]).toEqual([400, 'maintenance.mileageUnexplained']);
  const done = good(await site.completed(of, {}, { mileageKm: systemKm })).data;
  expect([done.mileageSystemKm, done.mileageStatus]).toEqual([systemKm, 'ok']);
});
