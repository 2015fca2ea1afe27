import { expect, test } from 'vitest';
import { addDays, daysFrom } from '#kernel/language/days.ts';
import type { Figure } from '#business/iot/history/figures/day-figures.rules.ts';
import { writeFigureBytes } from '#business/iot/history/figures/figure-bytes.rules.ts';
import { makeModel, registerDevice } from '#business/iot/testing/devices.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';
import { ReminderSite } from '../testing/reminder-site.ts';

const server = await openTestServer(import.meta.url);
const plans = await PlanSite.of(server);
const { contracts } = plans;
const { cs } = contracts.work;
const site = new ReminderSite(plans);
const yearly = await contracts.template({ price: '0' });
const NO_FIGURE: Figure = { n: 1, sum: 0, min: 0, max: 0, last: 0, delta: 0, onSec: 0, starts: 0, doubt: 0 };

test('a warranty that ends within sixty days is reminded of once, however often the night runs', async () => {
  const near = await contracts.home();
  const far = await contracts.home();
  await site.warranty(near, '2027-01-22');
  await site.warranty(far, '2027-01-23');
  await site.night();
  await Promise.all([site.night(), site.night()]);
  const [row, ...more] = await site.of(near);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ remindType: 'warranty', remindStatus: 'waiting', dueDate: '2027-01-22', daysLeft: 60 });
  expect(await site.of(far)).toEqual([]);
  expect(good(await cs.get(`${site.path}/warrantyList`, { customerId: near.customerId })).data.records).toHaveLength(1);
  expect(good(await cs.get(`${site.path}/surrenderList`, { customerId: near.customerId })).data.records).toEqual([]);
  // The warranty is extended: the reason is gone. It is taken back: the same reminder opens again.
  await site.warranty(near, '2028-01-22');
  await site.night();
  expect((await site.of(near)).map(({ remindStatus }) => remindStatus)).toEqual(['closed']);
  await site.warranty(near, '2027-01-22');
  await site.night();
  expect((await site.of(near)).map(({ id, remindStatus }) => [id, remindStatus])).toEqual([[row.id, 'waiting']]);
});

test('a lapsed cover is reminded of within a year, unless the home has an active contract', async () => {
  const [lapsed, long, covered] = [await contracts.home(), await contracts.home(), await contracts.home()];
  await site.warranty(lapsed, '2025-11-23');
  await site.warranty(long, '2025-11-22');
  await site.warranty(covered, '2026-11-22');
  await contracts.sold(covered, yearly.id);
  await site.night();
  expect(await site.of(lapsed)).toMatchObject([{ remindType: 'surrender', dueDate: '2025-11-23' }]);
  expect([await site.of(long), await site.of(covered)]).toEqual([[], []]);
  await contracts.sold(lapsed, yearly.id);
  await site.night();
  expect((await site.of(lapsed)).map(({ remindStatus }) => remindStatus)).toEqual(['closed']);
});

test('the cover of a terminated contract lapses on the day of its end', async () => {
  const home = await contracts.home();
  const id = await contracts.sold(home, yearly.id);
  good(await contracts.state(id, 'terminated', { reason: '搬走' }));
  await site.night();
  expect(await site.of(home)).toEqual([]);
  await server.tables(
    "update asschemeupdaterecord set change_time = change_time - interval '3 days' where scheme_id = $1",
    [id],
  );
  await site.night();
  expect(await site.of(home)).toMatchObject([{ remindType: 'surrender', dueDate: '2026-11-20' }]);
});

