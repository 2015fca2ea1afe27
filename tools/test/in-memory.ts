import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '#kernel/server/postgres/binaries.ts';
import { isRoot, othersMayRun } from '#kernel/server/postgres/run-as.ts';

/** Path of Linux' file system in memory. */
const MEMORY = '/dev/shm';
/** Maximum size of the databases of a test run, with a reserve. */
const NEEDED_BYTES = 3e9;
/** Memory that must remain for the browsers and servers of the tests. */
const LEFT_BYTES = 3e9;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= NEEDED_BYTES + LEFT_BYTES;
  } catch {
    return false;
  }
}

/**
 * Return whether PostgreSQL can be started from the file system in memory. As root its programs are copied beside the
 * data, unless other users can run the original ones. Some containers forbid programs there.
 */
function programsRun(): boolean {
  if (!isRoot() || othersMayRun(join(findBinaries().native, 'bin', 'postgres'))) return true;
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find((parts) => parts[1] === MEMORY);
  return mounted !== undefined && !mounted[3].split(',').includes('noexec');
}

/** Return whether the folder belongs to this user or does not exist: everybody may create folders there. */
function isOurs(folder: string): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  return there === undefined || (there.isDirectory() && there.uid === process.getuid?.());
}

/**
 * Return the folder of the test databases: in memory if there is space, else beside the project. Each test file copies
 * a database of 1,300 files and drops it. That costs 1.1 s of CPU on a disk and 0.06 s in memory.
 */
export function databaseFolder(beside: string): string {
  const folder = join(MEMORY, `anju-${createHash('sha256').update(beside).digest('hex').slice(0, 16)}`);
  if (!hasRoom() || !isOurs(folder) || !programsRun()) return beside;
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  chmodSync(folder, 0o711);
  return folder;
}

/** Delete the databases in memory at the end of a run. A folder beside the project remains for the next one. */
export function leaveDatabase(folder: string, beside: string): void {
  if (folder !== beside) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
