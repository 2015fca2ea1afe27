import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { checkInvariants } from '#business/system/quality/check-invariants.server.ts';
import { type Furnishing, furnishings } from '#business/system/seed/furnish.server.ts';
import { seedNeeded } from '#business/system/seed/needed.server.ts';
import type { App } from '#kernel/server/app.ts';
import { Database } from '#kernel/server/database/database.ts';
import { productActor } from '#kernel/server/jobs/outbox.ts';
import { prepareQueues } from '#kernel/server/jobs/queues.ts';
import { workStepsOf } from '#kernel/server/jobs/timed-jobs.ts';
import { connectOrExplain } from '#kernel/server/postgres/connect.ts';
import { assertSameKeys, noteKeys } from '#kernel/server/postgres/shared-identity.ts';
import { earlierIndexes } from '#kernel/server/schema/indexes/earlier-indexes.ts';
import { retireIndexes } from '#kernel/server/schema/indexes/retire-indexes.ts';
import { migrate } from '#kernel/server/schema/migrate.ts';
import { isOfNewer } from '#kernel/server/schema/release.ts';
import { ensureSpans } from '#kernel/server/schema/spans.ts';
import { sealAll } from '#kernel/server/secrets/seals/seal.ts';
import { Vault } from '#kernel/server/secrets/vault.ts';
import type { KeySource } from '#kernel/server/settings/key-source.ts';
import { readSettings } from '#kernel/server/settings/settings.ts';
import { SetClock, systemClock } from '#kernel/server/time/clock.ts';
import { allTables, contributions, guardedFunctions, keysFrom, openApp, papers, roleOf, rooms } from './assemble.ts';
import { type Arriving, type Begun, beginArrival, finishArrival } from './demo/archive/arrive.ts';
import { SHIPPED_ARCHIVE, openArchive } from './demo/archive/manifest.ts';
import { type SeededAccount, demoAccounts } from './demo/people.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { WORKERS } from './demo/workers.ts';
import { firstCompanies } from './first-companies.ts';
import { SCHEMA } from './generated/schema-release.ts';
import { patchesIn } from './patches.ts';
import { productTree } from './rooms.ts';

/** Create the partitions around a moment (epoch milliseconds) of all tables that are partitioned by time. */
async function ensureSpansAt(appUrl: string, ms: number): Promise<void> {
  const db = new Database({ url: appUrl, most: 1 });
  await ensureSpans(db, ms).finally(() => db.close());
}

export interface PrepareOptions {
  readonly ownerUrl: string;
  readonly superUrl?: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Source of the keys; absent: the folder `keys` in `dataDir`. */ readonly keys?: KeySource;
  readonly seed: 'demo' | 'none';
  /** Number of months of business of a demo company that is made by actions; absent: the shipped archive is loaded. */
  readonly months?: number;
  /** Moment at which the demo business ends (epoch milliseconds); absent: now. */ readonly now?: number;
  /** Folder of the archive; absent: the shipped one. */ readonly archive?: string;
  /**
   * True: load the whole demo company. Absent: load its last two weeks; the caller loads the rest while the server
   * runs.
   */
  readonly isWhole?: boolean;
  /** True: seed only the rows that every product needs; the caller makes the demo company. */
  readonly isBare?: boolean;
  /** True: a backup will replace the rows of this first start, so no password is printed. */
  readonly givesWay?: boolean;
  say(step: string): void;
}
export interface PreparedDatabase {
  readonly migrated: number;
  readonly seeded: boolean;
  readonly accounts: readonly SeededAccount[];
}

async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = await connectOrExplain(ownerUrl, 'DATABASE_URL');
  return work(owner).finally(() => owner.end());
}

/**
 * Return whether a newer release migrated the database. If so, this release runs on the database without changing its
 * tables, and seeds nothing.
 */
const isDatabaseOfNewer = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, (owner) => isOfNewer(owner, SCHEMA));

const migrateProduct = async ({ ownerUrl, superUrl, appUrl }: PrepareOptions): Promise<number> =>
  migrate({
    ownerUrl,
    superUrl,
    workRole: roleOf(appUrl),
    tables: allTables(),
    patches: await patchesIn(productTree),
    guarded: guardedFunctions(),
    nowMs: systemClock.ms(),
    schema: SCHEMA,
  });

/** Database, data folder, keys, archive and present moment of a load. */
type ArrivalOptions = Pick<PrepareOptions, 'ownerUrl' | 'dataDir' | 'keys' | 'archive' | 'now'>;

/** Return the inputs of loading an archive; undefined if its folder has none. */
async function arrivingOf(
  { ownerUrl, dataDir, keys, archive = SHIPPED_ARCHIVE, now = systemClock.ms() }: ArrivalOptions,
  isStopping?: () => boolean,
): Promise<Arriving | undefined> {
  const found = openArchive(archive);
  return (
    found && {
      ownerUrl,
      archive: found,
      nowMs: now,
      isStopping,
      papers,
      tables: allTables(),
      patches: (await patchesIn(productTree)).map(({ name }) => name),
      vault: new Vault(keysFrom(keys, dataDir).bytes('vault')),
    }
  );
}

