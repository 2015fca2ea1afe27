import { statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** The user that owns and runs the database; null: the current one. PostgreSQL refuses to run as root. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

/** Numeric id of `nobody`, which exists on every Linux: initdb requires a user with an entry in the password file. */
const NOBODY = 65534;

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Return the operating-system user that runs the database. If Anju runs as root, this is the owner of existing data, or
 * the user `nobody` if there is none or root owns it.
 */
export function whoRuns(dataFolder: string): RunAs {
  if (!isRoot()) return null;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY };
}

/** Can a user without rights walk through every folder above a path? */
export function othersMayWalkTo(path: string): boolean {
  for (let folder = dirname(path); folder !== parse(folder).root; folder = dirname(folder)) {
    const entry = statSync(folder, { throwIfNoEntry: false });
    if (entry && (entry.mode & 0o001) === 0) return false;
  }
  return true;
}

/** Can a user without rights read and run a file, and enter every folder above it? */
export function othersMayRun(path: string): boolean {
  return (statSync(path).mode & 0o005) === 0o005 && othersMayWalkTo(path);
}
