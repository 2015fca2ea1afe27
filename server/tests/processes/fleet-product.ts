import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { devicesProcess, end, freePort, startServer } from '#kernel/testing/power-cut.ts';

/** What is killed: the process of the devices, the database, or both. */
export const KILLED = ['devices', 'database', 'both'] as const;

/** A product of its own, as `npm start` runs it, with lines of devices. A test kills of it what it likes. */
export interface FleetProduct {
  readonly dataDir: string;
  readonly base: string;
  readonly server: ChildProcess;
  readonly mqttPort: number;
  /** Open lines; they end with the product. */ readonly clients: DeviceClient[];
  /** The database that runs now. */ database(): EmbeddedPostgres;
  /** Begins with the database again. */ startDatabase(): Promise<void>;
  /** Kills without warning; the database comes back, the process of the devices is begun again by the server. */
  kill(what: (typeof KILLED)[number]): Promise<void>;
  close(): Promise<void>;
}

export async function startFleetProduct(name: string): Promise<FleetProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), `anju-${name}-`));
  const mqttPort = await freePort();
  const running = await startServer(dataDir, { MQTT_PORT: String(mqttPort) });
  const { server, base } = running;
  const clients: DeviceClient[] = [];
  let { database } = running;
  const startDatabase = async (): Promise<void> => {
    database = await startPostgres({ dataDir, say: () => {} });
  };
  return {
    dataDir,
    base,
    server,
    mqttPort,
    clients,
    database: () => database,
    startDatabase,
    async kill(what) {
      if (what !== 'database') {
        while (devicesProcess(server) <= 0) await sleep(50);
        process.kill(devicesProcess(server), 'SIGKILL');
      }
      if (what === 'devices') return;
      process.kill(database.pid, 'SIGKILL');
      await startDatabase();
    },
    async close() {
      for (const client of clients) client.stop();
      await end({ ...running, database });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
