import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, registerDevice } from '../../../../testing/devices.ts';
import { FramePort } from '../../../../testing/frame-port.ts';
import { bytesOf } from '../../codec/frame.rules.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
afterAll(() => ports.closeAll());
const at = 'blade-system/device/connect/config';

interface Change {
  readonly of: string;
  readonly name: string;
  readonly change: string;
}
const counted = (changes: readonly Change[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(changes, ({ change }) => change)].map(([change, list]) => [change, list.length]));
const bring = async (body: object, caller = iot) => {
  const answer = await caller.post(`${at}/packs/import`, { port: 9660, ...body });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data as { id: string | null; changes: Change[]; hasModels: boolean };
};
const exportOf = async (keyId: string, caller = iot) => {
  const answer = await caller.get(`${at}/packs/export`, { keyId });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data as {
    readonly model: { readonly profile: object; readonly properties: { name: string }[] };
    readonly connection: object;
    readonly mapping: object[];
  };
};
/** Versions of all rows that an import may write. */
const versions = () =>
  server.tables(
    `select 'c' as t, id, version from sys_device_connect_config union all select 'f', id, version from sys_device_connect_field
     union all select 's', id, version from sys_device_connect_sample union all select 'm', id, version from iot_thing_model
     union all select 'a', id, version from iot_model_attribute union all select 'v', id, version_no from iot_thing_model_version
     union all select 'n', id, version from iot_connection_model union all select 'd', id, version from iot_model_dmd order by 1, 2`,
  );

test('each protocol of the product brings model and mapping, and a second import changes nothing', async () => {
  for (const [index, code] of ['dlt645-2007', 'cjt188-2004', 'modbus-ecodan'].entries()) {
    const port = 9661 + index;
    const dry = await bring({ code, port, dry: true });
    expect([dry.id, dry.hasModels, Object.keys(counted(dry.changes))]).toEqual([null, true, ['added']]);
    expect([...new Set(dry.changes.map(({ of }) => of))]).toEqual([
      ...['config', 'field', 'sample', 'model', 'attribute', 'connection', 'mapping'],
    ]);
    const made = await bring({ code, port });
    expect(made.id).not.toBeNull();
    const before = await versions();
    const again = await bring({ code, port, replace: true });
    expect([again.id, counted(again.changes)]).toEqual([made.id, { same: dry.changes.length }]);
    expect(await versions()).toEqual(before);
  }
});

test('a meter of an imported protocol has its values at once', async () => {
  const [config] = (await iot.get(`${at}/list`, { name: 'DL/T 645-2007 电能表' })).data.records;
  const [model] = (await iot.get('iot/device-thing-model/page', { modelCode: 'dlt645_2007' })).data.records;
  expect(model.modelStatus).toBe('published');
  const meter = await registerDevice(iot, model.id, 'dlt645_2007', '000000000161', { authType: 'none' });
  await part.settle();
  const [{ id: connectionId }] = (
    await iot.get('iot/connection-service/connection/page', { connectConfigId: config.id })
  ).data.records;
  const socket = await ports.dial({ id: config.id, connectionId });
  socket.write(bytesOf('FE FE FE FE 68 61 01 00 00 00 00 68 91 08 33 33 34 33 59 33 33 33 8A 16'));
  await expect.poll(() => ports.latest(meter.id, 'totalEnergy')).toBe(0.26);
});

test('a pack goes to another company and comes back the same; what was changed there is named per row', async () => {
  const [config] = (await iot.get(`${at}/list`, { name: 'CJ/T 188-2004 水表' })).data.records;
  const pack = await exportOf(config.id);
  expect([pack.model.properties.length, pack.mapping.length]).toEqual([2, 2]);
  const other = await server.as('as_iot', { tenantId: '100001' });
  const made = await bring({ pack: JSON.stringify(pack), port: 9670 }, other);
  expect(Object.keys(counted(made.changes))).toEqual(['added']);
  const back = await exportOf(made.id ?? '', other);
  expect({ ...back, model: { ...back.model, profile: {} } }).toEqual({
    ...pack,
    model: { ...pack.model, profile: {} },
  });
  expect((await iot.get(`${at}/packs/export`, { keyId: made.id ?? '' })).status).toBe(404);

  pack.model.properties[0].name = '总量';
  const change = { of: 'attribute', name: 'totalFlow', change: 'changed' };
  const less = { ...pack, mapping: pack.mapping.slice(1) };
  const compared = await bring({ pack: less, dry: true });
  expect(compared.changes.filter((one) => one.change !== 'same')).toEqual([
    change,
    { of: 'mapping', name: 'totalFlow up', change: 'removed' },
  ]);
  const before = await versions();
  expect((await bring({ pack: less })).id).toBeNull();
  expect(await versions()).toEqual(before);
  expect((await bring({ pack: less, replace: true })).id).toBe(config.id);
  expect(counted((await bring({ pack: less, dry: true })).changes)).toEqual({ same: compared.changes.length - 1 });
  expect((await exportOf(config.id)).model.properties[0].name).toBe('总量');
});

test('a pack that is wrong in one part is refused with the reason, and nothing of it stays', async () => {
  const [config] = (await iot.get(`${at}/list`, { name: 'DL/T 645-2007 电能表' })).data.records;
  const pack = await exportOf(config.id);
  const fresh = {
    ...pack,
    name: '新表',
    model: { ...pack.model, profile: { ...pack.model.profile, modelCode: 'fresh_one' } },
    connection: { ...pack.connection, modelCode: 'fresh_one' },
  };
  const before = await versions();
  const wrong: [pack: unknown, reason: string][] = [
    ['{', 'platform.packWrong'],
    [{ ...fresh, schema: 'x' }, 'platform.packWrong'],
    [{ ...fresh, fields: [1] }, 'platform.packWrong'],
    [{ ...fresh, mapping: [{ attribute: 'nowhere', sourceField: 'x' }] }, 'platform.packAttributeMissing'],
    [{ ...fresh, samples: [{ name: '坏', frame: '68', expect: { props: { voltage: 1 } } }] }, 'platform.notLive'],
  ];
  for (const [sent, reason] of wrong) {
    const answer = await iot.post(`${at}/packs/import`, { port: 9671, pack: sent });
    expect([answer.status >= 400, answer.reason], JSON.stringify(sent).slice(0, 80)).toEqual([true, reason]);
  }
  expect(await versions()).toEqual(before);
  expect((await iot.post(`${at}/packs/import`, { port: 9671 })).reason).toBe('platform.packUnknown');
});
