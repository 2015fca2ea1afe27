import { expect, test } from 'vitest';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { registerDevice, devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openHomes(server);
const { operator, iot } = site;
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'pool01', { modelText: 'HP-12' });
const at = 'blade-operation/household-manage';

async function poweredOn(no: number, sn: string | number) {
  const mac = site.macOf(no);
  const { id, ...credentials } = await registerDevice(iot, modelId, 'pool01', `pool-${no}`, { mac });
  await part.settle();
  const client = new DeviceClient({
    host: '127.0.0.1',
    port: part.listeners.portOf('mqtt')!,
    ...credentials,
    now: () => server.clock.ms(),
  });
  client.connect();
  const hello = async (): Promise<void> => {
    await client.publish('hello', { ts: server.clock.ms(), sn, mac, fw: { mcu: '2.3.1' }, boot: 'power' });
    await expect
      .poll(
        async () =>
          (await server.tables("select 1 from anju_outbox where event = 'device.announced' and data->>'id' = $1", [id]))
            .length,
      )
      .toBeGreaterThan(0);
    await server.delivered();
  };
  return { id, mac, hello, client };
}

const pool = async (query: Record<string, string> = {}) =>
  (await operator.get(`${at}/powerOnDeviceList`, { size: 100, ...query })).data.records as Record<string, unknown>[];

test('an announced device without a home waits in the pool, each MAC once', async () => {
  const { mac, hello } = await poweredOn(500, 'GW-500');
  await hello();
  const [row] = await pool({ mac });
  expect(row).toMatchObject({
    mac,
    serialNumber: 'GW-500',
    bindStatus: 'unbound',
    modelText: 'HP-12',
    thingModelId: modelId,
    ip: '127.0.0.1',
    firstSeenTime: '2026-11-23 10:00:00',
  });
  await hello();
  await server.delivered();
  expect(await pool({ mac })).toHaveLength(1);
});

test('binding takes a device out of the pool, and an announcement after unbinding returns it; late events do nothing', async () => {
  const { id, mac, hello } = await poweredOn(501, 7);
  const home = await site.household({ roomAddressId: await site.address() });
  await hello();
  expect((await pool({ mac }))[0].serialNumber ?? '').toBe('');
  expect((await site.bind(home, mac)).status).toBe(200);
  expect((await pool({ mac }))[0]).toMatchObject({ bindStatus: 'bound', householdId: home });
  // Add an event to the outbox: an announcement that the gateway sent before it learned of the binding.
  await server.app.outbox.stop();
  await server.tables(
    "insert into anju_outbox (id, tenant_id, event, data, at, tries) values (next_id($1), '000000', 'device.announced', jsonb_build_object('id', $2::text, 'mac', $3::text), to_timestamp($1 / 1000.0), 0)",
    [server.clock.ms(), id, mac],
  );
  server.app.outbox.start(server.app);
  await server.delivered();
  expect((await pool({ mac }))[0]).toMatchObject({ bindStatus: 'bound', householdId: home });
  expect((await operator.post(`${at}/unbindDevice`, { ids: id, reason: '换机' })).status).toBe(200);
  await part.settle();
  await hello();
  expect((await pool({ mac }))[0]).toMatchObject({ bindStatus: 'unbound' });
});

test('an ignored device remains ignored, however often it announces itself', async () => {
  const { mac, hello } = await poweredOn(502, 'GW-502');
  await hello();
  const [{ id }] = await pool({ mac });
  expect((await operator.post('blade-operation/power-on-device/act', { ids: id, action: 'ignore' })).status).toBe(200);
  await hello();
  expect((await pool({ mac }))[0].bindStatus).toBe('ignored');
});

test('a technician binds only at homes of their orders, and unbinds nowhere', async () => {
  const technician = await server.as('as_technician', { who: 'install' });
  const { mac } = await poweredOn(503, 'GW-503');
  const home = await site.household({ roomAddressId: await site.address() });
  expect((await site.bind(home, mac, {}, technician)).status).toBe(404);
  const bound = await poweredOn(504, 'GW-504');
  await site.bind(home, bound.mac);
  expect((await technician.post(`${at}/unbindDevice`, { ids: bound.id, reason: '换机' })).status).toBe(403);
});
