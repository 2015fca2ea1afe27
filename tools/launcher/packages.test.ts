import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { projectDir } from '../command/project-dir.ts';
import { agrees, installArguments, type LockFile, neededPackages, workspacesOf } from './packages.mjs';

const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as LockFile;
const TEST = 'tools/launcher/packages/test';

test('packages are installed again only when one that the command needs differs from the lock file', () => {
  const planted = {
    packages: {
      '': { dependencies: { pg: '8' }, devDependencies: { vite: '8' }, optionalDependencies: { 'pg-win': '1' } },
      [TEST]: { devDependencies: { vitest: '5' } },
      'node_modules/pg': { version: '8.23.1', dependencies: { 'pg-types': '2' }, peerDependencies: { tls: '1' } },
      'node_modules/pg-win': { version: '1.0.0', optional: true },
      'node_modules/pg/node_modules/pg-types': { version: '2.0.0' },
      'node_modules/pg-types': { version: '3.0.0' },
      'node_modules/tls': { version: '1.0.0' },
      'node_modules/vite': { version: '8.0.0' },
      'node_modules/vitest': { version: '5.0.0', dependencies: { vite: '8' } },
    },
  };
  const needs = (manifest: string, dev = true): string[] => [...neededPackages(planted, manifest, { dev }).keys()];
  const production = [
    'node_modules/pg',
    'node_modules/pg/node_modules/pg-types',
    'node_modules/tls',
    'node_modules/pg-win',
  ];
  expect(needs('', false)).toEqual(production);
  expect(needs('').toSorted()).toEqual([...production, 'node_modules/vite'].toSorted());
  expect(needs(TEST)).toEqual(['node_modules/vitest', 'node_modules/vite']);

  const { 'node_modules/pg-win': _win, 'node_modules/vitest': _vitest, ...installed } = planted.packages;
  const older = { ...installed, 'node_modules/pg/node_modules/pg-types': { version: '1.9.0' } };
  const { 'node_modules/tls': _tls, ...lacking } = installed;
  expect(agrees(planted, installed, '', { dev: true })).toBe(true);
  expect(agrees(planted, older, '', { dev: true })).toBe(false);
  expect(agrees(planted, lacking, '', { dev: true })).toBe(false);
  expect(agrees(planted, installed, TEST, { dev: true })).toBe(false);
  expect(agrees(planted, {}, '', { dev: true })).toBe(false);
});

test('npm ci installs no packages of tests, and tests find each of theirs from every folder', () => {
  expect(readFileSync(join(projectDir, '.npmrc'), 'utf8').split('\n')).toContain('workspaces=false');
  const project = neededPackages(lock, '', { dev: true });
  const { devDependencies } = lock.packages[TEST] as { devDependencies: Record<string, string> };
  for (const name of Object.keys(devDependencies)) {
    expect(lock.packages, name).toHaveProperty([`node_modules/${name}`]);
    // A package of production needs the types of Node, so these are in the product too.
    if (!name.startsWith('@types/') && name !== 'ajv')
      expect([...project.keys()], name).not.toContain(`node_modules/${name}`);
  }
  expect(workspacesOf('start', { pinnedNode: false })).toEqual([]);
  expect(workspacesOf('test', { pinnedNode: true })).toEqual([TEST, 'tools/launcher/packages/node']);
});

test('npm installs the project alone, and adds a workspace by the arguments of the launcher', () => {
  const tree = mkdtempSync(join(tmpdir(), 'anju-npm-'));
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  const manifest = (folder: string, content: object): void => {
    mkdirSync(join(tree, folder), { recursive: true });
    writeFileSync(join(tree, folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...content }));
  };
  // The packages are folders, so that npm needs no registry.
  for (const name of ['product', 'builder', 'tester']) manifest(`packages/${name}`, { name });
  manifest('', {
    name: 'project',
    workspaces: ['tests'],
    dependencies: { product: 'file:packages/product' },
    devDependencies: { builder: 'file:packages/builder' },
  });
  manifest('tests', { name: 'tests', devDependencies: { tester: 'file:../packages/tester' } });
  cpSync(join(projectDir, '.npmrc'), join(tree, '.npmrc'));
  // Remove the settings that npm passes to the tests: they would apply to the npm called here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const npm = (...args: string[]): string[] => {
    execFileSync('npm', [...args, '--offline', '--loglevel=error'], {
      cwd: tree,
      env,
      shell: process.platform === 'win32',
    });
    return ['product', 'builder', 'tester'].filter((name) => existsSync(join(tree, 'node_modules', name)));
  };
  npm('install', '--package-lock-only', '--workspaces', '--include-workspace-root');
  expect(npm('ci')).toEqual(['product', 'builder']);
  expect(npm(...installArguments(['tests'], ['', 'tests'], { lean: false }))).toEqual(['product', 'builder', 'tester']);
  expect(npm(...installArguments([''], [''], { lean: true }))).toEqual(['product']);
  expect(npm(...installArguments([''], ['', 'tests'], { lean: false }))).toEqual(['product', 'builder', 'tester']);
});

const PRODUCT = ['start', 'migrate', 'seed', 'backup', 'restore', 'verify-audit', 'sim'];
const WITH_TOOLS = [...PRODUCT, 'dev', 'new', 'release'];

/** Modules that are found by their path or started as a process, so that no import names them. */
const FOUND = [
  'server/{main,devices}.ts',
  'business/*/room{,.server,.seed}.ts',
  'business/**/*.effects.ts',
  'business/*/patches/*.ts',
];

/** Return the imports of a module at run time; imports of types only are left out. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(projectDir, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const isErased = ({ start }: { start: number }): boolean => /^(import|export) type\b/.test(code.slice(start));
  return [
    ...staticImports.filter((one) => !isErased(one)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .filter((one) => !isErased(one))
      .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports
      .map(({ moduleRequest: { start, end } }) => code.slice(start, end))
      .filter((text) => /^'[^']*'$/.test(text))
      .map((text) => text.slice(1, -1)),
  ];
}

const { imports } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/** Return the file of the product that an import names; null for a package. */
function fileOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return specifier.startsWith('#') ? (imports[specifier] ?? specifier.slice(1)) : null;
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Return the packages that these modules need, directly or by their imports, each with a module that imports it. */
function packagesOf(modules: readonly string[]): Map<string, string> {
  const [seen, packages, next] = [new Set<string>(), new Map<string, string>(), [...modules]];
  for (let file = next.pop(); file; file = next.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of importsOf(file)) {
      const target = fileOf(specifier, file);
      if (target) next.push(target);
      else if (!specifier.startsWith('node:')) packages.set(packageOf(specifier), file);
    }
  }
  return packages;
}

test.each([
  ['a release', PRODUCT, false],
  ['a clone without packages of tests', WITH_TOOLS, true],
])('the commands of %s import packages that are installed there', (_, commands, dev) => {
  const modules = commands.map((name) =>
    ['tools', 'tools/command']
      .map((folder) => `${folder}/${name}.ts`)
      .find((path) => existsSync(join(projectDir, path)))!,
  );
  const imported = packagesOf([...modules, ...FOUND.flatMap((pattern) => globSync(pattern, { cwd: projectDir }))]);
  expect(imported.size).toBeGreaterThan(20);
  const installed = neededPackages(lock, '', { dev });
  const missing = [...imported].filter(([name]) => !installed.has(`node_modules/${name}`));
  expect(missing).toEqual([]);
});
