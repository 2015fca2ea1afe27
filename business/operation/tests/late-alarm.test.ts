import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { operator, home, alarmOf, detailOf, run } = site;
const MINUTE = 60_000;
const cs = await server.as('as_cs');

afterAll(() => site.close());

const noticesOf = async (who: { id: string }): Promise<string[]> =>
  (await server.tables<{ title: string }>('select title from asmessage where receiver_id = $1', [who.id])).map(
    ({ title }) => title,
  );

const notify = { roles: ['as_operator'], escalateAfterMin: 1, escalateTo: ['as_operator'] };

test('an alarm of a message older than ten minutes is marked, makes no notice, and its request is a question', async () => {
  const [late, fresh] = [await home({ autoRepair: 'auto', notify }), await home({ autoRepair: 'auto', notify })];
  server.clock.pass(15 * MINUTE);
  await late.line.say(server.clock.ms() - 11 * MINUTE, { temp: 60 });
  await fresh.line.say(server.clock.ms() - 9 * MINUTE, { temp: 60 });
  const [one, other] = [await alarmOf(late.deviceId), await alarmOf(fresh.deviceId)];
  expect([one.late, other.late]).toEqual([true, false]);
  expect(one.alarmStatus).toBe('active');
  await server.delivered();
  server.clock.pass(5 * MINUTE);
  await run('alarmNotices');
  await run('alarmRepairs');
  await server.delivered();
  const raised = (await noticesOf(operator)).filter((title) => title.includes('高温'));
  // Two notices, raised and escalated, both of the alarm that was not late.
  expect(raised).toHaveLength(2);
  const questions = (await noticesOf(cs)).filter((title) => title.includes('要不要报修'));
  expect(questions).toHaveLength(1);
  expect((await detailOf(one.id)).repairFormId ?? '').toBe('');
  expect((await detailOf(other.id)).repairFormId ?? '').not.toBe('');
});

test('a hold that follows a late message is late too, and late alarms start no storm', async () => {
  await site.setParameter('iot.alarm.stormPerMinute', '2');
  const homes = [await home(), await home(), await home()];
  const held = await home({
    createRules: [
      { level: 'major', mode: 'duration', holdSec: 60, condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] } },
    ],
  });
  server.clock.pass(30 * MINUTE);
  const at = server.clock.ms() - 20 * MINUTE;
  for (const { line } of homes) await line.say(at, { temp: 70 });
  await held.line.say(at, { temp: 70 });
  await held.line.say(at + 2 * MINUTE, { temp: 71 });
  const rows = await Promise.all([...homes, held].map(({ deviceId }) => alarmOf(deviceId)));
  expect(rows.map((row) => [row.late, row.alarmStatus])).toEqual(rows.map(() => [true, 'active']));
  expect((await operator.get('iot/alarm-service/alarm/page', { alarmType: 'storm' })).data.total).toBe(0);
});

test('a late message and a late event are stored and marked', async () => {
  const { line, deviceId } = await home(null);
  server.clock.pass(15 * MINUTE);
  const iot = await server.as('as_iot', { who: 'later' });
  await line.happen(server.clock.ms() - 12 * MINUTE, 'door', {});
  await line.say(server.clock.ms() - 12 * MINUTE, { temp: 20 });
  await expect
    .poll(async () => (await iot.get('iot/device-event/page', { deviceId })).data.records)
    .toMatchObject([{ identifier: 'door', late: true }]);
  const rows = await iot.get('iot/device-thing-instance/history-work-condition/page', {
    deviceId,
    start: String(server.clock.ms() - 60 * MINUTE),
    end: String(server.clock.ms()),
  });
  expect(rows.data.records).toMatchObject([{ quality: ['late'] }]);
});
