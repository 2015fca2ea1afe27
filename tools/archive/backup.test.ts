import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPassword, md5 } from '#kernel/server/session/password.ts';
import { dropDatabase } from '#kernel/testing/drop-database.ts';
import { prepare } from '../../server/prepare.ts';
import { backUp } from './back-up.ts';
import { bringBack } from './bring-back.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-backup-'));
const passphrase = 'a long enough phrase';
const names = ['living', 'moved', 'other', 'company', 'restored'].map((name) => `backup_${name}_${process.pid}`);

const ownerUrl = (name: string): string =>
  Object.assign(new URL(process.env.ANJU_TEST_OWNER_URL ?? ''), { pathname: `/${name}` }).href;

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * SQL of a small company: a table that refers to a later one, a generated column, a counter, and values that a copy can
 * corrupt.
 */
const tables = `
  create schema records;
  create table visit (id bigint generated always as identity primary key, customer bigint not null, note text, at timestamptz, pay numeric(12,2), facts jsonb, picture bytea,
                      tail text generated always as (right(note, 4)) stored);
  create table zone_of_customer (id bigint primary key, name text not null, tags text[]);
  alter table visit add foreign key (customer) references zone_of_customer;
  create table records.log (said text, "when" timestamptz) partition by range ("when");
  create table records.log_2026 partition of records.log for values from ('2026-01-01') to ('2027-01-01');
  create sequence repair_number;
  insert into zone_of_customer values (0, '平台', null);`;

const rows = `
  insert into zone_of_customer values (1, '张\t三\\n', array['a', null, '"']), (2, '', '{}');
  insert into visit (customer, note, at, pay, facts, picture) select 1 + n % 2, '空调不制冷 ' || n, '2026-03-29 02:30+01'::timestamptz + n * interval '1 microsecond', n / 7.0, jsonb_build_object('n', n, 'x', null), decode('00ff0a', 'hex') from generate_series(1, 500) n;
  insert into records.log values ('begun', '2026-05-01');
  select nextval('repair_number') from generate_series(1, 41);`;

/** SQL that inserts forty days of one device: messages, packed days, and energy figures. */
const history = `
  select anju_spans_make(t, (extract(epoch from now() - interval '41 days') * 1000)::bigint, (extract(epoch from now()) * 1000)::bigint)
    from unnest(array['iot_telemetry', 'iot_telemetry_pack', 'iot_hours']) t;
  insert into iot_telemetry select 1, date_trunc('hour', now()) - n * interval '8 hours', '000000', jsonb_build_object('n', n), 0 from generate_series(1, 120) n;
  insert into iot_telemetry_pack select 1, current_date - n, '000000', 1, now(), now(), array['n'], array[0, 1], decode('00ff', 'hex') from generate_series(1, 40) n;
  insert into iot_hours select 1, current_date - n, '000000', decode('0102', 'hex') from generate_series(1, 40) n;
  insert into iot_days select 1, current_date - n, '000000', decode('03', 'hex') from generate_series(1, 40) n;`;

const [living = '', moved = '', other = ''] = names.map(ownerUrl);
const source = join(folder, 'data');
const target = join(folder, 'data again');

beforeAll(async () => {
  for (const name of names) await ask(process.env.ANJU_TEST_OWNER_URL ?? '', `create database ${name}`);
  await ask(living, tables + rows);
  mkdirSync(join(source, 'keys', 'tokens'), { recursive: true });
  mkdirSync(join(source, 'files', '2026'), { recursive: true });
  writeFileSync(join(source, 'keys', 'tokens', 'one.key'), 'the secret of all sessions');
  writeFileSync(join(source, 'files', '2026', 'photo.jpg'), Buffer.from([255, 216, 0, 10]));
});

afterAll(async () => {
  for (const name of names) await dropDatabase(process.env.ANJU_TEST_OWNER_URL ?? '', name);
  rmSync(folder, { recursive: true, force: true });
});

const makeCopy = (into: string): Promise<unknown> =>
  backUp({
    ownerUrl: into,
    dataDir: into === living ? source : target,
    folder: join(folder, into === living ? 'first' : 'second'),
    passphrase,
    product: '0.1.0',
    madeAt: '2026-11-21T00:00:00Z',
  });
const restore = (into: string, phrase = passphrase): Promise<unknown> =>
  bringBack({
    ownerUrl: into,
    dataDir: target,
    folder: join(folder, 'first'),
    passphrase: phrase,
    makeTables: () => ask(into, tables),
  });

test('a company restored elsewhere equals its backup to the last row, counter, file and key', async () => {
  await makeCopy(living);
  await restore(moved);
  await makeCopy(moved);
  const read = (name: string): { madeAt: string; tables: unknown[]; sequences: unknown[] } =>
    JSON.parse(readFileSync(join(folder, name, 'backup.json'), 'utf8'));
  expect(read('second')).toEqual(read('first'));
  expect(read('first').tables).toHaveLength(3);
  expect(await ask(moved, `select tail, nextval('repair_number') as next from visit where id = 500`)).toEqual([
    { tail: ' 500', next: '42' },
  ]);
  expect(await ask(moved, `insert into visit (customer) values (1) returning id`)).toEqual([{ id: '501' }]);
  expect(readFileSync(join(target, 'keys', 'tokens', 'one.key'), 'utf8')).toBe('the secret of all sessions');
  expect([...readFileSync(join(target, 'files', '2026', 'photo.jpg'))]).toEqual([255, 216, 0, 10]);
});

