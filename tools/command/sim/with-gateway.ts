import { setTimeout as sleep } from 'node:timers/promises';
import { removeRunDevices } from '#business/iot/simulator/run-devices.server.ts';
import type { GatewayAddress } from '#business/iot/simulator/load.server.ts';
import type { App } from '#kernel/server/app.ts';
import { ChangeLine } from '#kernel/server/database/change-line.ts';
import { Database } from '#kernel/server/database/database.ts';
import { type PartFacts, readParts } from '#kernel/server/jobs/parts/part-facts.ts';
import { ProductKeys } from '#kernel/server/secrets/product-keys.ts';
import { readSettings } from '#kernel/server/settings/settings.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { openApp } from '../../../server/assemble.ts';
import { projectDir } from '../project-dir.ts';
import { printLine } from '../steps.ts';
import { withDatabase } from '../with-database.ts';

/** The running product of this folder, with the address of its gateway. */
export interface RunningGateway extends GatewayAddress {
  readonly app: App;
  readonly tenantId: string;
  /** Wait until the gateway knows all registered devices. */ heard(): Promise<void>;
}

export interface GatewayPlace {
  readonly tenantId: string;
  readonly host?: string;
  readonly port?: string;
  readonly keep?: boolean;
}

const LOOK_MS = 500;
/** Maximum wait for a report in ms; the gateway reports every five seconds. */
const HEARD_MS = 20_000;
/**
 * Delay in ms until the gateway has read a notification: notifications are collected for a moment before they are sent
 * and before they are read.
 */
const SETTLE_MS = 1500;

const nothingRuns = (): StartupError =>
  new StartupError(
    '这个目录下没有在运行的产品：先 npm start（数据在别处时用 ANJU_DATA 指明）。模拟器要用它的密钥，所以只能在它旁边跑。',
    'No product runs from this folder: npm start first (ANJU_DATA says where its data are). The simulator needs its secrets, so it runs beside it alone.',
  );

const portIn = (part: PartFacts | undefined): number | undefined =>
  (part?.facts.listeners as { kind: string; port: number; state: string }[] | undefined)?.find(
    (one) => one.kind === 'mqtt' && one.state === 'listening',
  )?.port;

/**
 * Wait for a report of the gateway that is later than `SETTLE_MS` from now: by then it has read earlier registrations.
 */
async function untilHeard(app: App): Promise<void> {
  const since = Date.now();
  while (Date.now() < since + HEARD_MS) {
    const parts = await app.db.platform((sql) => readParts(sql, app.clock.ms()));
    if (parts.some((one) => one.name === 'devices' && one.at > since + SETTLE_MS)) return;
    await sleep(LOOK_MS);
  }
}

/**
 * Find the gateway of the running product and run `work`. Then remove the devices that were registered for it, unless
 * `keep` is set.
 */
export async function withGateway(
  place: GatewayPlace,
  work: (gateway: RunningGateway) => Promise<number>,
): Promise<number> {
  const settings = readSettings(process.env, projectDir);
  // Without keys this folder has no product. Stop here, as the search must not create a database.
  if (!settings.databaseUrl && new ProductKeys(settings.keys).fingerprint === null) throw nothingRuns();
  return withDatabase(async ({ appUrl, settings: { dataDir, keys } }) => {
    const changes = new ChangeLine(new Database({ url: appUrl, most: 1 }), () => undefined);
    const app = await openApp({ appUrl, dataDir, keys, changes, connections: 4 });
    try {
      const parts = await app.db.platform((sql) => readParts(sql, app.clock.ms()));
      const part = parts.find((one) => one.name === 'devices');
      const port = place.port ? Number(place.port) : portIn(part);
      if (!part || !port) throw nothingRuns();
      const gateway: RunningGateway = {
        app,
        tenantId: place.tenantId,
        host: place.host ?? '127.0.0.1',
        port,
        heard: () => untilHeard(app),
      };
      printLine(`网关 Gateway ${gateway.host}:${port}`);
      const code = await work(gateway);
      if (!place.keep) {
        // Wait until the gateway has recorded that the devices are offline.
        await gateway.heard();
        const removed = await removeRunDevices(app, place.tenantId);
        if (removed) printLine(`已移除临时设备 ${removed} 台 temporary devices removed`);
      }
      return code;
    } finally {
      await changes.stop();
      await app.close();
    }
  });
}
