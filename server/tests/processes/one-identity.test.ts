import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { ProductKeys } from '#kernel/server/secrets/product-keys.ts';
import { type KeySource, readKeySource } from '#kernel/server/settings/key-source.ts';
import { readSettings } from '#kernel/server/settings/settings.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openKeys, sealKeys } from '../../../tools/archive/keys.ts';
import { openApp } from '../../assemble.ts';
import { prepare } from '../../prepare.ts';

const server = await openTestServer(import.meta.url);
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'anju-identity-'));
  folders.push(folder);
  return folder;
};

/** Prepare the database of the test as a start does. Return the number of schema changes, or the refusal. */
const start = (dataDir: string, more: { readonly keys?: KeySource; readonly appUrl?: string } = {}): Promise<unknown> =>
  prepare({ ownerUrl: server.ownerUrl, appUrl: server.appUrl, dataDir, seed: 'none', say: () => {}, ...more }).then(
    ({ migrated }) => migrated,
    (error: { zh?: string; en?: string }) => error,
  );

const roles = (): Promise<unknown[]> => server.tables("select rolname from pg_roles where rolname like 'anju_work_%'");
const works = async (): Promise<number> => (await (await server.as('administrator')).get('blade-core/jobs')).status;
const keysHere: KeySource = { folder: join(server.app.dataDir, 'keys') };

test('a second data folder over one database is refused in one sentence, and the first continues', async () => {
  const before = await roles();
  const folder = newFolder();
  await expect(ensureWorkRole(server.ownerUrl, folder)).rejects.toMatchObject({
    zh: expect.stringMatching(/^这个数据库的工作角色是 anju_work_\w+，.*DATABASE_APP_URL/),
    en: expect.stringMatching(/^The work role of this database is anju_work_\w+, .*DATABASE_APP_URL/),
  });
  expect([await roles(), await works(), existsSync(join(folder, 'work-role.json'))]).toEqual([before, 200, false]);
  // If the settings name the work role of the database, a start from the second folder succeeds.
  expect(await ensureWorkRole(server.ownerUrl, folder, server.appUrl)).toBe(server.appUrl);
});

test('another work role is refused wherever it is named, and takes no right from the first', async () => {
  await server.tables("create role identity_probe login password 'probe'");
  try {
    const other = new URL(server.appUrl);
    other.username = 'identity_probe';
    other.password = 'probe';
    const refusal = { en: expect.stringContaining('DATABASE_APP_URL') };
    await expect(ensureWorkRole(server.ownerUrl, newFolder(), other.href)).rejects.toMatchObject(refusal);
    expect(await start(server.app.dataDir, { keys: keysHere, appUrl: other.href })).toMatchObject(refusal);
    expect(await works()).toBe(200);
  } finally {
    await server.tables('drop role identity_probe');
  }
});

test('a missing role is replaced: a database moved to another cluster accepts the new one', async () => {
  const [before] = await server.tables<{ value: string }>("select value from anju_meta where id = 'role'");
  await server.tables("update anju_meta set value = 'anju_work_gone' where id = 'role'");
  await server.tables("delete from anju_meta where id = 'plan'");
  expect(await start(server.app.dataDir, { keys: keysHere })).toBe(0);
  expect(await server.tables("select value from anju_meta where id = 'role'")).toEqual([before]);
});

test('other keys are refused before any change, and none are created', async () => {
  expect(await start(server.app.dataDir, { keys: keysHere })).toBe(0);
  const other = newFolder();
  await server.tables("delete from anju_meta where id = 'plan'");
  expect(await start(other)).toMatchObject({
    zh: expect.stringContaining('ANJU_KEYS'),
    en: expect.stringMatching(/^The keys here are not those of this database: .*ANJU_KEYS/),
  });
  expect(existsSync(join(other, 'keys'))).toBe(false);
  expect(await server.tables("select 1 from anju_meta where id = 'plan'")).toEqual([]);
  expect(await start(other, { keys: { secret: randomBytes(32) } })).toBeInstanceOf(Error);
  expect(await start(other, { keys: keysHere })).toBe(0);
});

test('a path is a folder of keys, whatever its length', () => {
  const path = '/srv/anju/production/keys/of/the/company_12';
  expect(path).toHaveLength(43);
  expect(readKeySource(path, '/', '/nowhere')).toEqual({ folder: path });
  expect(readKeySource('./keys', '/srv', '/nowhere')).toEqual({ folder: '/srv/keys' });
});

test('processes with one secret and no common folder have the same keys', async () => {
  await server.tables("delete from anju_meta where id = 'keys'");
  const secret = randomBytes(32);
  const sources = [secret.toString('hex'), secret.toString('base64'), secret.toString('base64url')].map((text) =>
    readKeySource(text, '/', '/nowhere'),
  );
  for (const keys of sources) expect(await start(newFolder(), { keys })).toBe(0);
  const [one, two] = await Promise.all(
    sources.slice(0, 2).map((keys) => openApp({ appUrl: server.appUrl, dataDir: newFolder(), keys })),
  );
  try {
    const place = { tenantId: '000000', paper: one.papers.get('device')!, field: 'secret' };
    expect(two.vault.open(one.vault.seal('geheim', place), place)).toBe('geheim');
    expect([two.secret, two.sealKey]).toEqual([one.secret, one.sealKey]);
    expect(new Set([one.secret, one.sealKey].map(String)).size).toBe(2);
    expect(two.keys.hex('sm2', () => '')).toBe(one.keys.hex('sm2', () => ''));
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});

test('keys derived from a secret are restored from a backup as files of a folder', () => {
  const derived = new ProductKeys({ secret: randomBytes(32) });
  const folder = join(newFolder(), 'keys');
  openKeys(sealKeys(derived, 'passphrase'), 'passphrase', folder);
  const restored = new ProductKeys({ folder });
  expect(restored.fingerprint).toBe(derived.fingerprint);
  expect(restored.hex('sm2', () => 'none')).toBe(derived.hex('sm2', () => 'none'));
});

test('every role but all names its work role', () => {
  const env = { DATABASE_URL: 'postgres://owner@db/anju' };
  expect(readSettings(env).role).toBe('all');
  for (const role of ['web', 'gateway', 'worker'])
    expect(() => readSettings({ ...env, ANJU_ROLE: role })).toThrow('DATABASE_APP_URL');
  expect(readSettings({ ...env, ANJU_ROLE: 'web', DATABASE_APP_URL: 'postgres://work@db/anju' }).role).toBe('web');
});
