import { afterAll, expect, test } from 'vitest';
import { QUALITY } from '#business/iot/ingest/property-check.rules.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type AlarmHome, openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { operator, home, alarmOf, detailOf, run, finish, part } = site;
const MINUTE = 60_000;

afterAll(() => site.close());

/** Raise an alarm in a new home, and finish its repair; the watch has just begun. */
async function repaired(prop = 'temp'): Promise<AlarmHome & { id: string; formId: string }> {
  const of = await home({
    createRules: [{ level: 'critical', condition: { all: [{ prop, op: 'gt', value: 50 }] } }],
  });
  server.clock.pass(3000);
  await of.line.say(server.clock.ms() - 2000, { [prop]: 60 });
  const { id } = await alarmOf(of.deviceId);
  await of.line.say(server.clock.ms() - 1000, { [prop]: 20 });
  const made = await operator.post('iot/alarm-service/alarm/to-repair', { id });
  await finish(made.data.repairFormId);
  await expect.poll(() => verdictOf(id)).toBe('watching');
  return { ...of, id, formId: made.data.repairFormId };
}

const verdictOf = async (id: string): Promise<string> => (await detailOf(id)).verdict;

/** Send values without the fault, one a minute. */
const healthy = async ({ line }: AlarmHome, minutes = 4): Promise<void> => {
  for (let minute = 1; minute <= minutes; minute += 1) {
    server.clock.pass(MINUTE);
    await line.say(server.clock.ms(), { temp: 20 + minute });
  }
};

const over = async (): Promise<void> => {
  // The login of the test would expire during a whole watch, so shorten the watches in the table to five minutes.
  await server.tables(
    "update iot_alarm set verify_until = verify_from + interval '5 minutes' where verdict = 'watching'",
  );
  server.clock.pass(2 * MINUTE);
  await run('alarmVerdicts');
};

test('a fault that comes and goes within the reopen window is unfixed at once, and says when', async () => {
  const of = await repaired();
  server.clock.pass(MINUTE);
  await of.line.say(server.clock.ms(), { temp: 61 });
  await of.line.say(server.clock.ms() + 1000, { temp: 20 });
  await run('alarmVerdicts');
  const [row] = await server.tables<{ n: number }>('select count(*)::int as n from iot_alarm where device_id = $1', [
    of.deviceId,
  ]);
  expect(row.n).toBe(1);
  const { verdict, verdictTime } = await detailOf(of.id);
  expect(verdict).toBe('unfixed');
  expect(verdictTime).toBeTruthy();
  const { data } = await operator.get('iot/alarm-service/alarm/insight', { id: of.id });
  expect(data.verdict).toMatchObject({ state: 'unfixed', judgedAt: verdictTime, faultAt: server.clock.ms() });
});

test('messages without the fault’s values, or none at all, give no fixed verdict', async () => {
  const [mute, other, good] = [await repaired(), await repaired(), await repaired()];
  for (let minute = 1; minute <= 4; minute += 1) {
    server.clock.pass(MINUTE);
    await other.line.say(server.clock.ms(), { flow: minute });
    await good.line.say(server.clock.ms(), { temp: 20 + minute });
  }
  await over();
  expect(await Promise.all([mute, other, good].map(({ id }) => verdictOf(id)))).toEqual(['noData', 'noData', 'fixed']);
});

test('messages from the next home do not affect the verdict on the first', async () => {
  const [left, broken] = [await repaired(), await repaired()];
  await healthy(left);
  await healthy(broken, 1);
  await broken.line.say(server.clock.ms() + 1000, { temp: 80 });
  for (const one of [left, broken]) {
    server.clock.pass(2000);
    const next = await site.household({ roomAddressId: await site.address() });
    const moved = await site.bind(next, one.line.of.deviceKey, { reason: '搬走' });
    expect(moved.status, moved.msg).toBe(200);
  }
  await server.delivered();
  await part.settle();
  await left.line.say(server.clock.ms() + MINUTE, { temp: 90 });
  await run('alarmVerdicts');
  const verdicts = await server.tables<{ verdict: string }>(
    'select verdict from iot_alarm where id = any($1::bigint[]) order by id',
    [[left.id, broken.id]],
  );
  expect(verdicts.map((one) => one.verdict)).toEqual(['fixed', 'unfixed']);
});

test('values that a dead band would leave out of history are stored where a rule decides by them', async () => {
  const of = await repaired('damped');
  for (const damped of [42, 47.5, 52, 44]) {
    server.clock.pass(10_000);
    await of.line.say(server.clock.ms(), { damped });
  }
  const stored = await server.tables<{ damped: number }>(
    "select (data->>'damped')::float8 as damped from iot_telemetry where device_id = $1 order by ts",
    [of.deviceId],
  );
  expect(stored.map((row) => row.damped)).toEqual([60, 20, 42, 47.5, 52, 44]);
  await over();
  expect(await verdictOf(of.id)).toBe('unfixed');
});

