import { beforeEach, expect, test } from 'vitest';
import { device } from '#business/iot/devices/device.paper.ts';
import { openHomes } from '#business/operation/testing/home-site.ts';
import type { Effect } from '#kernel/language/rooms/effect.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { InnerWrites, actName, assertDeclared, covers } from '#kernel/testing/write-watch.ts';
import { papers } from '../../assemble.ts';
import { effectsOfRooms, productTree } from '../../rooms.ts';

const recorder = new InnerWrites([]);
const server = await openTestServer(import.meta.url, { innerWrites: recorder });
const site = await openHomes(server);
const model = await site.model('inner');
const homes = 'blade-operation/household-manage';

beforeEach(() => recorder.found.splice(0));

/** Create a home with one device, without recording these writes. */
async function bound(): Promise<string> {
  const { id, mac } = await site.device(model);
  await site.bind(await site.household({ roomAddressId: await site.address() }), mac);
  recorder.found.splice(0);
  return id;
}

const writes = (on: string) =>
  recorder.found.filter((one) => one.on === on).map(({ by, does, isNamed }) => ({ by, does, isNamed }));

test('a write of another paper is recorded, and the message names the call, the paper, the operation and two remedies', async () => {
  const { mac } = await site.device(model);
  await site.bind(await site.household({ roomAddressId: await site.address() }), mac);
  expect(writes('device')).toContainEqual({ by: 'household/macBindDev', does: 'move', isNamed: false });
  expect(() => assertDeclared(recorder.found)).toThrow(
    /household\/macBindDev → move device[^]*context\.assertRight\(device[^]*\.effects\.ts/,
  );
  recorder.found.splice(0);
  assertDeclared(recorder.found);
});

test('a row that the request names is recorded as named, and a checked right covers the write', async () => {
  const admin = await server.as('admin', { who: 'inner' });
  expect((await admin.post(`${homes}/unbindDevice`, { ids: await bound(), reason: '搬走' })).status).toBe(200);
  expect(writes('device')).toContainEqual({ by: 'household/unbindDevice', does: 'change', isNamed: true });
  recorder.found.splice(0);
  expect((await admin.post(`${homes}/deleteDevice`, { ids: await bound(), reason: '搬走' })).status).toBe(200);
  expect(writes('device')).toEqual([]);
});

test('writes of the product itself are not recorded', async () => {
  const id = await bound();
  await server.work('as_admin', (context) => context.change(device, id, { deviceName: '改名' }));
  expect(recorder.found).toEqual([]);
});

test('a declared effect covers its own acts alone, and a named row only where declared', () => {
  const effect: Effect = { by: ['visit'], on: ['dispatchForm'], does: ['move'], because: 'the form follows' };
  const write = { by: 'visit', on: 'dispatchForm', does: 'move', isNamed: false } as const;
  expect(covers(effect, write)).toBe(true);
  expect(covers(effect, { ...write, isNamed: true })).toBe(false);
  expect(covers({ ...effect, named: 'the form of the visit' }, { ...write, isNamed: true })).toBe(true);
  expect(covers(effect, { ...write, by: 'visit/updateUser' })).toBe(false);
  expect(covers(effect, { ...write, does: 'remove' })).toBe(false);
  expect(covers({ ...effect, by: ['*'] }, { ...write, by: 'visit/updateUser' })).toBe(true);
});

test('every declared effect names existing papers and calls, and its reason', async () => {
  const acts = new Set(['*', ...papers.keys(), ...server.assembly.routes.map(actName)]);
  const files = await effectsOfRooms(productTree);
  expect(files.size).toBeGreaterThan(0);
  const unknown = [...files].flatMap(([file, effects]) =>
    effects.flatMap(({ by, on, because, named = because }) => [
      ...by.filter((name) => !acts.has(name)).map((name) => `${file}: by ${name}`),
      ...on.filter((name) => !papers.has(name)).map((name) => `${file}: on ${name}`),
      ...[because, named].filter((reason) => reason.trim().split(' ').length < 4).map((reason) => `${file}: ${reason}`),
    ]),
  );
  expect(unknown).toEqual([]);
});
