import { expect, test } from 'vitest';
import { checked, committed, downloadSheet, sheetOf, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../testing/devices.ts';
import { MqttDevice } from '../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const part = devicesPartOf(server);
const iot = await server.as('as_iot');
const at = 'iot/device-thing-instance';
const modelId = await makeModel(iot, 'hp_sheet', { authType: 'device_secret' });
const header = ['设备标识*', '设备名称*', '物模型*'];

const logsIn = async (deviceKey: string, secret: string): Promise<boolean> => {
  await part.settle();
  return MqttDevice.open(server, { id: '', deviceKey, modelCode: 'hp_sheet', secret }).then(
    async (line) => {
      await line.close();
      return true;
    },
    () => false,
  );
};

/** Download the file of secrets; return them by device key. Empty text: the device retains its secret. */
async function secretsIn(query: string, by = iot): Promise<Map<string, string>> {
  const file = await downloadSheet(by, `${at}/secrets?${query}`);
  const [head, ...rows] = await sheetOf(file.bytes);
  const [key, secret] = [head.indexOf('设备标识'), head.indexOf('设备密钥')];
  return new Map(rows.map((row) => [String(row[key]), String(row[secret] ?? '')]));
}

async function imported(keys: readonly string[]): Promise<string> {
  const page = await checked(iot, at, await sheetWith([header, ...keys.map((key) => [key, `设备${key}`, 'hp_sheet'])]));
  await committed(iot, at, page.data.batch);
  return page.data.batch as string;
}

test('imported devices get their secrets in a file that is shown once, and log in with them', async () => {
  const batch = await imported(['sheet-1', 'sheet-2', 'sheet-3']);
  const path = `/api/${at}/secrets?batch=${batch}`;
  const { ticket } = (await iot.post('blade-core/ticket', { path })).data;
  const nobody = { headers: {} };
  const first = await fetch(`${server.base}${path}&ticket=${ticket}`, nobody);
  expect([first.status, first.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')]);
  const secrets = new Map(
    (await sheetOf(Buffer.from(await first.arrayBuffer()))).slice(1).map((row) => [String(row[0]), String(row[4])]),
  );
  expect([...secrets.keys()]).toEqual(['sheet-1', 'sheet-2', 'sheet-3']);
  expect((await fetch(`${server.base}${path}&ticket=${ticket}`, nobody)).status).toBe(401);
  expect(await logsIn('sheet-1', secrets.get('sheet-1')!)).toBe(true);
  const log = (
    await iot.get(`${at}/history`, { id: (await iot.get(`${at}/page`, { deviceKey: 'sheet-2' })).data.records[0].id })
  ).body;
  expect(JSON.stringify(log)).toContain('随文件发放设备密钥');
  expect(JSON.stringify(log)).not.toContain(secrets.get('sheet-2'));
  // A repeat leaves a device that has connected unchanged, and issues new secrets to the others.
  await expect
    .poll(async () => (await iot.get(`${at}/page`, { deviceKey: 'sheet-1' })).data.records[0].instanceStatus)
    .toBe('active');
  const again = await secretsIn(`batch=${batch}`);
  expect(again.get('sheet-1')).toBe('');
  expect(again.get('sheet-2')).not.toBe(secrets.get('sheet-2'));
  expect(await logsIn('sheet-2', again.get('sheet-2')!)).toBe(true);
  expect(await logsIn('sheet-1', secrets.get('sheet-1')!)).toBe(true);
});

test('secrets of an import need its importer, the right and the company', async () => {
  const batch = await imported(['sheet-5']);
  const [row] = (await iot.get(`${at}/page`, { deviceKey: 'sheet-5' })).data.records;
  const other = await server.as('as_iot', { who: 'other' });
  const clerk = await server.as('as_cs');
  const foreign = await server.as('as_iot', { tenantId: '100001' });
  expect((await other.get(`${at}/secrets`, { batch })).status).toBe(404);
  expect((await clerk.get(`${at}/secrets`, { ids: row.id })).status).toBe(403);
  expect((await foreign.get(`${at}/secrets`, { ids: row.id })).status).toBe(404);
  expect((await iot.get(`${at}/secrets`)).status).toBe(400);
});

test('supplied secrets are all set, or none, and no refusal contains one', async () => {
  await registerDevice(iot, modelId, 'hp_sheet', 'made-1');
  await registerDevice(iot, modelId, 'hp_sheet', 'made-2');
  const secret = 'written-by-the-maker';
  const lines = [
    { deviceKey: 'made-1', deviceSecret: secret },
    { deviceKey: 'made-2', deviceSecret: `${secret}-2` },
  ];
  for (const wrong of [
    [...lines, { deviceKey: 'nobody', deviceSecret: `${secret}-3` }],
    [...lines, { deviceKey: 'made-1', deviceSecret: `${secret}-3` }],
    [lines[0], { deviceKey: 'made-2', deviceSecret: 'short' }],
  ]) {
    const answer = await iot.post(`${at}/set-secrets`, { secrets: wrong });
    expect(answer.status, answer.msg).toBe(400);
    expect(JSON.stringify(answer.body)).not.toMatch(/written-by-the-maker|short"/);
  }
  expect(await logsIn('made-1', secret)).toBe(false);
  expect((await iot.post(`${at}/set-secrets`, { secrets: lines })).data).toEqual({ set: 2 });
  // Secrets set by the maker are not replaced, because the device cannot change them.
  const made2 = (await iot.get(`${at}/page`, { deviceKey: 'made-2' })).data.records[0];
  expect((await secretsIn(`ids=${made2.id}`)).get('made-2')).toBe('');
  expect(await logsIn('made-2', `${secret}-2`)).toBe(true);
  expect(await logsIn('made-1', secret)).toBe(true);
  expect((await (await server.as('as_cs')).post(`${at}/set-secrets`, { secrets: lines })).status).toBe(403);
});
