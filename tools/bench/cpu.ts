import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
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

/** Milliseconds of CPU that a process has used; 0 where the system does not tell. */
export const cpuMs = (pid: number): number => (ticksOf(pid)?.ticks ?? 0) * TICK_MS;

/** The same of a process and all its children, as PostgreSQL is. */
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
