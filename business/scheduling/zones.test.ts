import { expect, test } from 'vitest';
import { PieceWorld } from '#business/piecework/testing/piecework-world.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { staffMessage } from '#business/messaging/staff/staff-message.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { calendarDay } from './calendar-day.paper.ts';
import { leaveForm } from './leave/leave-form.paper.ts';
import { slaClock } from './sla/sla-clock.paper.ts';
import { slaPolicy } from './sla/sla-policy.paper.ts';

// Zones of tenants in this file: Urumqi has no summer time; Berlin's begins on 2027-03-28 and ends on 2027-10-31.
const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const MINUTE = 60_000;
let count = 0;

/** Set the tenant's zone and the present moment. */
async function where(zone: string, utc: string): Promise<void> {
  await server.tables("update blade_tenant set zone = $1 where tenant_id = '000000'", [zone]);
  server.app.ports.forget('000000');
  server.clock.set(Date.parse(utc));
}

/** Create an accepted repair form with its order. */
async function called(): Promise<{ id: string; no: string; at: string; order: string }> {
  count += 1;
  return server.work('as_cs', async (context) => {
    const made = await context.submit(repairForm, {
      customerName: `客户${count}`,
      phone: `1381120${String(2000 + count)}`,
      address: `锦绣路${count}弄`,
      customerServiceTeam: 'east',
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '不热',
      newCustomer: {},
      newFile: {},
      then: 'accept',
    });
    const row = await context.get(repairForm, made.id);
    return { id: row.id, no: row.repairNo, at: row.createTime, order: String(row.registrationFormId) };
  });
}

/** Return the due times of an order's clocks, in the tenant's zone and in UTC. */
async function dues(bizId: string): Promise<Record<string, string>> {
  const rows = await server.work('as_dispatcher', (context) => context.find(slaClock, { bizId }, { limit: 20 }));
  const stored = await server.tables<{ id: string; utc: string }>(
    "select id::text as id, to_char(due_time at time zone 'UTC', 'MM-DD HH24:MI') as utc from asslaclock where biz_id = $1",
    [bizId],
  );
  return Object.fromEntries(
    rows.map((one) => [
      one.slaKind,
      `${one.dueTime} = ${stored.find((its) => its.id === one.id)?.utc} ${one.slaState}`,
    ]),
  );
}

const policy = (
  slaKind: 'appoint' | 'arrive' | 'finish',
  targetMinutes: number,
  weekendCount: boolean,
): Promise<unknown> =>
  server.work('as_manager', (context) =>
    context.create(slaPolicy, {
      policyName: slaKind,
      slaKind,
      targetMinutes,
      warnPercent: 80,
      calendarStart: '08:30',
      calendarEnd: '17:30',
      weekendCount,
      priority: 0,
    }),
  );
await server.as('as_leader');
await policy('appoint', 120, true);
await policy('arrive', 540, true);
await policy('finish', 540, false);
const lastMinute = async (zone: string, utc: string): Promise<readonly [string, string][]> => {
  await where(zone, utc);
  const before = await called();
  server.clock.pass(MINUTE);
  const after = await called();
  return [before, after].map((one): [string, string] => [one.no.slice(-12), one.at]);
};

