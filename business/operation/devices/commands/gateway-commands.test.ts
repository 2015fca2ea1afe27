import { afterAll, expect, test } from 'vitest';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { makeModel, registerDevice } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { iot, operator, part } = site;
const service = (identifier: string, params?: unknown) => ({
  identifier,
  attrType: 'service',
  dataType: undefined,
  unit: undefined,
  specs: undefined,
  params,
});
const lines: MqttDevice[] = [];
afterAll(() => Promise.all([site.close(), ...lines.map((line) => line.close())]));

async function connect(
  modelCode: string,
  modelId: string,
  mac: string,
  more = {},
): Promise<{ id: string; line: MqttDevice }> {
  const device = await registerDevice(iot, modelId, modelCode, mac, { mac, ...more });
  const line = await MqttDevice.open(server, device);
  lines.push(line);
  return { id: device.id, line };
}

test('the list of a gateway is compared: unknown devices wait in the pool, known ones get it, others are not moved', async () => {
  const modelId = await makeModel(iot, 'gwsync', { nodeType: 'gateway', properties: ['cpu', service('syncDevices')] });
  const childModel = await makeModel(iot, 'gwchild');
  const [mac, otherMac] = [site.macOf(8001), site.macOf(8002)];
  const gateway = await connect('gwsync', modelId, mac);
  const other = await registerDevice(iot, modelId, 'gwsync', otherMac, { mac: otherMac });
  const child = async (no: number, more = {}): Promise<string> => {
    const key = site.macOf(no);
    await registerDevice(iot, childModel, 'gwchild', key, { mac: key, ...more });
    return key;
  };
  const free = await child(8003);
  const taken = await child(8004, { parentId: other.id });
  const absent = await child(8005, { parentId: gateway.id });
  const unknown = site.macOf(8006);
  let isRefusing = false;
  await gateway.line.listen((body) => {
    if (isRefusing) return void gateway.line.reply(body.id, 500);
    const subs = [free, taken, unknown].map((dev) => ({ dev, model: 'gwchild' }));
    void gateway.line.send('topo', { id: body.id, full: true, subs });
    void gateway.line.reply(body.id, 200);
  });
  await part.settle();
  const answer = await operator.post('blade-operation/deviceLog/asyncLocalDevices', { mainMac: mac });
  expect(answer.data, answer.msg).toMatchObject({ added: 1, updated: 1, missing: 1, elsewhere: 1 });
  const stored = await server.tables<{ key: string; parent: string | null; missing: boolean | null }>(
    'select device_key as key, parent_id::text as parent, missing from iot_device where device_key = any($1) order by device_key',
    [[free, taken, absent]],
  );
  expect(stored).toEqual([
    { key: free, parent: gateway.id, missing: null },
    { key: taken, parent: other.id, missing: null },
    { key: absent, parent: gateway.id, missing: true },
  ]);
  expect(
    await server.tables('select thing_model_id::text as id from op_power_on_device where mac = $1', [unknown]),
  ).toEqual([{ id: childModel }]);
  isRefusing = true;
  const refused = await operator.post('blade-operation/deviceLog/asyncLocalDevices', { mainMac: mac });
  expect(refused.data, refused.msg).toEqual({ instructionId: expect.any(String) });
  isRefusing = false;
  // All gateways are a task: the absent one is skipped, and only those who create tasks may begin it.
  const cs = await server.as('as_cs');
  expect((await cs.post('device/sync-device', { all: true })).status).toBe(403);
  const all = await operator.post('device/sync-device', { all: true });
  expect(all.data, all.msg).toMatchObject({ count: 2, instructionIds: [], taskId: expect.any(String) });
  await expect
    .poll(async () => {
      await part.commands.settle();
      return (await operator.get('iot/instruction-task/status', { ids: all.data.taskId })).data[0];
    })
    .toMatchObject({ status: 'completed', total: 2, success: 1, skipped: 1 });
  const one = await operator.post('device/sync-device', { mainMac: mac });
  expect(one.data, one.msg).toMatchObject({ count: 1, taskId: null });
});

