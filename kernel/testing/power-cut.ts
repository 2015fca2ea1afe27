import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';

/** A server and its database, each in its own process. */
export interface CrashableServer {
  readonly database: EmbeddedPostgres;
  readonly server: ChildProcess;
  readonly base: string;
}

/** Settings of a server that listens for no devices, as most tests need none. */
export const withoutDevices = { MQTT_PORT: '0', MQTT_TLS_PORT: '0', DEVICE_HTTP_PORT: '0' } as const;

/** Return a free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** Start the real server and its database, each in a process of its own that a test may kill. */
export async function startServer(dataDir: string, more: Record<string, string> = {}): Promise<CrashableServer> {
  const database = await startPostgres({ dataDir, say: () => {} });
  return { database, ...(await startProcess({ database, dataDir }, more)) };
}

/**
 * Start another process on a database: the whole server, or the part that `ANJU_ROLE` names. Return its process and in
 * `base` its address; for a part without pages `base` is `ANJU_ROLE=` and its role.
 */
export async function startProcess(
  { database, dataDir }: { readonly database: EmbeddedPostgres; readonly dataDir: string },
  more: Record<string, string> = {},
): Promise<Pick<CrashableServer, 'server' | 'base'>> {
  const port = await freePort();
  const server = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.ts')], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ANJU_OWNER_URL: database.ownerUrl,
      ANJU_SUPER_URL: database.superUrl,
      ANJU_DATA: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      CAPTCHA: 'off',
      ANJU_SEED: 'none',
      ANJU_ADMIN_PASSWORD: 'admin',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '1000000',
      OPS_PORT: '0',
      DRAIN_SECONDS: '0',
      ...withoutDevices,
      ...more,
    },
  });
  server.send({ webRoot: null });
  const base = await new Promise<string>((resolve, reject) => {
    server.on('message', (message: { ready?: string; trouble?: string[] }) => {
      if (message.ready) resolve(message.ready);
      else if (message.trouble) reject(new Error(message.trouble.join('\n')));
    });
    server.on('exit', () => reject(new Error('the server ended')));
  });
  return { server, base };
}

interface Entered {
  readonly access_token?: string;
  readonly must_first?: 'password';
}

const enter = async (base: string, account: string, password: string): Promise<Entered> =>
  (await (
    await fetch(`${base}/api/blade-auth/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('saber:saber_secret')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ tenantId: '000000', username: account, password, grant_type: 'password' }),
    })
  ).json()) as Entered;

/**
 * Log in and return the token; the administrator's by default. A temporary password is replaced at the first login, as
 * the product requires.
 */
export async function logInOverHttp(base: string, account = 'admin', password = 'admin'): Promise<string> {
  const own = `Own2026${account}`;
  const known = await enter(base, account, own);
  if (known.access_token) return known.access_token;
  const { access_token: token = '', must_first: first } = await enter(base, account, password);
  if (first === 'password')
    await fetch(`${base}/api/blade-system/user/update-password`, {
      method: 'POST',
      headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ oldPassword: password, newPassword: own, newPassword1: own }),
    });
  return token;
}

/** Kill the server, the database and each of its connections at once, as a power cut does. */
export function cutPower({ server, database }: CrashableServer): void {
  const connections = childrenOf(database.pid);
  process.kill(-server.pid!, 'SIGKILL');
  process.kill(database.pid, 'SIGKILL');
  for (const pid of connections) killIfThere(pid);
}

/** Return the id of the device process, which the server started; 0 if it does not run. */
export function devicesProcess(server: ChildProcess): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === server.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('devices.ts'))
        return Number(name);
    } catch {
      // The process has ended since the folder was read.
    }
  }
  return 0;
}

/** Time within which a killed device process is started again, also on a busy machine. */
const RESTARTS_WITHIN_MS = 60_000;

/** Wait until the device process runs, and kill it. Throw if the server has ended or does not start it again. */
export async function killDevices(server: ChildProcess): Promise<void> {
  const end = performance.now() + RESTARTS_WITHIN_MS;
  let pid = devicesProcess(server);
  for (; pid <= 0; pid = devicesProcess(server)) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('the server has ended');
    if (performance.now() > end) throw new Error('the server does not start the device process again');
    await sleep(50);
  }
  process.kill(pid, 'SIGKILL');
}

/**
 * Return the ids of the processes that a process started. On a machine without `/proc` return none: connections of the
 * database then end by themselves after their parent process.
 */
function childrenOf(parent: number): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0; // The process ended while it was read.
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended together with its parent.
  }
}

/** Wait until the process has ended. */
export const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Kill the server if it runs, and stop the database. */
export async function end(running: CrashableServer): Promise<void> {
  if (running.server.exitCode === null && running.server.signalCode === null)
    process.kill(-running.server.pid!, 'SIGKILL');
  await running.database.stop();
}
