import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../settings/startup-error.ts';
import { isRoot, othersMayWalkTo, type RunAs, whoRuns } from './run-as.ts';

/** Place of the embedded database. */
export interface DatabaseFolder {
  /** Passwords, port and log. Only readable by the user who starts Anju. */
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  /** Contains `data`, and the copy of the binaries where one is needed. */
  readonly around: string;
  readonly runAs: RunAs;
  readonly log: string;
}

/** Parent of the data where Anju runs as root and the user `nobody` cannot enter the folder of the project. */
const SYSTEM_FOLDER = '/var/lib/anju';

export function findPlace(dataDir: string): DatabaseFolder {
  const folder = join(dataDir, 'postgres');
  mkdirSync(folder, { recursive: true });
  const around = isRoot() && !othersMayWalkTo(dataDir) ? systemFolder(folder) : folder;
  if (isRoot()) letNobodyThrough(dataDir, folder, around);
  const data = join(around, 'data');
  const runAs = whoRuns(data);
  assertOurs(data);
  if (runAs) chownIfThere(data, runAs);
  return { folder, data, around, runAs, log: join(folder, 'postgres.log') };
}

/**
 * Let the operating-system user that runs the database, such as `nobody`, pass through our own folders to the data. It
 * cannot list or read them.
 */
function letNobodyThrough(dataDir: string, folder: string, around: string): void {
  for (const each of new Set([around, ...(around === folder ? [dataDir, folder] : [])])) {
    const { mode } = statSync(each);
    if ((mode & 0o001) === 0) chmodSync(each, (mode & 0o777) | 0o011);
  }
}

/**
 * Return a folder with a random id, so that two projects never meet. The id is stored, so that the project finds its
 * data again.
 */
function systemFolder(folder: string): string {
  const idFile = join(folder, 'place');
  if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(8).toString('hex'), { flag: 'wx' });
  const place = join(SYSTEM_FOLDER, readFileSync(idFile, 'utf8').trim());
  mkdirSync(place, { recursive: true });
  return place;
}

function chownIfThere(data: string, runAs: { uid: number; gid: number }): void {
  if (existsSync(data) && statSync(data).uid === 0) chownSync(data, runAs.uid, runAs.gid);
}

function assertOurs(data: string): void {
  const owner = statSync(data, { throwIfNoEntry: false });
  const me = process.getuid?.();
  if (!owner || me === undefined || me === 0 || owner.uid === me) return;
  throw new StartupError(
    `${data} 属于另一个用户（uid ${owner.uid}，曾以 root 启动过？）。请用当时的用户启动，或用 ANJU_DATA 指定另一个目录。`,
    `${data} belongs to another user (uid ${owner.uid}; was it started as root before?). Start as that user, or name another folder by ANJU_DATA.`,
  );
}
