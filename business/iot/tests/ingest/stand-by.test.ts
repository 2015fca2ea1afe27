import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PartOptions, StandingBy } from '#kernel/server';
import { freePort } from '#kernel/testing/power-cut.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { standByForDevices } from '../../ingest/part/stand-by.server.ts';
import { Spool } from '../../ingest/spool/spool.server.ts';
import { makeModel, registerDevice } from '../../testing/devices.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const modelId = await makeModel(iot, 'hp_standby');
const device = await registerDevice(iot, modelId, 'hp_standby', 'standby-1');
const httpPort = await freePort();
const options: PartOptions = {
  host: '127.0.0.1',
  devices: {
    mqttPort: 0,
    mqttTlsPort: 0,
    coapPort: 0,
    httpPort,
    tls: null,
    anonymous: false,
    ports: { from: 9000, to: 9999 },
    spoolMax: 2 ** 20,
  },
  simulator: false,
  say: () => undefined,
};
let standing: StandingBy | undefined;
let at = server.clock.ms();

/** Put an acknowledged message into the spool on disk. */
async function spoolOne(): Promise<Spool> {
  const spool = new Spool(join(server.app.dataDir, 'spool', '0'), 2 ** 20, (error) => server.app.report(error));
  await spool.open();
  at += 1000;
  const values = { temp: 21 };
  await spool.append([
    { tenantId: '000000', deviceId: device.id, ts: at, history: values, latest: values, isWhole: false, quality: 0 },
  ]);
  await spool.close();
  return spool;
}

const ownedBy = (host: string, folder: string): Promise<unknown> =>
  server.tables(
    `insert into anju_owner (part, epoch, host, pid, folder, taken) values ('devices', 1, $1, 1, $2, now())
     on conflict (part) do update set host = excluded.host, folder = excluded.folder`,
    [host, folder],
  );
const stored = async (): Promise<number> =>
  (await server.tables('select 1 from iot_telemetry where device_id = $1', [device.id])).length;

beforeEach(() => server.tables('delete from iot_telemetry'));
afterEach(async () => {
  await standing?.stop();
  standing = undefined;
});

test('a standby writes what was acknowledged here and lies on its disk', async () => {
  await spoolOne();
  await ownedBy('elsewhere', '/srv/anju');
  standing = await standByForDevices(server.app, options);
  await expect.poll(stored).toBe(1);
});

test('a standby leaves the disk alone that the owner uses', async () => {
  await spoolOne();
  await ownedBy(hostname(), server.app.dataDir);
  standing = await standByForDevices(server.app, options);
  await standing.stop();
  expect(await stored()).toBe(0);
});

test('a standby answers 503 on the port where devices call by HTTP, and lets it go when it takes over', async () => {
  await ownedBy(hostname(), server.app.dataDir);
  standing = await standByForDevices(server.app, options);
  for (const path of ['readyz', 'iot/v1/props']) {
    const answer = await fetch(`http://127.0.0.1:${httpPort}/${path}`);
    expect([answer.status, await answer.json()]).toEqual([503, { code: 503, reason: 'standby' }]);
  }
  await standing.stop();
  await expect(fetch(`http://127.0.0.1:${httpPort}/readyz`)).rejects.toThrow();
});