/**
 * Load the part of the archive that is needed before the port opens. Return undefined if the demo company does not come
 * from the archive.
 */
async function beginDemo(options: PrepareOptions): Promise<Begun | undefined> {
  if (options.seed !== 'demo' || options.months !== undefined || options.isBare) return undefined;
  const arriving = await arrivingOf(options);
  const begun = arriving && (await beginArrival(arriving));
  if (begun?.mustMigrate) await migrateProduct(options);
  return begun?.isArchived ? begun : undefined;
}

/** Migrate a database to the definitions. Seed the rows that every product needs, and the demo company once. */
export async function prepare(options: PrepareOptions): Promise<PreparedDatabase> {
  const { ownerUrl, appUrl, dataDir, say } = options;
  const keys = keysFrom(options.keys, dataDir);
  await asOwner(ownerUrl, (owner) => assertSameKeys(owner, keys));
  const migrated = await migrateProduct(options);
  await ensureSpansAt(appUrl, systemClock.ms());
  if (await isDatabaseOfNewer(ownerUrl)) {
    say('数据库来自更新的版本，原样使用。 The database is of a newer release; it is used as it is.');
    return { migrated, seeded: false, accounts: [] };
  }
  await asOwner(ownerUrl, (owner) => noteKeys(owner, keys));
  const now = systemClock.ms();
  const dropped = await retireIndexes({ ownerUrl, tables: allTables(), nowMs: now, earlier: earlierIndexes(papers) });
  if (dropped) say(`停用的索引已删除 Retired indexes dropped: ${dropped}`);
  await prepareQueues(ownerUrl, roleOf(appUrl));
  if (migrated) say(`数据库结构语句 Schema statements: ${migrated}`);
  return { ...(await seedProduct(options)), migrated };
}

/** Seed the rows that every product needs, and the demo company once. */
async function seedProduct(options: PrepareOptions): Promise<Omit<PreparedDatabase, 'migrated'>> {
  const begun = await beginDemo(options);
  const first = await seedWhatIsNeeded(options);
  if (options.seed !== 'demo' || options.isBare) return { seeded: first, accounts: [] };
  const seeded = begun ? begun.isFresh : false;
  if (begun && !options.isWhole) return { seeded, accounts: demoAccounts() };
  return { seeded: (await makeDemo(options, begun !== undefined)) || seeded, accounts: demoAccounts() };
}

async function seedWhatIsNeeded({ ownerUrl, seed, say, now, givesWay }: PrepareOptions): Promise<boolean> {
  const demo = seed === 'demo';
  const chosen = readSettings(process.env).adminPassword;
  const password = demo ? 'admin' : (chosen ?? randomBytes(9).toString('base64url'));
  const first = await seedNeeded(
    ownerUrl,
    rooms,
    firstCompanies(demo, password, !demo),
    now ?? systemClock.ms(),
    (contributions.get(furnishings.name) ?? []) as readonly Furnishing[],
  );
  if (first && !demo && !chosen && !givesWay) say(`首个管理员 First administrator: admin / ${password}`);
  return first;
}

/**
 * Load the rest of the archive, or make the demo company by actions. Return true only if it was made by actions now.
 */
async function makeDemo(options: PrepareOptions, isArchived: boolean): Promise<boolean> {
  const { ownerUrl, appUrl, dataDir, keys, say, months, now } = options;
  const clock = isArchived && now !== undefined ? new SetClock(now) : systemClock;
  const app = await openApp({ appUrl, dataDir, keys, demo: true, connections: WORKERS, clock });
  try {
    if (!isArchived) return await seedDemo(app, ownerUrl, say, { months, now });
    await arriveRest(app, options);
    return false;
  } finally {
    await app.close();
  }
}

/** Options of loading the rest of a demo company; `say` prints failed attempts. */
export interface RestOptions extends ArrivalOptions {
  readonly isStopping?: () => boolean;
  /** Delay before the first retry in milliseconds; absent: an error is thrown. */ readonly againMs?: number;
  say?(step: string): void;
}

/** Load the rest of the demo company. Then do overdue jobs, seal the log entries, and check the invariants. */
export async function arriveRest(app: App, options: RestOptions): Promise<void> {
  const { isStopping, againMs, say } = options;
  const arriving = await arrivingOf(options, isStopping);
  if (!arriving) return;
  await finishArrival(arriving, {
    againMs,
    failed: (error, delay) => {
      app.report(error);
      const seconds = Math.ceil(delay / 1000);
      say?.(`演示数据未能到齐，${seconds} 秒后再试。 The demo data did not arrive; the next try is in ${seconds} s.`);
    },
    settle: async () => {
      await app.jobs.catchUp(app);
      await sealAll(app);
      for (const tenancy of await app.ports.tenancies())
        await checkInvariants(app.invariants, workStepsOf(app, productActor(app, tenancy, 'arrival')));
    },
  });
}
