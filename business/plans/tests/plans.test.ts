import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { at } from '#business/contracts/testing/contract-site.ts';
import { PlanSite } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PlanSite.of(server);
const { contracts } = site;
const yearly = await contracts.template({ price: '0' });

test('an activated contract has its visits, and each further run of the planning changes nothing', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-02' });
  const plans = await site.plans(id);
  expect(plans.map(({ occurrenceNo, planDate, planStatus }) => [occurrenceNo, planDate, planStatus])).toEqual([
    [1, '2026-11-02', 'planned'],
    [2, '2027-02-02', 'planned'],
    // 2 May 2027 is a Sunday.
    [3, '2027-05-01', 'planned'],
    [4, '2027-08-02', 'planned'],
  ]);
  expect(plans[0]).toMatchObject({ windowFrom: '2026-11-02', windowTo: '2026-11-12', stdMinutes: 90, overdueDays: 11 });
  expect(await contracts.scheme(id)).toMatchObject({ nextServiceDate: '2026-11-02' });
  const before = await site.hash();
  await site.night();
  await Promise.all([site.night(), site.night()]);
  expect(await site.hash()).toBe(before);
});

test('a visit moves within its window only, and a further one gets the next free number', async () => {
  const two = await contracts.template({ price: '0', timesTotal: 2 });
  const { id } = await site.sold(two.id, { startDate: '2026-11-16', timesTotal: 3 });
  const [, second] = await site.plans(id);
  expect((await site.submit({ id: second.id, planDate: '2027-03-09' })).reason).toBe('plans.outsideWindow');
  good(await site.submit({ id: second.id, planDate: '2027-02-20' }));
  expect((await site.plans(id))[1].planDate).toBe('2027-02-20');
  await site.submit({ schemeId: id, planDate: '2027-10-30' });
  expect((await site.submit({ schemeId: id, planDate: '2028-10-30' })).reason).toBe('plans.outsideTerm');
});

test('a wanted day that is over is refused, and an overdue visit is wanted today', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-02' });
  const [first] = await site.plans(id);
  for (const action of ['book', 'register'])
    expect((await site.act(action, first.id, { expectDate: '2026-11-22' })).reason).toBe('plans.dayOver');
  expect((await site.submit({ id: first.id, expectDate: '2020-01-01' })).reason).toBe('plans.dayOver');
  good(await site.act('register', first.id));
  const [{ registrationFormId }] = await site.plans(id);
  const order = await contracts.work.cs.get('blade-maintenance/webApi/asregistrationform/detail', {
    id: registrationFormId!,
  });
  expect(good(order).data.expectDate).toBe('2026-11-23');
});

test('visits of one home are one work order, which reserves them; the order moves them', async () => {
  const { id, home } = await site.sold(yearly.id, { startDate: '2026-11-20' });
  const other = await contracts.sold(home, yearly.id, { startDate: '2026-11-23' });
  const [first] = await site.plans(id);
  const [second] = await site.plans(other);
  good(await site.act('register', `${first.id},${second.id}`, { expectDate: '2026-11-25' }));
  const [booked] = await site.plans(id);
  const [also] = await site.plans(other);
  expect(booked.planStatus).toBe('booked');
  expect(also.registrationFormId).toBe(booked.registrationFormId);
  expect([await contracts.visits(id), await contracts.visits(other)]).toEqual([
    [0, 1, 3],
    [0, 1, 3],
  ]);
  const order = good(
    await contracts.work.cs.get('blade-maintenance/webApi/asregistrationform/detail', {
      id: booked.registrationFormId!,
    }),
  ).data;
  expect(order).toMatchObject({
    source: 'plan',
    receiptsType: 'maintain',
    weibao: 'plan',
    expectDate: '2026-11-25',
    stdMinutes: 180,
  });
  const uses = await server.tables(
    'select plan_id::text as "planId" from asregistrationscheme where registration_form_id = $1 order by 1',
    [booked.registrationFormId],
  );
  expect(uses).toEqual(
    [{ planId: first.id }, { planId: second.id }].toSorted((a, b) => (a.planId < b.planId ? -1 : 1)),
  );
  expect((await site.act('register', first.id)).reason).toBe('plans.alreadyRegistered');
  const done = await contracts.served(booked.registrationFormId!);
  expect((await site.plans(id))[0].planStatus).toBe('dispatched');
  good(await contracts.judge(done, 'pass'));
  expect((await site.plans(id))[0]).toMatchObject({ planStatus: 'done', completionId: done });
  expect(await contracts.visits(id)).toEqual([1, 0, 3]);
  good(await contracts.judge(done, 'reopen', contracts.manager));
  expect((await site.plans(id))[0].planStatus).toBe('dispatched');
  expect(await contracts.visits(id)).toEqual([0, 1, 3]);
});

