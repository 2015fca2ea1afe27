import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findPlace } from './place.ts';
import { isLivingPostgres, settledPostmaster } from './postmaster.ts';
import { type EmbeddedPostgres, startPostgres } from './start-postgres.ts';
import { ensureWorkRole } from './work-role.ts';

/**
 * Path with spaces and Chinese characters, as people name folders. `mkdtempSync` closes its parent to other users,
 * which matters for root.
 */
const dataDir = join(mkdtempSync(join(tmpdir(), 'anju 数据 ')), 'data of mine');
const running: EmbeddedPostgres[] = [];

async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, say: () => undefined });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const portOf = (server: EmbeddedPostgres): number => Number(new URL(server.ownerUrl).port);

afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  for (const folder of [findPlace(dataDir).around, join(dataDir, '..')])
    rmSync(folder, { recursive: true, force: true });
});

test('the first start makes a database whose owner may make roles and databases but is no superuser', async () => {
  const server = await start();
  expect(server.adopted).toBe(false);
  // Ports from 32768 are used for outgoing connections: one of them may be taken when the server restarts.
  expect(portOf(server)).toBeLessThan(32_768);
  const [owner] = await ask(
    server.ownerUrl,
    `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, current_setting('jit') as jit, current_setting('fsync') as fsync from pg_roles where rolname = current_user`,
  );
  expect(owner).toEqual({
    rolsuper: false,
    rolcreaterole: true,
    rolcreatedb: true,
    rolbypassrls: false,
    jit: 'off',
    fsync: 'on',
  });
  await ask(server.ownerUrl, 'create table kept (word text); create extension pg_trgm;');
  const [chinese] = await ask(
    server.ownerUrl,
    `select cardinality(show_trgm('空调不制冷')) > 0 as found, 'B' < 'a' as bytewise`,
  );
  expect(chinese).toEqual({ found: true, bytewise: true });
});

test('a second start finds the running server instead of starting another', async () => {
  const server = await start();
  expect(server.adopted).toBe(true);
});

test('the work role is made once, owns nothing, and logs in', async () => {
  const { ownerUrl } = await start();
  const appUrl = await ensureWorkRole(ownerUrl, dataDir);
  expect(await ensureWorkRole(ownerUrl, dataDir)).toBe(appUrl);
  const [role] = await ask(
    appUrl,
    `select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin from pg_roles where rolname = current_user`,
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcanlogin: true });
});

test('an owner as work role is refused, because row-level security would not apply to it', async () => {
  const { ownerUrl, superUrl } = await start();
  await expect(ensureWorkRole(ownerUrl, dataDir, ownerUrl)).rejects.toThrow(/owns the database/);
  await expect(ensureWorkRole(ownerUrl, dataDir, superUrl)).rejects.toThrow(/owns the database, is a superuser/);
});

test('an invalid address is reported without its password', async () => {
  const wrong = 'postgresql://anju:secret@127.0.0.1:1/anju';
  await expect(ensureWorkRole(wrong, dataDir)).rejects.toThrow(/那里没有数据库在监听/);
  await expect(ensureWorkRole(wrong, dataDir)).rejects.not.toThrow(/secret/);
});

test('after a kill of the server the next start recovers committed data, on the same port', async () => {
  const before = await start();
  await ask(before.ownerUrl, `insert into kept values ('安居')`);
  process.kill(before.pid, 'SIGKILL');
  const after = await start();
  expect([after.adopted, portOf(after)]).toEqual([false, portOf(before)]);
  expect(await ask(after.ownerUrl, 'select word from kept')).toEqual([{ word: '安居' }]);
});

test('a process id of a crashed server that now belongs to another program does not block the start', async () => {
  await (await start()).stop();
  const { data } = findPlace(dataDir);
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`);
  expect(await settledPostmaster(data)).toBeNull();
  expect((await start()).adopted).toBe(false);
});

/** Start a process that never reaps its dead child, so that the process id stays in use as a zombie. */
function unburied(): Promise<{ readonly parent: ChildProcess; readonly pid: number }> {
  const parent = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], {
    ...findPlace(dataDir).runAs,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    parent.stdout.once('data', (output: Buffer) => resolve({ parent, pid: Number(String(output)) }));
  });
}

const leftBehind = (data: string, pid: number, port: number): void => {
  const lines = (last: string): string => `${pid}\n${data}\n1\n${port}\n${data}\n${last}`;
  writeFileSync(join(data, 'postmaster.pid'), lines('127.0.0.1\n1 1\nready   \n'));
  writeFileSync(join(data, `.s.PGSQL.${port}.lock`), lines(''));
};

test('a dead server whose process id is never free again does not block the start, nor does the lock of its socket', async () => {
  const before = await start();
  await before.stop();
  const { data } = findPlace(dataDir);
  const { parent, pid } = await unburied();
  try {
    leftBehind(data, pid, portOf(before));
    const after = await start();
    expect([after.adopted, portOf(after)]).toEqual([false, portOf(before)]);
    await after.stop();
    // Only the lock of the socket remains, as after a start that was interrupted while it removed both files.
    leftBehind(data, pid, portOf(before));
    rmSync(join(data, 'postmaster.pid'));
    expect((await start()).adopted).toBe(false);
  } finally {
    parent.kill('SIGKILL');
  }
});

test('a process id of another PostgreSQL is not mistaken for ours: the folder that it serves decides', async () => {
  await (await start()).stop();
  const { data } = findPlace(dataDir);
  // A running program named postgres that serves no data folder. Only Linux shows the command line of a process.
  if (!existsSync('/proc/self/cmdline')) return;
  const named = join(dataDir, 'postgres-of-others');
  copyFileSync('/bin/sleep', named);
  const stranger = spawn(named, ['600'], { argv0: 'postgres' });
  try {
    await expect.poll(() => isLivingPostgres(stranger.pid!)).toBe(true);
    leftBehind(data, stranger.pid!, 5432);
    expect(await settledPostmaster(data)).toBeNull();
    expect(existsSync(join(data, '.s.PGSQL.5432.lock'))).toBe(false);
    const mine = await start();
    expect([mine.adopted, isLivingPostgres(mine.pid, data), isLivingPostgres(mine.pid, dataDir)]).toEqual([
      false,
      true,
      false,
    ]);
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('an exiting server without a command line counts as living until it is gone', async () => {
  if (!existsSync('/proc/self/cmdline')) return;
  const named = join(dataDir, 'postgres-leaving');
  copyFileSync('/bin/cat', named);
  const leaving = spawn(named, [], { argv0: '', stdio: 'pipe' });
  const gone = new Promise((resolve) => leaving.once('exit', resolve));
  await expect.poll(() => isLivingPostgres(leaving.pid!)).toBe(true);
  expect(isLivingPostgres(leaving.pid!, findPlace(dataDir).data)).toBe(true);
  leaving.stdin.end();
  await gone;
  expect(isLivingPostgres(leaving.pid!, findPlace(dataDir).data)).toBe(false);
});

test('a port that another program has taken makes the server choose a free one', async () => {
  const before = await start();
  await before.stop();
  expect(isLivingPostgres(before.pid)).toBe(false);
  const intruder = createServer().listen(portOf(before), '127.0.0.1');
  await new Promise((resolve) => intruder.once('listening', resolve));
  try {
    const after = await start();
    expect(portOf(after)).not.toBe(portOf(before));
    expect(await ask(after.ownerUrl, 'select word from kept')).toEqual([{ word: '安居' }]);
  } finally {
    intruder.close();
  }
});