test('a paper number has the local day: at the end of a month, on 29 February and at both time changes', async () => {
  expect(await lastMinute('Asia/Urumqi', '2026-11-30T17:59:30Z')).toEqual([
    ['202611300001', '2026-11-30 23:59:30'],
    ['202612010001', '2026-12-01 00:00:30'],
  ]);
  expect(await lastMinute('Europe/Berlin', '2027-03-27T22:59:30Z')).toEqual([
    ['202703270001', '2027-03-27 23:59:30'],
    ['202703280001', '2027-03-28 00:00:30'],
  ]);
  // On that Sunday summer time begins, so the day has 23 hours and ends an hour earlier in UTC.
  expect(await lastMinute('Europe/Berlin', '2027-03-28T21:59:30Z')).toEqual([
    ['202703280002', '2027-03-28 23:59:30'],
    ['202703290001', '2027-03-29 00:00:30'],
  ]);
  expect(await lastMinute('Europe/Berlin', '2027-10-31T22:59:30Z')).toEqual([
    ['202710310001', '2027-10-31 23:59:30'],
    ['202711010001', '2027-11-01 00:00:30'],
  ]);
  expect(await lastMinute('Europe/Berlin', '2028-02-28T22:59:30Z')).toEqual([
    ['202802280001', '2028-02-28 23:59:30'],
    ['202802290001', '2028-02-29 00:00:30'],
  ]);
  expect(await lastMinute('Europe/Berlin', '2028-02-29T22:59:30Z')).toEqual([
    ['202802290002', '2028-02-29 23:59:30'],
    ['202803010001', '2028-03-01 00:00:30'],
  ]);
});

test('due times count local hours, also over a time change, and are late at that very minute', async () => {
  // Saturday 16:30 in winter time; the due times are on Sunday, in summer time.
  await where('Europe/Berlin', '2027-03-27T15:30:00Z');
  const spring = await called();
  expect(await dues(spring.order)).toMatchObject({
    appoint: '2027-03-28 09:30:00 = 03-28 07:30 running',
    arrive: '2027-03-28 16:30:00 = 03-28 14:30 running',
    finish: '2027-03-29 17:30:00 = 03-29 15:30 running',
  });
  server.clock.set(Date.parse('2027-03-28T07:30:00Z'));
  await server.app.jobs.run('slaClock.tick');
  expect((await dues(spring.order)).appoint).toContain('warning');
  server.clock.pass(MINUTE);
  await server.app.jobs.run('slaClock.tick');
  expect((await dues(spring.order)).appoint).toContain('breached');
  expect(
    await server.work('as_leader', (context) =>
      context.find(staffMessage, { bizId: spring.order, messageEvent: 'slaBreach' }, { limit: 10 }),
    ),
  ).not.toEqual([]);
  await where('Europe/Berlin', '2027-10-30T14:30:00Z');
  expect(await dues((await called()).order)).toMatchObject({ appoint: '2027-10-31 09:30:00 = 10-31 08:30 running' });
  await where('Asia/Urumqi', '2026-11-30T10:30:00Z');
  expect(await dues((await called()).order)).toMatchObject({ appoint: '2026-12-01 09:30:00 = 12-01 03:30 running' });
});

test("holidays do not count and make-up days do, by the company's calendar, across months", async () => {
  await where('Europe/Berlin', '2027-04-29T08:00:00Z');
  const days = [
    ['2027-04-30', 'statutory'],
    ['2027-05-01', 'statutory'],
    ['2027-05-02', 'work'],
    ['2027-05-03', 'rest'],
  ] as const;
  await server.work('as_admin', async (context) => {
    for (const [calendarDate, dayKind] of days) await context.create(calendarDay, { calendarDate, dayKind });
  });
  // Thursday 16:30. Friday and Saturday are holidays, Sunday is a make-up working day, and Monday is a day of rest.
  server.clock.set(Date.parse('2027-04-29T14:30:00Z'));
  expect(await dues((await called()).order)).toMatchObject({
    appoint: '2027-05-02 09:30:00 = 05-02 07:30 running',
    arrive: '2027-05-02 16:30:00 = 05-02 14:30 running',
    finish: '2027-05-02 16:30:00 = 05-02 14:30 running',
  });
  server.clock.set(Date.parse('2027-05-02T14:30:00Z'));
  expect(await dues((await called()).order)).toMatchObject({ appoint: '2027-05-04 09:30:00 = 05-04 07:30 running' });
});