test('a consumable and its reminder are warned of, handled, ignored and renewed together', async () => {
  const due = async () => {
    const home = await contracts.home();
    const { id, line } = await site.consumable(home, yearly.id, { installDate: '2025-12-10', lifeDays: 365 });
    return { home, schemeId: id, line };
  };
  const [one, two, three] = [await due(), await due(), await due()];
  await site.night();
  expect(await site.of(one.home)).toMatchObject([{ remindType: 'supplies', dueDate: '2026-12-10' }]);
  expect(await site.warning(one.line)).toBe('warned');
  // By the reminder.
  const [first] = await site.of(one.home);
  good(await cs.post(`${site.path}/handle`, { ids: first.id, resultNote: '客户自己换' }));
  expect(await site.warning(one.line)).toBe('handled');
  // By the consumable.
  good(
    await cs.post('blade-maintenance/webApi/asschemerelation/updateWarnStatus', {
      ids: two.line,
      warnStatus: 'ignored',
      note: '不换',
    }),
  );
  expect(await site.of(two.home)).toMatchObject([{ remindStatus: 'closed', resultNote: '不换' }]);
  // The contract ends: nobody is reminded of what it watched.
  good(await contracts.state(three.schemeId, 'terminated', { reason: '搬走' }));
  await site.night();
  expect((await site.of(three.home)).filter(({ remindType }) => remindType === 'supplies')).toMatchObject([
    { remindStatus: 'closed' },
  ]);
  expect(await site.warning(three.line)).toBe('normal');
  expect(await site.broken()).toEqual([]);
});

test('an order answers the reminders of its machine, and the warning of its consumable', async () => {
  const home = await contracts.home();
  const { line } = await site.consumable(home, yearly.id, { installDate: '2025-12-10', lifeDays: 365 });
  const other = await contracts.home();
  await site.warranty(other, '2026-12-24');
  await site.night();
  const order = good(await contracts.order(home)).data;
  expect(await site.of(home)).toMatchObject([
    { remindStatus: 'handled', registrationFormId: order.id, resultNote: order.registrationNo },
  ]);
  expect(await site.warning(line)).toBe('handled');
  expect(await site.of(other)).toMatchObject([{ remindStatus: 'waiting' }]);
  expect(await site.broken()).toEqual([]);
});

test('a reminder is pushed by hand, taken out until a day, and waits again after it', async () => {
  const home = await contracts.home();
  await site.warranty(home, '2026-12-24');
  await site.night();
  const [{ id }] = await site.of(home);
  good(await cs.post(`${site.path}/manualPushIn`, { ids: id }));
  expect(await site.of(home)).toMatchObject([{ remindStatus: 'in', pushNow: true }]);
  expect((await cs.post(`${site.path}/manualPushOut`, { ids: id, reason: 'later', until: '2026-11-22' })).reason).toBe(
    'plans.outUntilPast',
  );
  good(await cs.post(`${site.path}/manualPushOut`, { ids: id, reason: 'later', until: '2026-11-23' }));
  await site.night();
  expect(await site.of(home)).toMatchObject([{ remindStatus: 'out', outReason: 'later', pushNow: false }]);
  await server.tables("update asremind set out_until = '2026-11-22' where id = $1", [id]);
  await site.night();
  expect(await site.of(home)).toMatchObject([{ remindStatus: 'waiting', outReason: '' }]);
  good(await cs.post(`${site.path}/update`, { ids: id, ownerUser: cs.id, nextFollowTime: '2026-11-25 10:00:00' }));
  expect(await site.of(home)).toMatchObject([
    { remindStatus: 'waiting', ownerUser: cs.id, nextFollowTime: '2026-11-25 10:00:00' },
  ]);
  // A customer who did not agree to advertising is not pushed.
  await server.tables("update asremind set remind_type = 'surrender' where id = $1", [id]);
  expect((await cs.post(`${site.path}/manualPushIn`, { ids: id })).reason).toBe('plans.noAdvertising');
});

test('a reminder follows its machine to another customer, and ends with a machine that left', async () => {
  const home = await contracts.home();
  const next = await contracts.home();
  await site.warranty(home, '2026-12-24');
  await site.night();
  await server.tables('update asequipment set customer_id = $2, register_main_id = $3 where id = $1', [
    home.equipmentId,
    next.customerId,
    next.registerMainId,
  ]);
  await site.night();
  expect(await site.of(home)).toEqual([]);
  expect(await site.of(next)).toMatchObject([{ customerId: next.customerId, remindStatus: 'waiting' }]);
  await server.tables("update asequipment set equipment_status = 'removed' where id = $1", [home.equipmentId]);
  await site.night();
  expect(await site.of(next)).toMatchObject([{ remindStatus: 'closed' }]);
});

