import { statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** The user that owns and runs the database; null = the one we are. PostgreSQL refuses to run as root. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

/** `nobody` is on every Linux and initdb insists on a user that is in the password file. */
const NOBODY = 65534;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** As root the database runs as whoever owns its data already (a folder made by an ordinary user), else as nobody. */
export function whoRuns(dataFolder: string): RunAs {
  if (!isRoot()) return null;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY };
}

/** True when a user without any rights of his own can walk through every folder above a path. */
export function othersMayWalkTo(path: string): boolean {
  for (let folder = dirname(path); folder !== parse(folder).root; folder = dirname(folder)) {
    const entry = statSync(folder, { throwIfNoEntry: false });
    if (entry && (entry.mode & 0o001) === 0) return false;
  }
  return true;
}

/** … and then read and run what is there. */
export function othersMayRun(path: string): boolean {
  return (statSync(path).mode & 0o005) === 0o005 && othersMayWalkTo(path);
}
