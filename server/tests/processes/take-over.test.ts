import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { FLEET_MODEL, type FleetDevice, auditLedger, registerFleet } from './fleet.ts';
import { SplitProduct, type SplitProcess, readinessOf } from './split-product.ts';

const product = new SplitProduct();
const ledger = new Ledger();
let device: FleetDevice;

beforeAll(async () => {
  [device] = await registerFleet((await product.begin()).base, 1);
}, 60_000);

afterAll(() => product.end());

const ready = (gateway: SplitProcess, expected: string): Promise<void> =>
  expect.poll(() => readinessOf(gateway), { timeout: 20_000, interval: 100 }).toBe(expected);

const clientOf = ({ mqttPort }: SplitProcess): DeviceClient => {
  const client = new DeviceClient({
    host: '127.0.0.1',
    port: mqttPort,
    modelCode: FLEET_MODEL,
    ...device,
    now: () => Date.now(),
  });
  client.connect();
  return client;
};

let sent = 0;
/** Send a message; an acknowledged one must be stored. */
async function send(client: DeviceClient): Promise<boolean> {
  const ts = Date.now();
  sent += 1;
  ledger.sent(device.deviceKey, ts);
  const isSafe = await client.publish('props', { ts, params: { n: sent } });
  if (isSafe) ledger.acknowledged(device.deviceKey, ts);
  return isSafe;
}

const stored = async (): Promise<unknown> => auditLedger(product.database.ownerUrl, ledger);

test(
  '一个网关死了，另一个接手；醒来的旧网关关门待命 a standby takes over from a gateway that dies or freezes, and the one that wakes becomes the standby',
  { timeout: 120_000 },
  async () => {
    const first = await product.start('gateway');
    const second = await product.start('gateway');
    await ready(first, '200 ok');
    await ready(second, '503 standby');
    const one = clientOf(first);
    await one.opened();
    expect(await send(one)).toBe(true);
    one.stop();

    await product.kill(first);
    await ready(second, '200 ok');
    const two = clientOf(second);
    await two.opened();
    expect(await send(two)).toBe(true);

    // The owner is stopped (SIGSTOP), and a restart of the database drops its lease: the other gateway takes over.
    const third = await product.start('gateway');
    await ready(third, '503 standby');
    process.kill(second.server.pid!, 'SIGSTOP');
    const late = send(two);
    await product.restartDatabase();
    await ready(third, '200 ok');
    const three = clientOf(third);
    await three.opened();
    expect(await send(three)).toBe(true);

    process.kill(second.server.pid!, 'SIGCONT');
    await ready(second, '503 standby');
    await expect.poll(() => two.isOpen, { timeout: 10_000 }).toBe(false);
    expect(await readinessOf(third)).toBe('200 ok');
    two.stop();
    await late;
    expect(await send(three)).toBe(true);

    // Without a restart, PostgreSQL ends the session of a stopped owner by itself.
    process.kill(third.server.pid!, 'SIGSTOP');
    await ready(second, '200 ok');
    process.kill(third.server.pid!, 'SIGCONT');
    await ready(third, '503 standby');
    expect(await readinessOf(second)).toBe('200 ok');
    three.stop();
    // Messages that the stopped owner acknowledged after it continued were on its disk, and are stored too.
    await expect.poll(stored, { timeout: 20_000 }).toEqual({ lost: 0, invented: 0, twice: 0, stale: 0 });
  },
);
