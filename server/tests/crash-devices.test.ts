import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { devicesProcess, end, freePort, logInOverHttp, startServer } from '#kernel/testing/power-cut.ts';

/** How often something is killed; twenty in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 3);
const DEVICES = 40;
/** Messages a second of all devices together; two thousand in the acceptance run. */
const RATE = Number(process.env.ANJU_CRASH_RATE ?? 400);
/** So many are acknowledged in each round before something is killed. */
const ENOUGH = 300;

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(50);
};

/** Registers a model and its devices by the calls that people use. */
async function register(base: string): Promise<{ deviceKey: string; secret: string }[]> {
  const token = await logInOverHttp(base);
  const post = async (path: string, body: object): Promise<{ id: string; deviceSecret: string }> => {
    const answer = await fetch(`${base}/api/iot/${path}`, {
      method: 'POST',
      headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, reason: '登记测试设备' }),
    });
    const read = (await answer.json()) as { data: { id: string; deviceSecret: string }; msg: string };
    expect(answer.status, read.msg).toBe(200);
    return read.data;
  };
  const model = await post('device-thing-model/submit', {
    modelCode: 'crash01',
    modelName: '断电',
    category: 'heat_pump',
    nodeType: 'direct',
  });
  await post('device-model-attribute/add', {
    modelId: model.id,
    attrType: 'property',
    identifier: 'n',
    name: '序号',
    dataType: 'long',
    unit: '-',
    specs: { min: 0 },
  });
  await post(`device-thing-model/publish/${model.id}`, {});
  const devices: { deviceKey: string; secret: string }[] = [];
  for (let at = 0; at < DEVICES; at += 1) {
    const deviceKey = `crash-${at}`;
    const { deviceSecret } = await post('device-thing-instance/add', {
      deviceKey,
      deviceName: deviceKey,
      modelId: model.id,
    });
    devices.push({ deviceKey, secret: deviceSecret });
  }
  return devices;
}

async function audit(ownerUrl: string, ledger: Ledger): Promise<ReturnType<Ledger['audit']>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; ts: number }>(
      'select d.device_key as key, (extract(epoch from t.ts) * 1000)::float8 as ts from iot_telemetry t join iot_device d on d.id = t.device_id',
    );
    const { rows: now } = await client.query<{ key: string; ts: number }>(
      'select d.device_key as key, (extract(epoch from l.ts) * 1000)::float8 as ts from iot_device_latest l join iot_device d on d.id = l.device_id',
    );
    return ledger.audit(
      new Map([...Map.groupBy(rows, (one) => one.key)].map(([key, all]) => [key, all.map(({ ts }) => ts)])),
      new Map(now.map(({ key, ts }) => [key, ts])),
    );
  } finally {
    await client.end();
  }
}

test(
  `设备进程、数据库、两者被 kill -9 ${ROUNDS} 次：确认过的报文都在，只有一份 device process, database and both killed: what was acknowledged is stored once`,
  { timeout: 90_000 + ROUNDS * 30_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-crash-devices-'));
    const mqttPort = await freePort();
    const running = await startServer(dataDir, { MQTT_PORT: String(mqttPort) });
    let { database } = running;
    const ledger = new Ledger();
    const clients: DeviceClient[] = [];
    let isSending = true;
    try {
      for (const device of await register(running.base))
        clients.push(
          new DeviceClient({
            host: '127.0.0.1',
            port: mqttPort,
            modelCode: 'crash01',
            ...device,
            now: () => Date.now(),
          }),
        );
      for (const client of clients) client.connect();
      await Promise.all(clients.map((client) => client.opened()));
      let n = 0;
      const sending = (async () => {
        while (isSending) {
          const at = n % clients.length;
          const ts = Date.now();
          n += 1;
          // Whoever waits for too much sends no more, as a device with little memory does.
          if (clients[at].unacknowledged < 20) {
            const key = `crash-${at}`;
            ledger.sent(key, ts);
            void clients[at].publish('props', { ts, params: { n } }).then((isSafe) => {
              if (isSafe) ledger.acknowledged(key, ts);
            });
          }
          if (n % 20 === 0) await sleep(20_000 / RATE);
        }
      })();
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = ledger.counts.acknowledged;
        await until(() => ledger.counts.acknowledged >= before + ENOUGH);
        const what = (['devices', 'database', 'both'] as const)[round % 3];
        if (what !== 'database') {
          await until(() => devicesProcess(running.server) > 0);
          process.kill(devicesProcess(running.server), 'SIGKILL');
        }
        if (what !== 'devices') {
          process.kill(database.pid, 'SIGKILL');
          database = await startPostgres({ dataDir, say: () => {} });
        }
      }
      const last = ledger.counts.acknowledged;
      await until(() => ledger.counts.acknowledged >= last + ENOUGH);
      isSending = false;
      await sending;
      await until(() => clients.every((client) => client.unacknowledged === 0));
      await until(async () => (await audit(database.ownerUrl, ledger)).lost === 0);
      expect(await audit(database.ownerUrl, ledger)).toEqual({ lost: 0, invented: 0, twice: 0, stale: 0 });
      expect(ledger.counts.acknowledged).toBe(ledger.counts.sent);
    } finally {
      isSending = false;
      for (const client of clients) client.stop();
      await end({ ...running, database });
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
