import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries, reachableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { type EmbeddedUrls, embeddedUrls, ensureOwner } from './owner.ts';
import { findPlace, type DatabaseFolder } from './place.ts';
import { isLivingPostgres, settledPostmaster, stopPostmaster } from './postmaster.ts';
import { spawnServer } from './server-process.ts';

export interface EmbeddedPostgres {
  /**
   * Address for the role `anju_owner`, which owns the database `anju`. It may create roles and databases, and is no
   * superuser.
   */
  readonly ownerUrl: string;
  readonly superUrl: string;
  readonly pid: number;
  /** True when a server was already running on this data: the program that started it may still need it. */
  readonly adopted: boolean;
  /** Shut down fast; resolve when the server is gone. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Settings' `dataDir`; the database goes into its folder `postgres`. */
  readonly dataDir: string;
  say(step: string): void;
  /** False for tests, which trade safety against a power cut for speed. */
  readonly durable?: boolean;
}

/** Time in which a killed server ends, also on a busy machine. */
const GOES_WITHIN_MS = 10_000;

/** Start the PostgreSQL that comes with Anju, or find the one that still runs on the same data. */
export async function startPostgres({ dataDir, say, durable = true }: StartOptions): Promise<EmbeddedPostgres> {
  const place = findPlace(dataDir);
  const running = await settledPostmaster(place.data);
  const native = running ? '' : reachableBinaries(findBinaries(), place.around, place.runAs !== null);
  const secrets = ensureCluster(place, native);
  const server = running ?? (await spawnServer(place, native, lastPort(place), durable));
  if (!running) rememberPort(place, server.port);
  try {
    await ensureOwner(embeddedUrls(secrets, place.data, server.port), secrets.owner);
  } catch (error) {
    // A server that was killed a moment ago looks alive until the system has taken it down.
    if (running && (await isGoneWithin(server.pid, GOES_WITHIN_MS))) return startPostgres({ dataDir, say, durable });
    if (!running) await stopPostmaster(server.pid, place.data);
    throw error;
  }
  say(
    running
      ? `PostgreSQL 已在运行 is already running (127.0.0.1:${server.port})`
      : `PostgreSQL 127.0.0.1:${server.port}`,
  );
  return handle(server.pid, running !== null, place.data, embeddedUrls(secrets, place.data, server.port));
}

function handle(pid: number, adopted: boolean, data: string, urls: EmbeddedUrls): EmbeddedPostgres {
  return { ownerUrl: urls.owner, superUrl: urls.super, pid, adopted, stop: () => stopPostmaster(pid, data) };
}

async function isGoneWithin(pid: number, waitMs: number): Promise<boolean> {
  for (const until = Date.now() + waitMs; isLivingPostgres(pid); await pause(20)) {
    if (Date.now() > until) return false;
  }
  return true;
}

/** Reuse the last port: addresses stored in other programs stay valid (a database browser, a report). */
function lastPort(place: DatabaseFolder): number | null {
  try {
    return Number(readFileSync(join(place.folder, 'port'), 'utf8')) || null;
  } catch {
    return null;
  }
}

function rememberPort(place: DatabaseFolder, port: number): void {
  writeFileSync(join(place.folder, 'port'), String(port));
}
