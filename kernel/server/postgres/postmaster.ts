import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a running server writes about itself into `postmaster.pid`. */
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

/** Whether a process id is a living PostgreSQL: not a zombie, and not another program that got a dead one's number. */
export function isLivingPostgres(pid: number): boolean {
  if (!exists(pid)) return false;
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return process.platform !== 'linux';
  const close = stat.lastIndexOf(')');
  const state = stat.slice(close + 2, close + 3);
  return state !== 'Z' && state !== 'X' && stat.slice(stat.indexOf('(') + 1, close).startsWith('postgres');
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
 * A server that is ready, or null when none runs. One that is just starting or stopping is waited for.
 * After a crash the file stays behind with a dead number; in a container that number soon belongs to another process,
 * and PostgreSQL would then refuse to start, so the file is taken away.
 */
export async function settledPostmaster(data: string, waitMs = 60_000): Promise<Postmaster | null> {
  for (const until = Date.now() + waitMs; ; await pause(20)) {
    const found = readPostmaster(data);
    if (found === null) return null;
    if (!isLivingPostgres(found.pid)) {
      rmSync(join(data, 'postmaster.pid'), { force: true });
      return null;
    }
    if (found.status === 'ready') return found;
    if (Date.now() > until) return found;
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Answers when the process is gone. */
export async function stopPostmaster(pid: number, waitMs = 60_000): Promise<void> {
  if (!isLivingPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (const until = Date.now() + waitMs; isLivingPostgres(pid); await pause(10)) {
    if (Date.now() > until) process.kill(pid, 'SIGQUIT'); // Immediate: the next start recovers from the log.
  }
}
