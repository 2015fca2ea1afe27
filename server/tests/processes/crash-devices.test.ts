import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import type { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { devicesProcess, end, freePort, startServer } from '#kernel/testing/power-cut.ts';
import { auditLedger, connectFleet, registerFleet } from './fleet.ts';

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
      clients.push(...(await connectFleet(mqttPort, await registerFleet(running.base, DEVICES))));
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
      await until(async () => (await auditLedger(database.ownerUrl, ledger)).lost === 0);
      expect(await auditLedger(database.ownerUrl, ledger)).toEqual({ lost: 0, invented: 0, twice: 0, stale: 0 });
      expect(ledger.counts.acknowledged).toBe(ledger.counts.sent);
    } finally {
      isSending = false;
      for (const client of clients) client.stop();
      await end({ ...running, database });
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