test('an alarm raised again within the watch counts as the fault, whatever history stores', async () => {
  const [again, good] = [await repaired('momentary'), await repaired('momentary')];
  server.clock.pass(10_000);
  for (const [of, value] of [
    [again, 52],
    [good, 42],
  ] as const) {
    await of.line.say(server.clock.ms(), { momentary: value, temp: 20 });
    for (let n = 1; n <= 3; n += 1) await of.line.say(server.clock.ms() + n * 1000, { momentary: 30, temp: 20 + n });
  }
  const stored = await server.tables("select 1 from iot_telemetry where device_id = $1 and data ? 'momentary'", [
    again.deviceId,
  ]);
  expect(stored).toHaveLength(0);
  server.clock.pass(4 * MINUTE);
  await over();
  expect(await Promise.all([again, good].map(({ id }) => verdictOf(id)))).toEqual(['unfixed', 'noData']);
});

test('repeated work ends the watch and starts a new one', async () => {
  const of = await repaired();
  await healthy(of);
  await over();
  expect(await verdictOf(of.id)).toBe('fixed');
  await server.work('as_admin', (context) =>
    context.emit('repairForm.mirror', { id: of.formId, from: 'finished', to: 'inService' }),
  );
  await expect.poll(() => verdictOf(of.id)).toBe('none');
  await finish(of.formId);
  await expect.poll(() => verdictOf(of.id)).toBe('watching');
  // A fault before a new watch does not count, and finishing the repair again starts another watch.
  server.clock.pass(MINUTE);
  await finish(of.formId);
  await expect
    .poll(async () => (await detailOf(of.id)).verifyFrom)
    .toBe((await server.work('as_admin', (context) => Promise.resolve(context.now()))) as string);
});

test('a late message of the fault withdraws the verdict', async () => {
  const of = await repaired();
  await healthy(of);
  const at = server.clock.ms() - 1500;
  await over();
  expect(await verdictOf(of.id)).toBe('fixed');
  server.clock.pass(15 * MINUTE);
  await of.line.say(at, { temp: 77 });
  await run('alarmVerdicts');
  expect(await verdictOf(of.id)).toBe('unfixed');
});

const broken = async (code: string): Promise<string[]> => {
  const { sql } = server.app.invariants.find((one) => one.code === code)!;
  const rows = await server.tables<{ id: string }>(
    `select b.id::text as id from (${sql}) b where $1::text is not null and $2::timestamptz is not null`,
    ['000000', new Date(server.clock.ms()).toISOString()],
  );
  return rows.map(({ id }) => id);
};

test('the invariant holds afterwards, and a fixed verdict with a message of the fault violates it', async () => {
  expect(await broken('AL2')).toEqual([]);
  const of = await repaired();
  server.clock.pass(MINUTE);
  await of.line.say(server.clock.ms(), { temp: 61 });
  await run('alarmVerdicts');
  expect(await broken('AL2')).toEqual([]);
  await server.tables("update iot_alarm set verdict = 'fixed' where id = $1", [of.id]);
  expect(await broken('AL2')).toEqual([of.id]);
});

test('a repair that cannot be judged blocks no other verdict, however many are due', async () => {
  const [poison, of] = [await repaired(), await repaired()];
  server.clock.pass(MINUTE);
  await of.line.say(server.clock.ms(), { temp: 70 });
  await server.tables('update iot_telemetry set meta = meta | $2 where device_id = $1', [of.deviceId, QUALITY.late]);
  await server.tables(
    `insert into iot_alarm select (jsonb_populate_record(a, jsonb_build_object('id', a.id + 1000 + n, 'alarm_no', a.alarm_no || '-' || n, 'open_key', null, 'verdict', 'noData'))).*
     from iot_alarm a, generate_series(1, 201) n where a.id = $1`,
    [of.id],
  );
  await server.tables(
    "update iot_alarm set raised_by = '{}', verify_until = verify_until - interval '1 hour' where id = $1",
    [poison.id],
  );
  const reported: string[] = [];
  Object.assign(server.app, { report: (error: Error) => reported.push(error.message) });
  await run('alarmVerdicts');
  expect(reported).toHaveLength(1);
  const rows = await server.tables(
    'select verdict, count(*)::int as n from iot_alarm where device_id = $1 group by 1',
    [of.deviceId],
  );
  expect(rows).toEqual([{ verdict: 'unfixed', n: 202 }]);
  expect(await verdictOf(poison.id)).toBe('watching');
});

test('an alarm released by hand, or a rule that is switched off, hides no fault', async () => {
  const [released, off] = [await repaired(), await repaired()];
  await server.tables("update iot_alarm_rule set enabled = false, create_rules = '[]' where device_id = $1", [
    off.deviceId,
  ]);
  await server.tables('delete from iot_alarm_rule where device_id = $1', [released.deviceId]);
  await part.settle();
  server.clock.pass(MINUTE);
  for (const one of [released, off]) await one.line.say(server.clock.ms(), { temp: 70 });
  const again = await alarmOf(released.deviceId);
  if (again.alarmStatus === 'active')
    await operator.post('iot/alarm-service/alarm/release', { id: again.id, releaseType: 'ignore', remark: '先放着' });
  await run('alarmVerdicts');
  expect([await verdictOf(released.id), await verdictOf(off.id)]).toEqual(['unfixed', 'unfixed']);
});