test('an empty database is refused, and no folder remains', async () => {
  const none = join(folder, 'none');
  const of = {
    ownerUrl: other,
    dataDir: target,
    folder: none,
    passphrase,
    product: '0.1.0',
    madeAt: '2026-11-21T00:00:00Z',
  };
  await expect(backUp(of)).rejects.toThrow('This database is empty');
  expect(existsSync(none) || existsSync(`${none}.unfinished`)).toBe(false);
});

test('no key leaves the product in clear', () => {
  const first = join(folder, 'first');
  const files = readdirSync(first, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(
    files.some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes('the secret of all sessions')),
  ).toBe(false);
});

test('the restore command prints no password: the restored company has its own', { timeout: 180_000 }, async () => {
  const at = (name: string, base: string | undefined): string =>
    Object.assign(new URL(base ?? ''), { pathname: new URL(ownerUrl(name)).pathname }).href;
  const [company, restored] = names.slice(3);
  const inherited = process.env.ANJU_ADMIN_PASSWORD;
  delete process.env.ANJU_ADMIN_PASSWORD;
  const lines: string[] = [];
  const superUrl = process.env.ANJU_TEST_SUPER_URL ? at(company, process.env.ANJU_TEST_SUPER_URL) : undefined;
  await prepare({
    ownerUrl: ownerUrl(company),
    superUrl,
    appUrl: at(company, process.env.ANJU_TEST_APP_URL),
    dataDir: join(folder, 'company'),
    seed: 'none',
    say: (step) => {
      lines.push(step);
    },
  });
  if (inherited !== undefined) process.env.ANJU_ADMIN_PASSWORD = inherited;
  const [, password = ''] = /First administrator: admin \/ (\S+)/.exec(lines.join('\n')) ?? [];
  await ask(ownerUrl(company), history);
  await backUp({
    ownerUrl: ownerUrl(company),
    dataDir: join(folder, 'company'),
    folder: join(folder, 'whole'),
    passphrase,
    product: '0.1.0',
    madeAt: '2026-11-21T00:00:00Z',
  });
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['tools/restore.ts', join(folder, 'whole')], {
    env: {
      ...process.env,
      DATABASE_URL: ownerUrl(restored),
      DATABASE_APP_URL: at(restored, process.env.ANJU_TEST_APP_URL),
      ANJU_DATA: join(folder, 'restored'),
      ANJU_BACKUP_PASSPHRASE: passphrase,
      ANJU_ADMIN_PASSWORD: '',
    },
  });
  expect(stdout + stderr).toContain('tables are back');
  expect(stdout + stderr).not.toMatch(/administrator|管理员|admin \//i);
  const [{ password: kept }, ...more] = await ask(
    ownerUrl(restored),
    "select password from blade_user where account = 'admin'",
  );
  expect([more, await isPassword(md5(password), String(kept))]).toEqual([[], true]);
  // A fresh database lacks the partitions of past days, which the restored rows need.
  const hashes = `select (select count(*)::int || md5(string_agg(t::text, '' order by device_id, ts)) from iot_telemetry t) as hot,
      (select count(*)::int || md5(string_agg(t::text, '' order by device_id, day)) from iot_telemetry_pack t) as packs,
      (select count(*)::int || md5(string_agg(t::text, '' order by device_id, day)) from iot_hours t) as hours,
      (select count(*)::int || md5(string_agg(t::text, '' order by device_id, day)) from iot_days t) as days`;
  const [before] = await ask(ownerUrl(company), hashes);
  expect(await ask(ownerUrl(restored), hashes)).toEqual([before]);
  expect(String(before.hot)).toMatch(/^120/);
  expect(String(before.packs)).toMatch(/^40/);
});

test('restore refuses a database in use, and leaves it unchanged', async () => {
  await expect(restore(living)).rejects.toThrow(/数据库不是空的/);
  expect(await ask(living, 'select count(*)::int as n from visit')).toEqual([{ n: 500 }]);
});

test('a wrong passphrase and a damaged backup change nothing', async () => {
  rmSync(target, { recursive: true, force: true });
  await expect(restore(other, 'another long phrase')).rejects.toThrow(/ANJU_BACKUP_PASSPHRASE is wrong/);
  const file = join(folder, 'first', 'backup.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"500:', '"499:'));
  await expect(restore(other)).rejects.toThrow(/differs from the backup/);
  expect(await ask(other, 'select count(*)::int as n from visit')).toEqual([{ n: 0 }]);
  expect(existsSync(join(target, 'files'))).toBe(false);
});
