import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '#kernel/server/app.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openApp } from '../../../../server/assemble.ts';
import { OwnedPart } from './owned-part.ts';
import type { PartOptions, ProcessPart } from './part.ts';
import { readParts } from './part-facts.ts';

const server = await openTestServer(import.meta.url);
const [{ role }] = await server.tables<{ role: string }>(
  "select grantee as role from information_schema.role_table_grants where table_name = 'anju_outbox' and grantee <> current_user limit 1",
);
await server.tables('create table part_probe (by_whom text not null)');
await server.tables(`grant all on part_probe to "${role}"`);

const options = {} as PartOptions;
const nobody = { tenantId: '', zone: 'UTC' };

/** Simulates one operating-system process, with an app and background processes of its own. */
class Process {
  readonly name: string;
  readonly parts: OwnedPart[] = [];
  readonly started: string[] = [];
  readonly ended: string[] = [];
  readonly apps = new Map<string, App>();
  app!: App;

  constructor(name: string) {
    this.name = name;
  }

  part(name: ProcessPart['name']): OwnedPart {
    const part = new OwnedPart(
      this.app,
      {
        name,
        start: async (app) => {
          this.started.push(name);
          this.apps.set(name, app);
          return { facts: () => ({}), stop: async () => void this.ended.push(name) };
        },
      },
      { ...options, say: () => undefined },
    );
    this.parts.push(part);
    return part;
  }

  /** Write a row as this process, under the guard of the named background process. `between` runs before the commit. */
  write(name: ProcessPart['name'], between: () => Promise<void> = async () => undefined): Promise<void> {
    return this.apps.get(name)!.db.write(nobody, async (sql) => {
      await sql.query('insert into part_probe values ($1)', [this.name]);
      await between();
    });
  }
}

let one: Process;
let two: Process;

beforeEach(async () => {
  [one, two] = [new Process('one'), new Process('two')];
  for (const each of [one, two])
    each.app = await openApp({ appUrl: server.appUrl, dataDir: server.app.dataDir, clock: server.clock });
  await server.tables('delete from part_probe');
});

afterEach(async () => {
  for (const each of [one, two]) {
    await Promise.all(each.parts.map((part) => part.stop()));
    await each.app.close();
  }
});

/** Start a background process, and wait until it runs. The owner of the previous test may release it late. */
async function own(part: OwnedPart): Promise<void> {
  await part.start();
  await expect.poll(() => part.state).toBe('running');
}

/** End the database connections that hold leases, as a restart of the database does. */
const cutLeases = (): Promise<unknown> =>
  two.app.db.platform((sql) =>
    sql.query(
      "select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.mode = 'ExclusiveLock' and l.database = (select oid from pg_database where datname = current_database())",
    ),
  );
const epochs = (): Promise<{ part: string; epoch: number }[]> =>
  server.tables<{ part: string; epoch: number }>('select part, epoch::int as epoch from anju_owner order by part');
const writers = async (): Promise<string[]> =>
  (await server.tables<{ by: string }>('select by_whom as by from part_probe order by 1')).map(({ by }) => by);
const states = (): string[] => [...one.parts, ...two.parts].map((part) => part.state);

test('no part waits for another: a process in standby for one runs the other', async () => {
  await own(one.part('devices'));
  await Promise.all([two.part('devices').start(), own(two.part('history'))]);
  expect(states()).toEqual(['running', 'standby', 'running']);
  expect(two.started).toEqual(['history']);
});

test('an owner whose connection breaks continues under its epoch while no other process takes over', async () => {
  const part = one.part('devices');
  await own(part);
  const before = await epochs();
  await cutLeases();
  await one.write('devices');
  // The lease is held again, so a second process waits in standby.
  await expect.poll(async () => (await lockHolders()).length).toBe(1);
  await two.part('devices').start();
  expect([states(), one.ended, await epochs()]).toEqual([['running', 'standby'], [], before]);
});

const lockHolders = (): Promise<unknown[]> =>
  server.tables(
    "select pid from pg_locks where locktype = 'advisory' and granted and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())",
  );

test('a former owner writes nothing more, ends the part and waits in standby; the other runs under the next epoch', async () => {
  const part = one.part('devices');
  await own(part);
  const [{ epoch }] = await epochs();
  // Raise the epoch, as another process that becomes the owner would. The present owner does not notice yet.
  await server.tables("update anju_owner set epoch = epoch + 1 where part = 'devices'");
  await expect(one.write('devices')).rejects.toThrow('another process owns devices');
  expect(await writers()).toEqual([]);
  await expect.poll(() => one.ended).toEqual(['devices']);
  // No other process holds the lease, so the same process starts its background process again.
  await expect.poll(() => one.started).toEqual(['devices', 'devices']);
  await one.write('devices');
  expect([await writers(), (await epochs())[0].epoch]).toEqual([['one'], epoch + 2]);
});

test('a process that ends releases its parts at once', async () => {
  const part = one.part('devices');
  await own(part);
  await two.part('devices').start();
  await part.stop();
  await expect.poll(() => two.started).toEqual(['devices']);
  await two.write('devices');
  await expect(one.write('devices')).rejects.toThrow('another process owns devices');
  expect(await writers()).toEqual(['two']);
});

test(
  'a transaction that is frozen keeps the next owner waiting for seconds, and is not stored',
  { timeout: 30_000 },
  async () => {
    const part = one.part('devices');
    await own(part);
    const [begun, frozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = one
      .write('devices', () => {
        begun.resolve();
        return frozen.promise;
      })
      .catch((error: unknown) => error);
    await begun.promise;
    await two.part('devices').start();
    await part.stop();
    await expect.poll(() => two.started, { timeout: 15_000 }).toEqual(['devices']);
    await two.write('devices');
    frozen.resolve();
    expect(await late).toBeInstanceOf(Error);
    expect(await writers()).toEqual(['two']);
  },
);

test('the row of a process that died is deleted by the next one that writes', async () => {
  await server.tables(
    "insert into anju_part (name, host, pid, facts, at) values ('devices', 'gone', 1, '{}', to_timestamp($1 / 1000.0) - interval '6 minutes')",
    [server.clock.ms()],
  );
  await own(one.part('history'));
  await expect
    .poll(async () => (await server.tables<{ host: string }>('select host from anju_part')).map(({ host }) => host))
    .not.toContain('gone');
  await expect.poll(async () => (await one.app.db.platform((sql) => readParts(sql, server.clock.ms()))).length).toBe(1);
});
