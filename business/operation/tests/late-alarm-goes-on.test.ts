import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { home, alarmOf, detailOf, run } = site;
const MINUTE = 60_000;

afterAll(() => site.close());

const raisedNotices = async (alarmId: string): Promise<number> => {
  await server.delivered();
  const rows = await server.tables(
    "select 1 from asmessage where title like '告警：%' and content like '%' || $1 || '%'",
    [(await detailOf(alarmId)).alarmNo],
  );
  return rows.length;
};

test('a fault that began late and goes on live is announced once, and its request is made', async () => {
  const of = await home({ autoRepair: 'auto', notify: { roles: ['as_operator'] } });
  server.clock.pass(12 * MINUTE);
  await of.line.say(server.clock.ms() - 11 * MINUTE, { temp: 60 });
  const { id } = await alarmOf(of.deviceId);
  // The job asks customer service about the late alarm before the first message that is not late.
  await run('alarmRepairs');
  server.clock.pass(5 * MINUTE);
  await run('alarmRepairs');
  expect(await raisedNotices(id)).toBe(0);
  for (const temp of [60, 61, 62, 63, 64]) {
    server.clock.pass(10_000);
    await of.line.say(server.clock.ms(), { temp });
  }
  expect(await detailOf(id)).toMatchObject({ late: false, alarmStatus: 'active', repeatCount: 1 });
  expect(await raisedNotices(id)).toBe(1);
  server.clock.pass(5 * MINUTE);
  await run('alarmRepairs');
  expect((await detailOf(id)).repairFormId ?? '').not.toBe('');
});

test('a late alarm that a live message reopens is announced, and one that a late message reopens is not', async () => {
  const [live, late] = [
    await home({ autoRepair: 'ask', notify: { roles: ['as_operator'] } }),
    await home({ autoRepair: 'ask', notify: { roles: ['as_operator'] } }),
  ];
  server.clock.pass(12 * MINUTE);
  const at = server.clock.ms() - 11 * MINUTE;
  await site.setParameter('iot.alarm.reopenSeconds', '3600');
  for (const { line } of [live, late]) {
    await line.say(at, { temp: 60 });
    await line.say(at + 1000, { temp: 20 });
  }
  await late.line.say(at + 2000, { temp: 61 });
  await live.line.say(server.clock.ms(), { temp: 61 });
  const [one, other] = [await alarmOf(live.deviceId), await alarmOf(late.deviceId)];
  expect([one.late, one.alarmStatus, one.repeatCount]).toEqual([false, 'active', 2]);
  expect([other.late, other.alarmStatus, other.repeatCount]).toEqual([true, 'active', 2]);
  expect([await raisedNotices(one.id), await raisedNotices(other.id)]).toEqual([1, 0]);
  expect((await detailOf(one.id)).repairDue).toBeTruthy();
});

test('a late alarm that ends with the first live message is never announced', async () => {
  const of = await home({ notify: { roles: ['as_operator'] } });
  server.clock.pass(12 * MINUTE);
  await of.line.say(server.clock.ms() - 11 * MINUTE, { temp: 60 });
  await of.line.say(server.clock.ms(), { temp: 20 });
  const one = await alarmOf(of.deviceId);
  expect([one.late, one.alarmStatus]).toEqual([true, 'recovered']);
  expect(await raisedNotices(one.id)).toBe(0);
});
