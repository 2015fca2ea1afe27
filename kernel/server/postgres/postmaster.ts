import { existsSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Facts of a running server, which it writes into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

export function readPostmaster(data: string): Postmaster | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number(lines[0]));
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : null;
  } catch {
    return null;
  }
}

/**
 * Is a process id a living PostgreSQL: not a zombie, and not another program with the number of a dead one? With
 * `data`: the one that serves this folder. A number alone proves nothing: the system reuses it, in a container soon and
 * for another PostgreSQL too.
 */
export function isLivingPostgres(pid: number, data?: string): boolean {
  if (!exists(pid)) return false;
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return process.platform !== 'linux';
  const close = stat.lastIndexOf(')');
  const state = stat.slice(close + 2, close + 3);
  if (state === 'Z' || state === 'X' || !stat.slice(stat.indexOf('(') + 1, close).startsWith('postgres')) return false;
  if (data === undefined) return true;
  const command = readText(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  // An exiting process loses its command line a moment before it is gone: it counts as living until then.
  return command.join('') === '' ? existsSync(`/proc/${pid}/stat`) : servedBy(command) === real(data);
}

/** Return the folder of a postmaster, by its command line; its children have none. */
function servedBy(command: readonly string[]): string | null {
  const at = command.indexOf('-D');
  return at < 0 ? null : real(command[at + 1]);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // It lives, under another user.
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Return a server that is ready, or null when none runs. One that is starting or stopping is awaited. After a crash its
 * files stay behind with a dead number. That may belong to another process or, in a container, to a zombie that is
 * never reaped. PostgreSQL would then refuse to start, so the files are removed.
 */
export async function settledPostmaster(data: string, waitMs = 60_000): Promise<Postmaster | null> {
  for (const until = Date.now() + waitMs; ; await pause(20)) {
    const found = readPostmaster(data);
    if (found === null || !isLivingPostgres(found.pid, data)) {
      forgetDead(data);
      return null;
    }
    if (found.status === 'ready') return found;
    if (Date.now() > until) return found;
  }
}

/**
 * Remove the locks of a dead postmaster: of its folder, and of its sockets there. No other server has sockets in the
 * folder of our data.
 */
function forgetDead(data: string): void {
  for (const name of namesIn(data)) {
    if (name !== 'postmaster.pid' && !/^\.s\.PGSQL\.\d+\.lock$/.test(name)) continue;
    const pid = Math.abs(Number(readText(join(data, name))?.split('\n')[0]));
    if (!isLivingPostgres(pid, data)) rmSync(join(data, name), { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The folder does not exist yet.
  }
}

/**
 * Shut down fast: open transactions are rolled back, everything committed is on disk. Return when the process is gone.
 */
export async function stopPostmaster(pid: number, data: string, waitMs = 60_000): Promise<void> {
  if (!isLivingPostgres(pid, data)) return;
  process.kill(pid, 'SIGINT');
  for (const until = Date.now() + waitMs; isLivingPostgres(pid, data); await pause(10)) {
    if (Date.now() > until) process.kill(pid, 'SIGQUIT'); // Immediate: the next start recovers from the log.
  }
}
