import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { iot, operator, home, ruled, alarmOf, modelId } = site;
const MINUTE = 60_000;

afterAll(() => site.close());

const above = (value: number, more: Record<string, unknown> = {}) => ({
  alarmType: 'threshold',
  createRules: [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value }] }, ...more }],
});
const dryRun = async (body: Record<string, unknown>) => {
  const answer = await iot.post('iot/alarm-rule/dry-run', body);
  expect(answer.status, answer.msg).toBe(200);
  return answer.data.outcome;
};

test('a draft rule fires like a live one, is compared with the repairs that followed, and reports its data', async () => {
  const model = `iot/alarm/v1/models/${modelId}/configuration`;
  const ruleId = await ruled(() => iot.post(model, { ruleName: '偏热', ruleCode: 'warm', ...above(50) }));
  const [first, second, quiet] = [await home(null), await home(null), await home(null)];
  const begin = server.clock.ms();
  for (const [minute, temp] of [40, 55, 65, 40, 52, 40].entries()) {
    await first.line.say(begin + minute * MINUTE, { temp });
    await second.line.say(begin + minute * MINUTE, { temp: temp - 10 });
    await quiet.line.say(begin + minute * MINUTE, { temp: 20 });
  }
  server.clock.pass(10 * MINUTE);
  const made = await operator.post('iot/alarm-service/alarm/to-repair', { id: (await alarmOf(first.deviceId)).id });
  expect(made.status, made.msg).toBe(200);
  const outcome = await dryRun({ id: ruleId, modelId, ...above(60) });
  expect(outcome).toMatchObject({
    devices: 3,
    messages: 18,
    days: 7,
    daysThere: 0,
    ownRules: 0,
    draft: { times: 1, devices: 1, right: 1, suspect: 0, missed: 0 },
    running: { times: 3, devices: 2 },
  });
  expect(outcome.firings).toMatchObject([
    {
      deviceId: first.deviceId,
      level: 'major',
      start: begin + 2 * MINUTE,
      end: begin + 3 * MINUTE,
      value: ['65', '65'],
      verdict: 'right',
    },
  ]);
  expect(outcome.firings[0].followed.no).toBe(made.data.repairNo);
  expect(outcome.perDay.at(-1)).toMatchObject({ draft: 1, running: 3 });
  // A rule with a limit that no value reached misses the fault.
  const blind = await dryRun({ id: ruleId, modelId, ...above(90) });
  expect(blind).toMatchObject({ draft: { times: 0, right: 0, missed: 1 } });
  expect(blind.missed).toMatchObject([{ deviceId: first.deviceId, followed: { no: made.data.repairNo } }]);
  // The hold time applies in a dry run too, so nothing fires.
  expect((await dryRun({ modelId, ...above(50, { mode: 'duration', holdSec: 180 }) })).draft.times).toBe(0);
  const own = await dryRun({ deviceId: second.deviceId, ...above(50) });
  expect(own).toMatchObject({ devices: 1, draft: { times: 1 }, running: null });
});

test('a draft without known properties is refused by name, and a malformed one before any read', async () => {
  const unknown = await iot.post('iot/alarm-rule/dry-run', {
    modelId,
    alarmType: 'threshold',
    createRules: [{ level: 'major', condition: { all: [{ prop: 'pressure', op: 'gt', value: 1 }] } }],
  });
  expect(unknown).toMatchObject({ status: 409, reason: 'iot.rulePropertyUnknown' });
  expect(unknown.msg).toContain('pressure');
  const wrong = await iot.post('iot/alarm-rule/dry-run', {
    modelId,
    alarmType: 'threshold',
    createRules: [{ level: 'nothing' }],
  });
  expect(wrong).toMatchObject({ status: 400, reason: 'iot.ruleMalformed' });
});

test('a long run is a job, and its answer is the same', async () => {
  await server.tables('update iot_thing_model set report_interval_sec = 1 where id = $1', [modelId]);
  const started = await iot.post('iot/alarm-rule/dry-run', { modelId, ...above(60), days: 31 });
  expect(started.data, started.msg).toMatchObject({ outcome: null });
  const job = async () => (await iot.get('blade-core/job', { id: started.data.jobId })).data;
  await expect.poll(async () => (await job()).state, { timeout: 20_000 }).toBe('done');
  expect((await job()).answer.outcome).toMatchObject({ days: 31, draft: { times: 1, devices: 1 } });
});
