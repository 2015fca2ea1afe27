import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeClosedFolder } from '#kernel/server/settings/closed-folder.ts';
import { codeOf } from '#kernel/server/settings/startup-error.ts';

/** The process that holds the lock of a folder, and the address of its pages; null until it serves. */
export interface Runner {
  readonly pid: number;
  readonly address: string | null;
}

const fileIn = (dataDir: string): string => join(dataDir, 'start.lock');

/**
 * Lock the folder for this process and return null, or return the process that has the lock. The lock of a dead process
 * is removed.
 */
export function takeFolder(dataDir: string): Runner | null {
  makeClosedFolder(dataDir);
  const mine = `${fileIn(dataDir)}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, address: null }));
  try {
    while (!linked(mine, fileIn(dataDir))) {
      const other = runnerOf(dataDir);
      if (other) return other;
      rmSync(fileIn(dataDir), { force: true });
    }
    return null;
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Create the lock by linking a written file: other processes see it complete or not at all. Return false if there
 * already is a lock.
 */
function linked(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Return the running process that holds the lock of the folder; null if there is none. */
export function runnerOf(dataDir: string): Runner | null {
  try {
    const runner = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Runner;
    return runner.pid !== process.pid && isStart(runner.pid) ? runner : null;
  } catch {
    return null;
  }
}

export function printAddress(dataDir: string, address: string): void {
  writeFileSync(fileIn(dataDir), JSON.stringify({ pid: process.pid, address }));
}

export function leaveFolder(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/**
 * Return whether the process runs this product (start, dev or test). After a crash another program may have its process
 * id.
 */
function isStart(pid: number): boolean {
  return /tools[\\/](start|dev|test)\.ts/.test(commandOf(pid));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    if (process.platform === 'linux') return '';
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}
