import { beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel, registerDevice } from '../../testing/devices.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const things = 'iot/alarm-service/thing-configuration';
let models = '';
let modelId = '';
let deviceId = '';

beforeAll(async () => {
  modelId = await makeModel(iot, 'hp_rules');
  models = `iot/alarm/v1/models/${modelId}/configuration`;
  deviceId = (await registerDevice(iot, modelId, 'hp_rules', 'rules-1')).id;
});

const above = (value: number) => [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value }] } }];
const body = (ruleCode: string, value = 50) => ({
  ruleName: '高温',
  ruleCode,
  alarmType: 'threshold',
  createRules: above(value),
});

test('the rule of a model is the same row at its own endpoint and at that of all rules', async () => {
  const made = await iot.post(models, body('hot'));
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  expect((await iot.get(`iot/device-alarm-config/${id}`)).data).toMatchObject({
    scope: 'model',
    modelId,
    ruleCode: 'hot',
  });
  const put = await iot.write('PUT', `${models}/${id}`, { createRules: above(60) });
  expect(put.status, put.msg).toBe(200);
  expect((await iot.get(`iot/device-alarm-config/info/${id}`)).data.createRules).toEqual(above(60));
  expect((await iot.get(`${models}/page`, { ruleCode: 'hot' })).data).toMatchObject({ total: 1, records: [{ id }] });
  expect((await iot.get(models)).data.total).toBe(1);
  expect((await iot.get(`${models}/${id}`)).data.createRules).toEqual(above(60));
  expect((await iot.post(`${models}/create`, body('hot'))).reason).toBe('iot.ruleCodeTaken');
  const gone = await iot.send('DELETE', `${models}/${id}`);
  expect(gone.status, gone.msg).toBe(200);
  expect((await iot.get(models)).data.total).toBe(0);
});

test('the rule of a device replaces that of its model, and is missing at the models endpoint', async () => {
  const above50 = await iot.post(models, body('warm'));
  const made = await iot.post(`${things}/add`, { ...body('warm', 70), deviceId });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  expect((await iot.get(`${things}/detail`, { id })).data).toMatchObject({
    scope: 'thing',
    deviceId,
    inheritRuleId: above50.data.id,
  });
  expect((await iot.get(`${models}/${id}`)).status).toBe(404);
  expect((await iot.write('PUT', `${models}/${id}`, { ruleName: '不' })).status).toBe(404);
  expect((await iot.get(`${things}/page`, { deviceId })).data).toMatchObject({ total: 1 });
  for (const method of ['POST', 'PUT']) {
    const answer = await iot.write(method, `${things}/update`, { id, ruleName: `改名${method}` });
    expect(answer.status, answer.msg).toBe(200);
    expect((await iot.get(`${things}/info/${id}`)).data.ruleName).toBe(`改名${method}`);
  }
  expect((await iot.post(`${things}/delete/${id}`)).status).toBe(200);
  expect((await iot.get(`${things}/${id}`)).status).toBe(404);
});

test('the fault of a rule is reported in both languages', async () => {
  const wrong = [
    { createRules: [{ level: 'huge', condition: above(1)[0].condition }] },
    { createRules: [{ level: 'major' }] },
    { createRules: [{ level: 'major', mode: 'duration', condition: above(1)[0].condition }] },
    { createRules: [...above(1), ...above(2)] },
    { createRules: [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'like', value: 1 }] } }] },
    { alarmType: 'offline', createRules: [{ level: 'major' }] },
    { alarmType: 'storm', createRules: above(1) },
    { schedule: { weekly: [{ days: [9], from: '8', to: '9' }] } },
    { clearRule: { condition: { all: [] } } },
  ];
  for (const [at, more] of wrong.entries()) {
    const answer = await iot.post(models, { ...body(`w${at}`), ...more });
    expect([at, answer.status, answer.reason]).toEqual([at, 400, 'iot.ruleMalformed']);
    const english = await iot.inEnglish().post(models, { ...body(`w${at}`), ...more });
    expect(english.msg).not.toMatch(/[一-鿿]/);
  }
});