test('a cancelled order gives its visit back; a skipped visit may count as used, and comes back with it', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-20' });
  const [first, second] = await site.plans(id);
  good(await site.act('register', first.id));
  const [{ registrationFormId }] = await site.plans(id);
  good(
    await contracts.lead.post('blade-maintenance/webApi/asregistrationform/submit', {
      ids: registrationFormId,
      action: 'cancel',
      cancelReason: 'wrong',
    }),
  );
  expect((await site.plans(id))[0]).toMatchObject({ planStatus: 'booked', registrationFormId: '' });
  expect(await contracts.visits(id)).toEqual([0, 0, 4]);
  good(await site.act('skip', second.id, { skipReason: '客户出国', consume: true }));
  expect(await contracts.visits(id)).toEqual([1, 0, 3]);
  good(await site.act('restore', second.id));
  expect(await contracts.visits(id)).toEqual([0, 0, 4]);
});

test('a skip that used the last visit ends the contract, and its restoring goes on with it', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-20', timesTotal: 1 });
  const [only] = await site.plans(id);
  good(await site.act('skip', only.id, { skipReason: '客户不做', consume: true }));
  expect((await contracts.scheme(id)).schemeStatus).toBe('finished');
  good(await site.act('restore', only.id));
  expect(await contracts.scheme(id)).toMatchObject({ schemeStatus: 'active', nextServiceDate: only.planDate });
  expect(await contracts.visits(id)).toEqual([0, 0, 1]);
  expect((await site.plans(id)).map(({ planStatus }) => planStatus)).toEqual(['planned']);
});

test('visits that are planned after a suspension are later by its days, like those that were planned before', async () => {
  const long = await contracts.template({ price: '0', timesTotal: 12, contractMonths: 36 });
  const { id } = await site.sold(long.id, { startDate: '2026-11-20', timesTotal: 12 });
  expect((await site.plans(id)).map(({ planDate }) => planDate).at(-1)).toBe('2027-11-20');
  good(await contracts.state(id, 'suspended', { reason: '出国' }, contracts.lead));
  await server.tables("update asscheme set suspend_time = suspend_time - interval '180 days' where id = $1", [id]);
  good(await contracts.state(id, 'active', { extend: true }));
  const now = server.clock.ms();
  server.clock.set(Date.parse('2027-08-02T00:00:00+08:00'));
  await site.night();
  server.clock.set(now);
  const days = (await site.plans(id)).map(({ planDate }) => planDate);
  expect(days.slice(0, 5)).toEqual(['2027-05-19', '2027-08-19', '2027-11-16', '2028-02-16', '2028-05-18']);
  expect(days.slice(5)).toEqual(['2028-08-18']);
});

test('a suspended contract freezes its visits; resumed with its days they move, terminated they end', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-20' });
  good(await contracts.state(id, 'suspended', { reason: '装修' }, contracts.lead));
  const [first] = await site.plans(id);
  expect((await site.act('register', first.id)).reason).toBe('plans.frozen');
  await server.tables("update asscheme set suspend_time = suspend_time - interval '10 days' where id = $1", [id]);
  good(await contracts.state(id, 'active', { extend: true }));
  expect((await site.plans(id)).map(({ planDate }) => planDate)).toEqual([
    '2026-11-30',
    '2027-03-02',
    '2027-05-30',
    '2027-08-30',
  ]);
  good(await contracts.state(id, 'terminated', { reason: '搬走' }));
  expect(new Set((await site.plans(id)).map(({ planStatus }) => planStatus))).toEqual(new Set(['cancelled']));
});

