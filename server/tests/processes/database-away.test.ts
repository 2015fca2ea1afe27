import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import { devicesProcess, logInOverHttp } from '#kernel/testing/power-cut.ts';
import { auditLedger, connectFleet, registerFleet } from './fleet.ts';
import { startFleetProduct } from './fleet-product.ts';

/** Duration of the outage in seconds; sixty in the acceptance run. */
const SECONDS = Number(process.env.ANJU_OUTAGE_SECONDS ?? 6);

/** Time limit of each poll; under load the events take longer. */
const PATIENCE = { timeout: 45_000 };

const spooled = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);

test(
  `数据库停 ${SECONDS} 秒：两秒内不确认，之后确认的都在磁盘上；恢复后一条不少，登录还在 without the database messages are acknowledged from disk after two seconds; after its return all are stored once and sessions continue`,
  { timeout: 240_000 + SECONDS * 3000 },
  async () => {
    const product = await startFleetProduct('database-away');
    const { clients } = product;
    const ledger = new Ledger();
    let isSending = true;
    try {
      const devices = await registerFleet(product.base, 10);
      const token = await logInOverHttp(product.base);
      const read = async (): Promise<{ status: number; reason?: string }> => {
        const answer = await fetch(`${product.base}/api/iot/device-thing-instance/page`, {
          headers: { 'Blade-Auth': `bearer ${token}` },
        });
        return { status: answer.status, reason: ((await answer.json()) as { reason?: string }).reason };
      };
      clients.push(...(await connectFleet(product.mqttPort, devices)));
      const acknowledged: number[] = [];
      const sending = (async () => {
        for (let n = 0; isSending; n += 1) {
          const ts = Date.now();
          const key = `crash-${n % clients.length}`;
          ledger.sent(key, ts);
          void clients[n % clients.length].publish('props', { ts, params: { n } }).then((isSafe) => {
            if (!isSafe) return;
            ledger.acknowledged(key, ts);
            acknowledged.push(Date.now());
          });
          await sleep(10);
        }
      })();
      await expect.poll(() => ledger.counts.acknowledged, PATIENCE).toBeGreaterThan(50);
      expect(await read()).toMatchObject({ status: 200 });
      const process = devicesProcess(product.server);
      // The database stops at an unknown moment between these two times.
      const stopping = Date.now();
      await product.database().stop();
      const stopped = Date.now();
      await expect.poll(read, PATIENCE).toEqual({ status: 500, reason: 'http.databaseAway' });
      await sleep(Math.max(0, SECONDS * 1000 - (Date.now() - stopping)));
      await expect.poll(() => acknowledged.filter((at) => at > stopping + 2000).length, PATIENCE).toBeGreaterThan(50);
      // In the first two seconds of the outage nothing is acknowledged, apart from messages stored just before it.
      expect(acknowledged.filter((at) => at > stopped + 500 && at < stopping + 2000)).toEqual([]);
      expect(spooled(join(product.dataDir, 'spool'))).toBeGreaterThan(1000);
      expect((await read()).reason).toBe('http.databaseAway');
      await product.startDatabase();
      await expect.poll(read, PATIENCE).toMatchObject({ status: 200 });
      const before = ledger.counts.acknowledged;
      await expect.poll(() => ledger.counts.acknowledged, PATIENCE).toBeGreaterThan(before + 100);
      isSending = false;
      await sending;
      await expect.poll(() => clients.every((client) => client.unacknowledged === 0), PATIENCE).toBe(true);
      await expect
        .poll(() => auditLedger(product.database().ownerUrl, ledger), PATIENCE)
        .toEqual({ lost: 0, invented: 0, twice: 0, stale: 0 });
      expect(ledger.counts.acknowledged).toBe(ledger.counts.sent);
      expect(devicesProcess(product.server)).toBe(process);
      expect(product.server.exitCode).toBeNull();
    } finally {
      isSending = false;
      await product.close();
    }
  },
);
