import { readFileSync, readdirSync } from 'node:fs';

/** Milliseconds of a tick: Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

function ticksOf(pid: number): { ticks: number; parent: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parts = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(parts[1]),
      ticks: Number(parts[11]) + Number(parts[12]) + Number(parts[13]) + Number(parts[14]),
    };
  } catch {
    return null;
  }
}

/** Return the milliseconds of CPU of a process; 0 on systems other than Linux. */
export const cpuMs = (pid: number): number => (ticksOf(pid)?.ticks ?? 0) * TICK_MS;

/** Return the milliseconds of CPU of a process and all its children, such as those of PostgreSQL. */
export function familyCpuMs(pid: number): number {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return 0;
  }
  return (
    pids.reduce((sum, name) => {
      const one = ticksOf(Number(name));
      return one && (Number(name) === pid || one.parent === pid) ? sum + one.ticks : sum;
    }, 0) * TICK_MS
  );
}

export function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** CPU of some work in seconds: of Node with all its threads, and of PostgreSQL with all its processes. */
export interface Spent {
  readonly node: number;
  readonly database: number;
}

/** Run some work, and return its CPU. `postmaster` is the process id of PostgreSQL. */
export async function spentBy(postmaster: number, work: () => Promise<unknown>): Promise<Spent> {
  const [node, database] = [process.cpuUsage(), familyCpuMs(postmaster)];
  await work();
  const { user, system } = process.cpuUsage(node);
  return { node: (user + system) / 1e6, database: (familyCpuMs(postmaster) - database) / 1000 };
}
