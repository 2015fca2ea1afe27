import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { end, freePort, killDevices, startServer } from '#kernel/testing/power-cut.ts';

/** Targets of a kill: the process of the devices, the database, or both. */
export const KILLED = ['devices', 'database', 'both'] as const;

/** A separate product, as `npm start` runs it, with connected devices. A test may kill any part of it. */
export interface FleetProduct {
  readonly dataDir: string;
  readonly base: string;
  readonly server: ChildProcess;
  readonly mqttPort: number;
  /** Open connections; they end with the product. */ readonly clients: DeviceClient[];
  /** The running database. */ database(): EmbeddedPostgres;
  /** Start the database again. */ startDatabase(): Promise<void>;
  /**
   * Kill without warning. The database is then started again here; the server restarts the device process by itself.
   */
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
      if (what !== 'database') await killDevices(server);
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