test('the night cancels the visits of a contract whose last visit was used by another order', async () => {
  const { id, home } = await site.sold(yearly.id, { startDate: '2026-11-20', timesTotal: 1 });
  const done = await contracts.served(good(await contracts.order(home)).data.id);
  good(await contracts.judge(done, 'pass'));
  expect((await contracts.scheme(id)).schemeStatus).toBe('finished');
  expect((await site.plans(id)).map(({ planStatus }) => planStatus)).toEqual(['planned']);
  await server.app.jobs.run('planOccurrence.endFinished');
  expect((await site.plans(id)).map(({ planStatus }) => planStatus)).toEqual(['cancelled']);
  expect((await contracts.scheme(id)).nextServiceDate).toBe('');
});

test('a removed visit is no next service of its contract, and a restored one is again, while the contract runs', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-20' });
  const [first, second] = await site.plans(id);
  const next = async () => {
    await server.delivered();
    return (await contracts.scheme(id)).nextServiceDate;
  };
  expect(await next()).toBe(first.planDate);
  const { cs, admin } = contracts.work;
  good(await cs.post(`${at}/asmaintain/remove`, { ids: first.id }));
  expect(await next()).toBe(second.planDate);
  good(await admin.post(`${at}/asmaintain/restore`, { ids: first.id }));
  expect(await next()).toBe(first.planDate);
  good(await cs.post(`${at}/asmaintain/remove`, { ids: first.id }));
  good(await contracts.state(id, 'terminated', { reason: '退房' }));
  expect(await next()).toBe('');
  expect((await admin.post(`${at}/asmaintain/restore`, { ids: first.id })).reason).toBe('plans.notActive');
});

test('visits that were used before a contract came here are not planned', async () => {
  const id = await contracts.draft(await contracts.home(), yearly.id, { startDate: '2026-05-20' });
  await contracts.usedBefore(id, 2);
  good(await contracts.state(id, 'active'));
  expect((await site.plans(id)).map(({ occurrenceNo }) => occurrenceNo)).toEqual([3, 4]);
});

test('an order that is registered ahead breaches nothing: its clocks begin on its day', async () => {
  good(
    await contracts.manager.post('blade-maintenance/webApi/asslapolicy/submit', {
      policyName: '上门',
      slaKind: 'arrive',
      targetMinutes: 240,
      warnPercent: 80,
      calendarStart: '08:30',
      calendarEnd: '17:30',
      weekendCount: true,
    }),
  );
  const { id } = await site.sold(yearly.id, { startDate: '2026-12-07' });
  const [first] = await site.plans(id);
  good(await site.act('register', first.id));
  const [{ registrationFormId }] = await site.plans(id);
  const clocks = await server.tables<{ start: string }>(
    "select to_char(start_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as start from asslaclock where biz_id = $1",
    [registrationFormId],
  );
  expect(clocks).toEqual([{ start: '2026-12-07 08:00' }]);
});

test('where dates follow completions, the next visit is a cycle after the one that was done', async () => {
  const after = await contracts.template({ price: '0', planBasis: 'completed', cycleNum: 2 });
  const { id } = await site.sold(after.id, { startDate: '2026-11-20' });
  const [first, ...none] = await site.plans(id);
  expect(none).toEqual([]);
  good(await site.act('register', first.id));
  const [{ registrationFormId }] = await site.plans(id);
  good(await contracts.judge(await contracts.served(registrationFormId!), 'pass'));
  expect((await site.plans(id)).map(({ planDate, planStatus }) => [planDate, planStatus])).toEqual([
    ['2026-11-20', 'done'],
    ['2027-01-23', 'planned'],
  ]);
});
