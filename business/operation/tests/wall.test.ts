import { expect, test } from 'vitest';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { registerDevice, devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';
import type { Wall } from '../wall/wall.calls.ts';
import { type WallNews, wallAfter } from '../wall/wall.rules.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openHomes(server);
const { operator, iot } = site;
const part = devicesPartOf(server);
const at = 'blade-operation/household-manage/runPcDevBigList';
const shown = (no: number) => ({ identifier: `v${no}`, name: `V${no}`, screen: true, unit: '℃', sort: no + 1 });
const modelId = await makeModel(iot, 'wall01', {
  properties: [...Array.from({ length: 9 }, (_, no) => shown(no)), 'hidden'],
});
const roomAddressId = await site.address();
const homeId = await site.household({ roomAddressId });
const mac = site.macOf(9000);
const { id: deviceId, ...credentials } = await registerDevice(iot, modelId, 'wall01', mac, { mac });
const rooms = (await operator.get('blade-operation/room-manage/selectList', { roomAddressId })).data as {
  id: string;
  name: string;
}[];
await site.bind(homeId, mac, { roomId: rooms[0].id });
await part.settle();
const client = new DeviceClient({
  host: '127.0.0.1',
  port: part.listeners.portOf('mqtt')!,
  ...credentials,
  now: () => server.clock.ms(),
});
client.connect();

const wallOf = (by: TestCaller) => by.get(at, { roomAddressId });
const valuesIn = (wall: Wall | undefined) => wall?.rooms.flatMap((room) => room.devices)[0]?.values ?? [];

/** Open the stream and rebuild the wall display from its messages alone, as the page does. */
async function watch(by: TestCaller) {
  const stop = new AbortController();
  const response = await fetch(`${by.base}/api/${at}/stream?roomAddressId=${roomAddressId}`, {
    headers: { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId },
    signal: stop.signal,
  });
  let text = '';
  let isOpen = response.status === 200;
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
  })()
    .catch(() => undefined)
    .finally(() => {
      isOpen = false;
    });
  const heard = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, line]) => JSON.parse(line) as WallNews);
  return {
    status: response.status,
    heard,
    wall: () => heard().reduce<Wall | undefined>(wallAfter, undefined),
    isOpen: () => isOpen,
    stop: () => stop.abort(),
  };
}

test('the wall shows rooms, devices and at most eight values of each with units; devices without a room come last', async () => {
  await client.publish('props', { ts: server.clock.ms(), params: { v0: 21.5, v8: 3, hidden: 7 } });
  const loose = await registerDevice(iot, modelId, 'wall01', site.macOf(9001), { mac: site.macOf(9001) });
  await site.bind(homeId, site.macOf(9001));
  await part.settle();
  const answer = await wallOf(operator);
  expect(answer.status, answer.msg).toBe(200);
  const wall = answer.data as Wall;
  expect([wall.householdId, wall.rooms.map((room) => room.name)]).toEqual([
    homeId,
    [...rooms.map((room) => room.name), ''],
  ]);
  expect(wall.rooms.at(-1)!.devices.map((one) => one.id)).toEqual([loose.id]);
  const [here] = wall.rooms[0].devices;
  expect(here).toMatchObject({ id: deviceId, onlineStatus: 'online', alarmLevel: null, reportIntervalSec: 60 });
  expect(here.values.map((one) => one.identifier)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7']);
  expect(here.values[0]).toMatchObject({ text: ['21.5', '21.5'], unit: '℃', ts: server.clock.ms() });
  expect(here.values[1]).toMatchObject({ text: ['从未上报', 'Never reported'], ts: null });
});

test('the stream sends everything first, then only changes once a second', async () => {
  const stream = await watch(operator);
  await expect.poll(() => stream.heard().length).toBe(1);
  expect(stream.wall()).toEqual((await wallOf(operator)).data);
  await client.publish('props', { ts: server.clock.ms() + 1000, params: { v0: 22.5, v1: 5 } });
  await expect.poll(() => valuesIn(stream.wall())[0].text[0], { timeout: 5000 }).toBe('22.5');
  const [, news] = stream.heard();
  expect(news).toMatchObject({ type: 'changes', devices: [{ id: deviceId }] });
  expect([stream.heard()[0], news].map((one) => JSON.stringify(one).includes('"v2"'))).toEqual([true, false]);
  // If a device is renamed, the whole wall is sent again.
  await iot.post('iot/device-thing-instance/update', { id: deviceId, deviceName: '主机' });
  await expect.poll(() => stream.wall()!.rooms[0].devices[0].name, { timeout: 5000 }).toBe('主机');
  stream.stop();
});

test('a home out of scope has no wall: by call, by stream, and in another company', async () => {
  const others = [
    await server.as('as_technician', { who: 'wall' }),
    await server.as('as_leader', { who: 'west', teams: ['west'] }),
    await server.as('as_operator', { tenantId: '100001' }),
  ];
  for (const who of others) {
    expect((await wallOf(who)).status).toBe(404);
    expect((await who.get(`${at}/stream`, { roomAddressId })).status).toBe(404);
  }
  expect((await (await server.as('as_store')).get(at, { roomAddressId })).status).toBe(403);
  expect((await server.stranger().get(`${at}/stream`, { roomAddressId })).status).toBe(401);
});

test('a stream ends with its session, and with the right of its reader; a session holds no more than eight', async () => {
  const one = await server.as('as_operator', { who: 'leaving' });
  const streams = await Promise.all(Array.from({ length: 8 }, () => watch(one)));
  expect(streams.map((stream) => stream.status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await one.get(`${at}/stream`, { roomAddressId })).status).toBe(429);
  await one.post('blade-auth/oauth/logout');
  await server.tables('update anju_session set ended = now() where user_id = $1', [one.id]);
  await expect.poll(() => streams.every((stream) => !stream.isOpen()), { timeout: 8000 }).toBe(true);
});

test('the wall shows no value of the previous family', async () => {
  const out = await operator.post('blade-operation/household-manage/moveOut', { id: homeId, reason: '卖房' });
  expect(out.status, out.msg).toBe(200);
  const empty = (await wallOf(operator)).data as Wall;
  expect([empty.householdId, empty.rooms.flatMap((room) => room.devices)]).toEqual(['', []]);
  server.clock.set(server.clock.ms() + 60_000);
  const next = await site.household({ roomAddressId, name: '罗文静' });
  const bound = await site.bind(next, mac, { roomId: rooms[0].id });
  expect(bound.status, bound.msg).toBe(200);
  await part.settle();
  await client.publish('props', { ts: server.clock.ms() + 5000, params: { v1: 9.5 } });
  const values = valuesIn((await wallOf(operator)).data);
  expect([values[0].ts, values[1].text[0]]).toEqual([null, '9.5']);
  const now = (await iot.get('iot/device-thing-instance/current-work-condition', { deviceId })).data;
  const items = now.groups.flatMap((group: { items: { identifier: string }[] }) => group.items);
  expect(items.find((item: { identifier: string }) => item.identifier === 'v0').value).toBeNull();
});