test('a filter that its device has reset becomes one record', async () => {
  const filterCode = [{ identifier: 'filterCode', name: '滤芯', dataType: 'text', direction: 'in', required: true }];
  const modelId = await makeModel(iot, 'filter01', {
    properties: ['filterPercent', service('resetFilter', filterCode)],
  });
  const mac = site.macOf(8010);
  const { id, line } = await connect('filter01', modelId, mac);
  await line.listen((body) => void line.reply(body.id, 200));
  await line.say(server.clock.ms(), { filterPercent: 7 });
  await part.settle();
  const answer = await operator.post('filterScreen/reset', { mac, filterCode: 'hepa' });
  expect(answer.data, answer.msg).toMatchObject({ execStatus: 'success' });
  const records = () => operator.get('blade-operation/filterScreen/list', { deviceId: id });
  await expect.poll(async () => (await records()).data.total).toBe(1);
  expect((await records()).data.records[0]).toMatchObject({ filterCode: 'hepa', source: 'control' });
  expect((await operator.post('filterScreen/reset', { mac, filterCode: 'x'.repeat(70) })).status).toBe(400);
});

test('an alarm is treated remotely before a repair is requested, once a day; a matter of safety by a person alone', async () => {
  const { deviceId, line } = await site.home();
  await line.listen((body) => void line.reply(body.id, 200));
  await part.settle();
  const instruction = await iot.post('iot/instruction-task-config/add', {
    instructionName: '复位',
    instructionCode: 'reset',
    modelId: site.modelId,
    instructionType: 'service',
    content: { service: 'resetFault' },
  });
  const category = await iot.post('iot/alarm-service/trouble-code/category/add', {
    name: '热泵类',
    categoryCode: 'hpx',
  });
  const code = await iot.post('iot/alarm-service/trouble-code/config/add', {
    code: 'E77',
    categoryId: category.data.id,
    name: '可复位',
    level: 'major',
    remoteInstructionId: instruction.data.id,
  });
  expect(code.status, `${category.msg} ${code.msg}`).toBe(200);
  await line.say(server.clock.ms(), { temp: 60 });
  const alarm = await site.alarmOf(deviceId);
  const due = async (): Promise<void> => {
    await server.tables(
      "update iot_alarm set trouble_code_id = $2, auto_repair = 'auto', repair_due = start_time where id = $1",
      [alarm.id, code.data.id],
    );
    server.clock.pass(5 * 60_000);
    await site.run('alarmRepairs');
  };
  await due();
  await expect.poll(() => line.heard.map(({ tail }) => tail)).toEqual(['service/resetFault']);
  expect((await site.detailOf(alarm.id)).repairFormId).toBeFalsy();
  // The second time on one day the repair is requested.
  await due();
  await expect.poll(async () => Boolean((await site.detailOf(alarm.id)).repairFormId)).toBe(true);
  expect(line.heard).toHaveLength(1);
  const remedy = (reason: string) => operator.post('iot/alarm-service/alarm/remedy', { id: alarm.id, reason });
  expect(await remedy('不涉及安全')).toMatchObject({ status: 409, reason: 'iot.remedyMissing' });
  await server.tables('update iot_trouble_code set safety = true where id = $1', [code.data.id]);
  const lead = await server.as('as_iot_lead');
  expect((await remedy('夜间漏水')).data).toMatchObject({ execStatus: 'success' });
  // The leads of the engineers get a notice with the reason.
  await expect
    .poll(() =>
      server.tables('select split_part(title, chr(31), 1) as title from asmessage where receiver_id = $1', [lead.id]),
    )
    .toContainEqual({ title: '安全告警已远程处理' });
  // The case of the order has both tries between the alarm and the repair form or after it.
  const { repairFormId } = await site.detailOf(alarm.id);
  await server.work('as_admin', (context) => context.act(repairForm, repairFormId, 'accept'));
  const [order] = await server.tables<{ id: string }>(
    'select id::text as id from asregistrationform where repair_form_id = $1',
    [repairFormId],
  );
  const manager = await server.as('as_manager');
  const { data } = await manager.get('blade-maintenance/webApi/asregistrationform/chain', { id: order.id });
  const tries = data.nodes.filter((one: { kind: string }) => one.kind === 'remote');
  expect(tries.map(({ lead }: { lead: string }) => lead)).toEqual(['成功', '成功']);
  expect(tries[1].lines).toEqual([['夜间漏水', '夜间漏水']]);
});
