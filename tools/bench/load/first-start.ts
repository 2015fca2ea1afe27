import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { databaseUrl } from '#kernel/testing/template.ts';
import { dropDatabase } from '#kernel/testing/drop-database.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../../../server/assemble.ts';
import { familyCpuMs } from '../cpu.ts';

/** A cluster in which databases are made, and the folder of its keys and files. */
export interface Cluster {
  readonly ownerUrl: string;
  readonly superUrl: string;
  readonly postmaster: number;
  readonly dataDir: string;
  say(text: string): void;
}

/** CPU of one piece of work in seconds, of Node with all its threads and of PostgreSQL with all its processes. */
export interface Spent {
  readonly node: number;
  readonly database: number;
}

/** What a first start with the demo company costs, and what the same rows cost by COPY. */
export interface FirstStart {
  readonly start: Spent;
  readonly copy: Spent;
  readonly rows: number;
  readonly seconds: number;
  /** The database of the demo company, which stays. */
  readonly ownerUrl: string;
}

const [TOLD, EMPTY] = ['anju_demo_told', 'anju_demo_poured'];

async function spent(postmaster: number, work: () => Promise<unknown>): Promise<Spent> {
  const [node, database] = [process.cpuUsage(), familyCpuMs(postmaster)];
  await work();
  const { user, system } = process.cpuUsage(node);
  return { node: (user + system) / 1e6, database: (familyCpuMs(postmaster) - database) / 1000 };
}

/** A first start in a database of its own; `now` puts the end of the tale. */
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
  await prepare({ ownerUrl, superUrl, appUrl, dataDir: cluster.dataDir, seed, months, now, say: cluster.say });
  return ownerUrl;
}

/** Every row of one database into another that has the same tables, with their indexes and triggers as they stand. */
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
    const copy = await spent(postmaster, async () => {
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

/** Tells the demo company in an empty database and pours its rows into another, in one run on one machine. */
export async function firstStart(cluster: Cluster, now: number, months?: number): Promise<FirstStart> {
  const toUrl = await startIn(cluster, EMPTY, 'none', now);
  let ownerUrl = '';
  cluster.say('first start');
  const began = performance.now();
  const start = await spent(cluster.postmaster, async () => {
    ownerUrl = await startIn(cluster, TOLD, 'demo', now, months);
  });
  const seconds = (performance.now() - began) / 1000;
  cluster.say('COPY of its rows');
  return { start, seconds, ownerUrl, ...(await pour(ownerUrl, toUrl, cluster.postmaster)) };
}
