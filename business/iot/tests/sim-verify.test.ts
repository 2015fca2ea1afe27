import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { removeRunDevices } from '#business/iot/simulator/run-devices.server.ts';
import { MISBEHAVIOURS, isGood, verifyHomes, verifyLoad } from '#business/iot/simulator/verify/verify.server.ts';
import { ChangeLine } from '#kernel/server/database/change-line.ts';
import { Database } from '#kernel/server/database/database.ts';
import { readParts } from '#kernel/server/jobs/parts/part-facts.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { end, freePort, killDevices, startServer } from '#kernel/testing/power-cut.ts';
import { openApp } from '../../../server/assemble.ts';

/** Number of simulated homes; an acceptance run sets more. */
const HOMES = Number(process.env.ANJU_VERIFY_HOMES ?? 50);
const SECONDS = Number(process.env.ANJU_VERIFY_SECONDS ?? 20);
const tenantId = '000000';

test(
  '模拟器的账本：一半家庭在捣乱，设备进程中途被 kill -9，确认过的报文都在，只有一份 the ledger has no loss while half of the homes misbehave and the gateway is killed',
  { timeout: 180_000 + SECONDS * 2000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-verify-'));
    const port = await freePort();
    const running = await startServer(dataDir, { MQTT_PORT: String(port) });
    const appUrl = await ensureWorkRole(running.database.ownerUrl, dataDir, null);
    const changes = new ChangeLine(new Database({ url: appUrl, most: 1 }), () => undefined);
    const app = await openApp({ appUrl, dataDir, changes, connections: 3 });
    const heard = async (): Promise<void> => {
      const since = Date.now();
      await expect
        .poll(
          async () => {
            const parts = await app.db.platform((sql) => readParts(sql, Date.now()));
            return parts.some((one) => one.name === 'devices' && one.at > since + 1500);
          },
          { timeout: 30_000 },
        )
        .toBe(true);
    };
    const place = { tenantId, gateway: { host: '127.0.0.1', port }, heard };
    try {
      const verifying = verifyHomes(app, { ...place, homes: HOMES, seconds: SECONDS, misbehave: MISBEHAVIOURS });
      const killing = (async () => {
        await heard();
        await sleep((SECONDS * 1000) / 2);
        await killDevices(running.server);
      })();
      const [verdict] = await Promise.all([verifying, killing]);
      expect(verdict).toMatchObject({ lost: 0, invented: 0, twice: 0, stale: 0, unacknowledged: 0, future: 0 });
      // The gateway is killed and half of the homes misbehave, so some commands time out; none is executed twice.
      expect(verdict.commands).toMatchObject({ open: 0, twice: 0 });
      expect(verdict.commands?.success).toBeGreaterThan(HOMES / 2);
      expect(verdict.acknowledged).toBeGreaterThan(HOMES * 10);
      expect(verdict.rows).toBeGreaterThanOrEqual(verdict.acknowledged);
      const load = await verifyLoad(app, { ...place, conns: 40, rate: 400, keys: 3, qos: 1, seconds: 4 });
      expect(load).toMatchObject({ lost: 0, invented: 0, twice: 0, stale: 0, unacknowledged: 0 });
      expect([isGood(load), load.acknowledged, load.rows]).toEqual([true, load.sent, load.sent]);
      await heard();
      expect(await removeRunDevices(app, tenantId)).toBe(HOMES * 7 + 40);
      expect(await removeRunDevices(app, tenantId)).toBe(0);
    } finally {
      await changes.stop();
      await app.close();
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
