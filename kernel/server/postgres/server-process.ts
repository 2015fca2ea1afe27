import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFull, StartupError } from '../settings/startup-error.ts';
import type { DatabaseFolder } from './place.ts';
import { readPostmaster } from './postmaster.ts';
import { socketFolder } from './socket.ts';

const READY_WITHIN_MS = 120_000; // A recovery after a crash may have much to replay.
/**
 * The last children of a killed postmaster finish the statement they are in; the longest that the product allows takes
 * two minutes.
 */
const CHILDREN_GO_WITHIN_MS = 150_000;
const KEEP_LOG_BYTES = 10e6;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
}

/**
 * Start the server in a process group of its own: a Ctrl-C in the terminal must not reach it before the requests are
 * done.
 */
export async function spawnServer(
  place: DatabaseFolder,
  native: string,
  preferredPort: number | null,
  durable: boolean,
): Promise<ServerProcess> {
  let port = await freePort(preferredPort);
  const patience = Date.now() + CHILDREN_GO_WITHIN_MS;
  for (let attempt = 1; ; attempt++) {
    const began = forgetLongLog(place.log);
    const child = spawnOn(place, native, port, durable);
    if (await becomesReady(child, place)) return { child, pid: child.pid ?? 0, port };
    const output = readFileSync(place.log, 'utf8').slice(began);
    port = await nextTry(output, { attempt, port, isPatient: Date.now() < patience });
  }
}

function spawnOn(place: DatabaseFolder, native: string, port: number, durable: boolean): ChildProcess {
  const log = openSync(place.log, 'a', 0o600);
  const child = spawn(
    join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'),
    serverArguments(place.data, port, durable),
    {
      ...place.runAs,
      cwd: place.around,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, TZ: 'UTC' },
    },
  );
  closeSync(log);
  child.unref();
  return child;
}

function serverArguments(data: string, port: number, durable: boolean): string[] {
  // An eighth of the memory, within sensible bounds; the rest is better left to the system's own cache.
  const sharedMb = Math.round(Math.min(1024, Math.max(128, totalmem() / 8 / 1024 ** 2)));
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketFolder(data) && `"${socketFolder(data).replaceAll('"', '""')}"`,
    shared_buffers: `${sharedMb}MB`,
    max_connections: '200',
    jit: 'off', // Compiling costs more than it saves on the short statements of this product.
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Tests may lose their database with the machine, and need no slow password hashing.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', scram_iterations: '1' }),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function becomesReady(child: ChildProcess, place: DatabaseFolder): Promise<boolean> {
  let failure: Error | null = null;
  child.on('error', (error) => (failure = error));
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(10)) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const written = readPostmaster(place.data);
    if (written?.pid === child.pid && written?.status === 'ready') return true;
  }
  child.kill('SIGQUIT');
  throw new StartupError(
    `数据库两分钟内没有就绪，日志在 ${place.log}。`,
    `The database was not ready within two minutes; its log is ${place.log}.`,
  );
}

/** Return the port of the next attempt by the output of the failed start, or throw an error for the operator. */
async function nextTry(
  output: string,
  { attempt, port, isPatient }: { attempt: number; port: number; isPatient: boolean },
): Promise<number> {
  if (/Address already in use|could not bind/.test(output) && attempt < 10) return freePort(null);
  // The postmaster was killed, and its last children are still ending.
  if (/pre-existing shared memory block/.test(output) && isPatient) {
    await pause(100);
    return port;
  }
  if (/No space left on device/.test(output)) throw diskFull('PostgreSQL');
  throw new StartupError(
    `数据库没有启动：\n${output.trim().split('\n').slice(-8).join('\n')}`,
    'The database did not start; its last words are above.',
  );
}

/**
 * Ports to choose from. They are below the range of outgoing connections (Linux from 32768, others from 49152), of
 * which any may be taken at the next start.
 */
const OWN_PORTS = { from: 20_000, to: 32_767 };
const PORT_CHOICES = 20;
/** Time in which the children of a killed postmaster notice its end and release its port (milliseconds). */
const PORT_IS_LEFT_WITHIN_MS = 1_000;

/** Return the last port where it is free, or soon free, else another. */
async function freePort(preferred: number | null): Promise<number> {
  return (preferred && (await soonFree(preferred))) || (await anyOfOurs()) || (await tryPort(0)) || 0;
}

async function soonFree(port: number): Promise<number | null> {
  for (const until = Date.now() + PORT_IS_LEFT_WITHIN_MS; ; await pause(50)) {
    const free = await tryPort(port);
    if (free || Date.now() > until) return free;
  }
}

async function anyOfOurs(): Promise<number | null> {
  for (let choice = 0; choice < PORT_CHOICES; choice++) {
    const free = await tryPort(randomInt(OWN_PORTS.from, OWN_PORTS.to + 1));
    if (free) return free;
  }
  return null;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}

function forgetLongLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= KEEP_LOG_BYTES) return size;
  truncateSync(path);
  return 0;
}
