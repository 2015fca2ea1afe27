import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { device } from '../devices/device.paper.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');

const modelOf = async (caller: typeof iot, code: string) => {
  const made = await caller.post('iot/device-thing-model/submit', {
    modelCode: code,
    modelName: `型号${code}`,
    category: 'heat_pump',
    nodeType: 'direct',
  });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  await caller.post('iot/device-model-attribute/add', {
    modelId: id,
    identifier: 'temp',
    name: '温度',
    dataType: 'float',
  });
  expect((await caller.post(`iot/device-thing-model/publish/${id}`)).status).toBe(200);
  return id as string;
};

test('the device endpoints answer in both address styles, by every method', async () => {
  const model = await modelOf(iot, 'hp_rest');
  const at = 'iot/device-thing-instance';
  const made = await iot.post(`${at}/submit`, {
    deviceKey: 'rest-1',
    deviceName: '热泵',
    modelId: model,
    mac: 'a4:cf:12-00 00.01',
  });
  expect(made.data, made.msg).toMatchObject({
    mac: 'A4CF12000001',
    nodeType: 'direct',
    status: 'inactive',
    instanceStatus: 'inactive',
  });
  const { id } = made.data;
  for (const path of [`${at}/${id}`, `${at}/info/${id}`, `${at}/detail?id=${id}`])
    expect((await iot.get(path)).data.deviceKey, path).toBe('rest-1');
  const put = await iot.send('PUT', `${at}/update`, {
    body: JSON.stringify({ id, deviceName: '热泵二' }),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(put.data, put.msg).toMatchObject({ deviceName: '热泵二' });
  expect((await iot.get(`${at}/page`, { status: 'inactive' })).data.total).toBe(1);
  expect((await iot.get(`${at}/page`, { status: 'active' })).data.total).toBe(0);
  const wrong = await iot.send('DELETE', `${at}/page`);
  expect([wrong.status, wrong.reason, wrong.headers.get('allow')]).toEqual([405, 'http.wrongMethod', 'GET']);
  expect((await iot.send('DELETE', `${at}/nothing/${id}`)).reason).toBe('http.noSuchPath');
  expect((await iot.send('DELETE', `${at}/delete/${id}`)).status).toBe(200);
  expect((await iot.get(`${at}/${id}`)).status).toBe(404);
});

test('the secret of a device is returned once and stored only sealed', async () => {
  const model = await modelOf(iot, 'hp_secret');
  const at = 'iot/device-thing-instance';
  const body = { deviceName: '热泵', modelId: model, mac: 'A4-CF-12-00-AA-01' };
  const made = await iot.post(`${at}/add`, body, 'a-key-of-this-press');
  const { id, deviceKey, deviceSecret } = made.data;
  expect([deviceKey, deviceSecret], made.msg).toEqual(['A4CF1200AA01', expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(JSON.stringify((await iot.get(`${at}/${id}`)).body)).not.toContain(deviceSecret);
  expect((await iot.get(`${at}/${id}`)).data._names.deviceSecret).toBe('已设置');
  const tables = await server.tables<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const tellers: string[] = [];
  const holders: string[] = [];
  for (const { name } of tables)
    for (const [text, found] of [
      [deviceSecret, tellers],
      [deviceKey, holders],
    ] as const)
      if ((await server.tables(`select 1 from "${name}" t where t::text like '%' || $1 || '%' limit 1`, [text])).length)
        found.push(name);
  // The secret is found in no table. That the key is found shows that the search works.
  expect([tellers, holders.includes('iot_device')]).toEqual([[], true]);
  const opened = await server.work('as_iot', async (context) =>
    context.opened(device, await context.get(device, id), 'deviceSecret'),
  );
  expect(opened).toBe(deviceSecret);
  const next = await iot.post(`${at}/secret`, { id });
  expect(next.data.deviceSecret).not.toBe(deviceSecret);
  expect((await (await server.as('as_operator')).post(`${at}/secret`, { id })).status).toBe(403);
});

test('sub-devices need a gateway, and a device needs a key or MAC', async () => {
  const model = await modelOf(iot, 'hp_parent');
  const at = 'iot/device-thing-instance/add';
  const child = await iot.post(at, { deviceKey: 'child', deviceName: '子', modelId: model });
  await server.tables("update iot_device set node_type = 'sub' where id = $1", [child.data.id]);
  const wrong = await iot.post(at, {
    deviceKey: 'grandchild',
    deviceName: '孙',
    modelId: model,
    parentId: child.data.id,
  });
  expect(wrong.reason).toBe('iot.parentNoGateway');
  expect((await iot.post(at, { deviceName: '无', modelId: model })).reason).toBe('iot.keyMissing');
  expect((await iot.post(at, { deviceKey: 'a/b', deviceName: '坏', modelId: model })).reason).toBe('iot.keyMalformed');
});

test('a key is unique in the installation, and its owner is not revealed', async () => {
  const [mine, other] = [await modelOf(iot, 'hp_key'), await server.as('as_iot', { tenantId: '100001' })];
  const theirs = await modelOf(other, 'hp_key');
  const at = 'iot/device-thing-instance/submit';
  expect((await iot.post(at, { deviceKey: 'key-1', deviceName: '一', modelId: mine })).status).toBe(200);
  const taken = await other.post(at, { deviceKey: 'key-1', deviceName: '二', modelId: theirs });
  expect([taken.status, taken.reason, taken.msg]).toEqual([409, 'iot.keyTaken', '设备标识 key-1 已被登记']);
  expect(JSON.stringify(taken.body)).not.toContain('000000');
});

test('a retired or removed device releases its key', async () => {
  const [model, other] = [await modelOf(iot, 'hp_free'), await server.as('as_iot', { tenantId: '100001' })];
  const theirs = await modelOf(other, 'hp_free');
  const at = 'iot/device-thing-instance';
  const first = await iot.post(`${at}/add`, { deviceKey: 'free-1', deviceName: '一', modelId: model });
  expect((await iot.post(`${at}/retire`, { id: first.data.id, reason: '换机' })).status).toBe(200);
  const moved = await other.post(`${at}/add`, { deviceKey: 'free-1', deviceName: '二', modelId: theirs });
  expect(moved.status, moved.msg).toBe(200);
  expect((await other.post(`${at}/delete`, { ids: moved.data.id })).status).toBe(200);
  const again = await iot.post(`${at}/add`, { deviceKey: 'free-1', deviceName: '三', modelId: model });
  expect(again.reason).toBe('row.taken');
  expect((await iot.post(`${at}/delete`, { ids: first.data.id })).status).toBe(200);
  expect((await iot.post(`${at}/add`, { deviceKey: 'free-1', deviceName: '三', modelId: model })).status).toBe(200);
  // The other company cannot restore its removed device, because the key is in use here by now.
  expect((await other.post(`${at}/restore`, { ids: moved.data.id })).reason).toBe('iot.keyTaken');
});
