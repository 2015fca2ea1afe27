import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { databaseUrl } from '#kernel/testing/template.ts';
import { dropDatabase } from '#kernel/testing/drop-database.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../../../server/prepare.ts';
import { type Spent, spentBy } from '../cpu.ts';

/** A PostgreSQL cluster for the databases, and the folder of their keys and files. */
export interface Cluster {
  readonly ownerUrl: string;
  readonly superUrl: string;
  readonly postmaster: number;
  readonly dataDir: string;
  say(text: string): void;
}

/** The cost of a first start with the demo company, and of the same rows by COPY. */
export interface FirstStart {
  readonly start: Spent;
  readonly copy: Spent;
  readonly rows: number;
  readonly seconds: number;
  /** The database with the demo company; the caller may use it further. */
  readonly ownerUrl: string;
}

/** Months of business of the demo company in this bench. */
const MONTHS = 3;
const [TOLD, EMPTY] = ['anju_demo_told', 'anju_demo_poured'];

/** Prepare a new database as a first start does. `now` is the end of the demo run. Return its address. */
async function startIn(
  cluster: Cluster,
  name: string,
  seed: 'demo' | 'none',
  now: number,
  months?: number,
): Promise<string> {
  await dropDatabase(cluster.ownerUrl, name);
  const owner = new pg.Client({ connectionString: cluster.ownerUrl });
  await owner.connect();
  await owner.query(`create database ${name}`).finally(() => owner.end());
  const ownerUrl = databaseUrl(cluster.ownerUrl, name);
  const appUrl = await ensureWorkRole(ownerUrl, cluster.dataDir, null);
  const superUrl = databaseUrl(cluster.superUrl, name);
  await prepare({
    ownerUrl,
    superUrl,
    appUrl,
    dataDir: cluster.dataDir,
    seed,
    months: months ?? MONTHS,
    now,
    say: cluster.say,
  });
  return ownerUrl;
}

/** Copy every row of one database into another with the same tables, indexes and triggers. */
async function pour(fromUrl: string, toUrl: string, postmaster: number): Promise<{ copy: Spent; rows: number }> {
  const [reader, writer] = [fromUrl, toUrl].map((url) => new pg.Client({ connectionString: url }));
  await Promise.all([reader.connect(), writer.connect()]);
  try {
    const { rows: tables } = await reader.query<{ name: string; columns: string }>(
      `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.oid, c.relname order by c.oid`,
    );
    await writer.query("set synchronous_commit = off; set maintenance_work_mem = '128MB'");
    await writer.query(`truncate ${tables.map((one) => one.name).join(', ')}`);
    let rows = 0;
    const copy = await spentBy(postmaster, async () => {
      for (const { name, columns } of tables) {
        const into = writer.query(copyFrom(`copy ${name} (${columns}) from stdin (format binary)`));
        await pipeline(reader.query(copyTo(`copy (select ${columns} from ${name}) to stdout (format binary)`)), into);
        rows += into.rowCount;
      }
    });
    return { copy, rows };
  } finally {
    await Promise.all([reader.end(), writer.end()]);
  }
}

/** Create the demo company in an empty database, and copy its rows into another. Return the CPU of both. */
export async function firstStart(cluster: Cluster, now: number, months?: number): Promise<FirstStart> {
  const toUrl = await startIn(cluster, EMPTY, 'none', now);
  let ownerUrl = '';
  cluster.say('first start');
  const began = performance.now();
  const start = await spentBy(cluster.postmaster, async () => {
    ownerUrl = await startIn(cluster, TOLD, 'demo', now, months);
  });
  const seconds = (performance.now() - began) / 1000;
  cluster.say('COPY of its rows');
  return { start, seconds, ownerUrl, ...(await pour(ownerUrl, toUrl, cluster.postmaster)) };
}
