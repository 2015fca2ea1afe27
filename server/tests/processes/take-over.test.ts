import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { type CrashableServer, end, freePort, startProcess, startServer } from '#kernel/testing/power-cut.ts';
import { FLEET_MODEL, type FleetDevice, auditLedger, registerFleet } from './fleet.ts';

/** A gateway with a folder of its own, as on a machine of its own. */
interface Gateway {
  readonly server: CrashableServer['server'];
  readonly dataDir: string;
  readonly mqttPort: number;
  readonly httpPort: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'anju-take-over-'));
const ledger = new Ledger();
let web: CrashableServer;
let database: EmbeddedPostgres;
let device: FleetDevice;
const gateways: Gateway[] = [];

beforeAll(async () => {
  web = await startServer(dataDir, { ANJU_ROLE: 'web' });
  ({ database } = web);
  [device] = await registerFleet(web.base, 1);
}, 60_000);

afterAll(async () => {
  for (const { server } of gateways)
    if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid!, 'SIGKILL');
  await end({ ...web, database });
  rmSync(dataDir, { recursive: true, force: true });
});

async function startGateway(name: string): Promise<Gateway> {
  const folder = join(dataDir, name);
  const { role, password } = JSON.parse(readFileSync(join(dataDir, 'work-role.json'), 'utf8')) as Record<string, string>;
  const appUrl = new URL(database.ownerUrl);
  Object.assign(appUrl, { username: role, password });
  const [mqttPort, httpPort] = [await freePort(), await freePort()];
  const { server } = await startProcess(
    { database, dataDir: folder },
    {
      ANJU_ROLE: 'gateway',
      DATABASE_APP_URL: appUrl.href,
      ANJU_KEYS: join(dataDir, 'keys'),
      MQTT_PORT: String(mqttPort),
      DEVICE_HTTP_PORT: String(httpPort),
    },
  );
  const gateway = { server, dataDir: folder, mqttPort, httpPort };
  gateways.push(gateway);
  return gateway;
}

/** What a gateway answers to a balancer. */
const readiness = async ({ httpPort }: Gateway): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/readyz`).catch(() => undefined);
  return answer ? `${answer.status} ${((await answer.json()) as { reason: string }).reason}` : 'nobody';
};
const ready = (gateway: Gateway, expected: string): Promise<void> =>
  expect.poll(() => readiness(gateway), { timeout: 20_000, interval: 100 }).toBe(expected);

const clientOf = ({ mqttPort }: Gateway): DeviceClient => {
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
/** Sends a message; what is acknowledged must be stored. */
async function send(client: DeviceClient): Promise<boolean> {
  const ts = Date.now();
  sent += 1;
  ledger.sent(device.deviceKey, ts);
  const isSafe = await client.publish('props', { ts, params: { n: sent } });
  if (isSafe) ledger.acknowledged(device.deviceKey, ts);
  return isSafe;
}

const stored = async (): Promise<unknown> => auditLedger(database.ownerUrl, ledger);

test(
  '一个网关死了，另一个接手；醒来的旧网关关门待命 a standby takes over from a gateway that dies or freezes, and the one that wakes stands by',
  { timeout: 120_000 },
  async () => {
    const first = await startGateway('first');
    const second = await startGateway('second');
    await ready(first, '200 ok');
    await ready(second, '503 standby');
    const one = clientOf(first);
    await one.opened();
    expect(await send(one)).toBe(true);
    one.stop();

    process.kill(-first.server.pid!, 'SIGKILL');
    await ready(second, '200 ok');
    const two = clientOf(second);
    await two.opened();
    expect(await send(two)).toBe(true);

    // The owner freezes and the database restarts: whoever is awake takes over.
    const third = await startGateway('third');
    await ready(third, '503 standby');
    process.kill(second.server.pid!, 'SIGSTOP');
    const late = send(two);
    process.kill(database.pid, 'SIGKILL');
    database = await startPostgres({ dataDir, say: () => {} });
    await ready(third, '200 ok');
    const three = clientOf(third);
    await three.opened();
    expect(await send(three)).toBe(true);

    process.kill(second.server.pid!, 'SIGCONT');
    await ready(second, '503 standby');
    await expect.poll(() => two.isOpen, { timeout: 10_000 }).toBe(false);
    expect(await readiness(third)).toBe('200 ok');
    two.stop();
    await late;
    expect(await send(three)).toBe(true);
    three.stop();
    // What the frozen one acknowledged after it woke lay on its disk, and is stored too.
    await expect
      .poll(stored, { timeout: 20_000 })
      .toEqual({ lost: 0, invented: 0, twice: 0, stale: 0 });
  },
);
