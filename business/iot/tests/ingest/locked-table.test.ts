import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const LOCKED_SECONDS = 8;
const server = await openTestServer(import.meta.url, { parts: ['devices'], statementTimeout: 1000 });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_locked');
const registered = [];
for (let n = 0; n < 6; n += 1) registered.push(await registerDevice(iot, modelId, 'hp_locked', `locked-${n}`));
const devices = await Promise.all(registered.map((one) => MqttDevice.open(server, one)));
afterAll(() => Promise.all(devices.map((one) => one.close())));

test(
  'a table locked far beyond the statement timeout loses nothing that was acknowledged',
  { timeout: 60_000 },
  async () => {
    const acknowledged = new Set<string>();
    let isLocked = true;
    let duringLock = 0;
    const locked = server
      .tables(`begin; lock table iot_telemetry in access exclusive mode; select pg_sleep(${LOCKED_SECONDS}); commit`)
      .then(() => {
        isLocked = false;
      });
    const begin = server.clock.ms() - 3_600_000;
    const speak = async (at: number): Promise<void> => {
      for (let n = 0; isLocked; n += 1) {
        await devices[at].say(begin + n, { temp: n % 50 });
        acknowledged.add(`${registered[at].id} ${begin + n}`);
        if (isLocked) duringLock += 1;
      }
    };
    await Promise.all([locked, ...devices.map((_, at) => speak(at))]);
    await expect.poll(() => part.lanes.facts.every(({ queue, spooled }) => queue + spooled === 0), { timeout: 20_000 }).toBe(true);
    const stored = await server.tables<{ key: string }>(
      `select device_id || ' ' || (extract(epoch from ts) * 1000)::bigint as key from iot_telemetry`,
    );
    const there = new Set(stored.map(({ key }) => key));
    expect([...acknowledged].filter((key) => !there.has(key))).toEqual([]);
    expect(duringLock).toBeGreaterThan(0);
    await part.settle();
    expect(await server.tables('select detail from iot_ingest_reject')).toEqual([]);
  },
);