test('a consumable of a device that counts is due by its use, before its day', async () => {
  const iot = await server.as('as_iot');
  const model = await makeModel(iot, 'counted', {
    properties: [{ identifier: 'totalWater', unit: 'm³', aggregation: 'counter', specs: { min: 0, max: 1e9 } }],
  });
  const { id: deviceId } = await registerDevice(iot, model, 'counted', 'counted-1');
  const home = await contracts.home();
  await server.tables('update asequipment set instance_id = $2 where id = $1', [home.equipmentId, deviceId]);
  const { line } = await site.consumable(home, yearly.id, { installDate: '2026-10-24', lifeDays: 365 });
  const use = async (from: string, days: number, delta: number) => {
    for (const day of daysFrom(from, addDays(from, days - 1)))
      await server.tables(
        "insert into iot_days (tenant_id, device_id, day, data) values ('000000', $1, $2::date, $3)",
        [
          deviceId,
          day,
          writeFigureBytes({
            counts: [1],
            columns: new Map([['totalWater', { kind: 'counter', figures: [{ ...NO_FIGURE, delta }] }]]),
          }),
        ],
      );
  };
  // Before the consumable was installed: not its use.
  await use('2026-10-20', 4, 5);
  await use('2026-10-24', 16, 0.1);
  await site.night();
  expect(await site.of(home)).toEqual([]);
  await use('2026-11-09', 14, 0.12);
  await site.night();
  const used = await server.tables('select used_usage::text as used from asschemesupplies where id = $1', [line]);
  expect(used).toEqual([{ used: '3280.000' }]);
  // 720 of 4,000 litres are left at 120 litres a day.
  expect(await site.of(home)).toMatchObject([{ remindType: 'supplies', dueDate: '2026-11-29' }]);
  expect(await site.warning(line)).toBe('warned');
  await site.night();
  expect(await site.of(home)).toMatchObject([{ remindStatus: 'waiting' }]);
});

test('a machine of a corrected completion stays as a removed one, because a reminder names it', async () => {
  const home = await contracts.home();
  const { id } = good(await contracts.order(home)).data;
  const line = {
    equipmentId: home.equipmentId,
    equipmentName: '混水中心',
    qty: '1',
    replacedBySerial: 'NEW-1',
    equipmentStatus: 'normal',
  };
  const done = await contracts.served(id, { equipment: [line] }, { serviceMeasure: 'replaceUnit' });
  good(await contracts.judge(done, 'pass'));
  const machines = () =>
    server.tables<{ id: string; state: string; serial: string | null; gone: number }>(
      'select id::text as id, equipment_status as state, serial_no as serial, is_deleted as gone from asequipment where customer_id = $1 order by id',
      [home.customerId],
    );
  const [, fresh] = await machines();
  await site.warranty({ ...home, equipmentId: fresh.id }, '2026-12-24');
  await site.night();
  good(await contracts.judge(done, 'reopen', contracts.manager));
  const stored = good(
    await contracts.work.admin.get('blade-maintenance/webApi/ascompletionregistration/detail', { id: done }),
  ).data.equipment;
  good(
    await contracts.lead.post('blade-maintenance/webApi/ascompletionregistration/updateEquipment', {
      completionId: done,
      lines: [{ ...stored[0], replacedBySerial: null }],
    }),
  );
  good(await contracts.judge(done, 'pass'));
  expect(await machines()).toMatchObject([
    { id: home.equipmentId, state: 'normal', gone: 0 },
    { id: fresh.id, state: 'removed', serial: null, gone: 0 },
  ]);
  await site.night();
  expect(await site.of(home)).toMatchObject([{ equipmentId: fresh.id, remindStatus: 'closed' }]);
});

test('another company sees no reminders', async () => {
  const stranger = await server.as('as_cs', { tenantId: '100888' });
  expect(good(await stranger.get(`${site.path}/list`)).data.records).toEqual([]);
  const [{ id }] = await server.tables<{ id: string }>('select id::text as id from asremind limit 1');
  expect((await stranger.post(`${site.path}/manualPushIn`, { ids: id })).status).toBe(404);
});
