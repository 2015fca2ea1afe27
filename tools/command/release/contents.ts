import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { agrees, type LockFile, neededPackages, NODE } from '../../launcher/packages.mjs';
import type { TarFile } from './tar.ts';

/** Description of a release, in its `release.json`. */
export interface Release {
  readonly name: string;
  readonly version: string;
  readonly commit: string;
  readonly committedAt: string;
  readonly machine: string;
}

/** Matches files of packages that are not read at run time. */
const UNREAD = /\.map$|\.d\.[cm]?ts$|^node_modules\/node-[^/]+\/(include|share)\/|\.md$/;
const RECORD = 'node_modules/.package-lock.json';

/**
 * List the files of a release: tracked sources, the built client, packages of production and the pinned Node. With them
 * comes npm's record of exactly these packages, so that the launcher installs nothing.
 */
export async function* contentsOf(tree: string, tracked: readonly string[], release: Release): AsyncGenerator<TarFile> {
  const inside = (path: string): string => `${release.name}/${path}`;
  const packages = productionPackages(tree);
  const paths = [
    ...tracked,
    ...(await filesBelow(tree, 'dist/web')),
    ...(await Promise.all(packages.map((path) => filesBelow(tree, path)))).flat().filter((path) => !UNREAD.test(path)),
  ];
  for (const path of paths.toSorted()) {
    const { mode } = await stat(join(tree, path));
    yield { name: inside(path), content: await readFile(join(tree, path)), executable: (mode & 0o100) !== 0 };
  }
  yield { name: inside(RECORD), content: Buffer.from(JSON.stringify(recordOf(tree, packages))) };
  yield { name: inside('release.json'), content: Buffer.from(`${JSON.stringify(release, null, 2)}\n`) };
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Return the paths of the packages of production that this machine needs. Refuse if one is missing. */
export function productionPackages(tree: string): string[] {
  const lock = readJson<LockFile>(join(tree, 'package-lock.json'));
  const installed = existsSync(join(tree, RECORD)) ? readJson<LockFile>(join(tree, RECORD)).packages : {};
  if (!agrees(lock, installed, '', { dev: false }))
    throw new StartupError(
      '已安装的依赖与锁文件不一致。请执行 npm ci 后再试。',
      'The installed packages differ from the lock file. Run npm ci and try again.',
    );
  return ['', NODE]
    .flatMap((manifest) => [...neededPackages(lock, manifest, { dev: false }).keys()])
    .filter((path) => path in installed);
}

function recordOf(tree: string, packages: readonly string[]): LockFile {
  const { packages: installed, ...head } = readJson<LockFile>(join(tree, RECORD));
  return { ...head, packages: Object.fromEntries(packages.map((path) => [path, installed[path]])) };
}

/**
 * List the files below a folder, without `node_modules`, which have entries of their own, and without links, which the
 * start makes.
 */
async function filesBelow(tree: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(tree, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(tree, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat();
}
