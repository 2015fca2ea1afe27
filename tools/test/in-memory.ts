import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '#kernel/server/postgres/binaries.ts';
import { isRoot, othersMayRun } from '#kernel/server/postgres/run-as.ts';

/** Linux keeps what lies here in memory. */
const MEMORY = '/dev/shm';
/** What the databases of a run take at their largest, with room to spare. */
const NEEDED_BYTES = 3e9;
/** What the browsers and servers beside them want to have left. */
const LEFT_BYTES = 3e9;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= NEEDED_BYTES + LEFT_BYTES;
  } catch {
    return false;
  }
}

/** Where the user of the database may not walk into the project, its programs are copied beside the data; and in some containers nothing runs from there. */
function programsRun(): boolean {
  if (!isRoot() || othersMayRun(join(findBinaries().native, 'bin', 'postgres'))) return true;
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find((parts) => parts[1] === MEMORY);
  return mounted !== undefined && !mounted[3].split(',').includes('noexec');
}

/** Everybody may make folders there: one that somebody else made is none of ours. */
function isOurs(folder: string): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  return there === undefined || (there.isDirectory() && there.uid === process.getuid?.());
}

/**
 * Where the databases of the tests lie: in memory where there is room, else beside the project. Each file of tests copies a database
 * of 1,300 files and drops it again: 1.1 s of CPU on a disk, 0.06 in memory.
 */
export function databaseFolder(beside: string): string {
  const folder = join(MEMORY, `anju-${createHash('sha256').update(beside).digest('hex').slice(0, 16)}`);
  if (!hasRoom() || !isOurs(folder) || !programsRun()) return beside;
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  chmodSync(folder, 0o711);
  return folder;
}

/** Memory is given back at the end; what lies beside the project stays for the next run. */
export function leaveDatabase(folder: string, beside: string): void {
  if (folder !== beside) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