test('a late visit is on the board of its local day, and a leave counts the hours of 29 February', async () => {
  for (const [zone, utc, day, next] of [
    ['Asia/Urumqi', '2026-11-30T04:00:00Z', '2026-11-30', '2026-12-01'],
    ['Europe/Berlin', '2028-02-29T08:00:00Z', '2028-02-29', '2028-03-01'],
  ] as const) {
    await where(zone, utc);
    const who = await world.hire(`夜班${day}`, { workStart: '08:30:00', workEnd: '23:59:00' });
    const { order } = await called();
    await server.work('as_dispatcher', (context) =>
      context.submit(dispatchForm, {
        registrationFormId: order,
        technicianId: who.id,
        planStart: `${day} 23:00:00`,
        planEnd: `${day} 23:50:00`,
        dispatch: true,
        force: true,
        forceReason: '夜间抢修',
      }),
    );
    const board = await server.as('as_dispatcher', { who: `board${day}` });
    const planned = async (from: string): Promise<string[]> => {
      const { data } = await board.get('blade-maintenance/webApi/asdispatchform/technicianList', { from, days: 1 });
      return (data.technicians as { technicianId: string; visits: { from: string }[] }[])
        .find((one) => one.technicianId === who.id)!
        .visits.map((one) => one.from);
    };
    expect([await planned(day), await planned(next)], zone).toEqual([[`${day} 23:00:00`], []]);
  }
  const off = await world.hire('闰日休假');
  const leave = await server.work('as_manager', async (context) => {
    await context.change(technician, off.id, { workStart: '08:30:00', workEnd: '17:30:00' });
    const { id } = await context.submit(leaveForm, {
      technicianId: off.id,
      leaveType: 'annual',
      startTime: '2028-02-28 13:00:00',
      endTime: '2028-03-01 12:00:00',
      reason: '休假',
    });
    return context.get(leaveForm, id);
  });
  // 16 hours: Monday afternoon, the whole 29th, and a morning in March.
  expect(leave.leaveHours).toBe('16.000');
});

test('a piece is paid in the local month of its end, and the next month opens on its local first day', async () => {
  const price = await world.priced('PUMP', '100');
  for (const [zone, utc, [last, first], [month, next]] of [
    ['Asia/Urumqi', '2026-11-30T18:30:00Z', ['2026-11-30 23:50:00', '2026-12-01 00:10:00'], ['2026-11', '2026-12']],
    ['Europe/Berlin', '2027-03-31T22:30:00Z', ['2027-03-31 23:50:00', '2027-04-01 00:10:00'], ['2027-03', '2027-04']],
  ] as const) {
    await where(zone, utc);
    const who = await world.hire(`月末${month}`);
    const auditor = await server.as('as_piece_auditor', { who: month });
    const paid: [string, string | null][] = [];
    for (const end of [last, first]) {
      const made = await world.piece({ crew: [[who.id, '1']], processId: price, end });
      const answer = await auditor.post('blade-maintenance/webApi/aspieceworkaudit/pieceWorkCheck', { ids: made.id });
      expect(answer.status, answer.msg).toBe(200);
      const row = await world.get(made.id);
      paid.push([row.finishDate!, row.wagePeriod]);
    }
    expect(paid, zone).toEqual([
      [last.slice(0, 10), month],
      [first.slice(0, 10), next],
    ]);
  }
  await where('Europe/Berlin', '2027-04-30T21:59:00Z');
  const periods = async (): Promise<string> =>
    (await server.tables<{ last: string }>('select max(wage_period) as last from aswageperiod where is_deleted = 0'))[0]
      .last;
  await server.app.jobs.run('wagePeriod.roll');
  expect(await periods()).toBe('2027-04');
  server.clock.pass(2 * MINUTE);
  await server.app.jobs.run('wagePeriod.roll');
  expect(await periods()).toBe('2027-05');
});

test('invariants of calls, orders, clocks and leave hold in every zone', async () => {
  await where('Europe/Berlin', '2028-03-02T08:00:00Z');
  await server.app.jobs.run('slaClock.tick');
  const about = server.app.invariants.filter((one) =>
    ['repairForm', 'registration', 'slaClock', 'leaveForm'].includes(one.paper),
  );
  expect(about.length).toBeGreaterThan(2);
  for (const { code, title, sql } of about)
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2028-03-02 08:00:00Z',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
});
