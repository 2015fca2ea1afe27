import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type AnyPaper, loadedPaper } from './papers.ts';
import { CHAIN, CREW, DISPATCHED, DONE, OVER, chainCopies, crewCopies } from './chain.rules.ts';
import { settleTables } from './settle.ts';

/** Number of copied crews; with the original one, four hundred technicians. */
const CREWS = 10;
/** Log entries per copied order, on average: only the first copies get the history of the original. */
const LOG_SHARE = 2;

interface Sources {
  readonly chain: number;
  readonly crew: number;
  readonly orders: number;
  readonly logs: number;
}

/**
 * Add orders to the demo company by COPY. Each copies a finished order with everything that resulted from it, for one
 * of ten further crews. The copies are as consistent as the originals.
 */
export async function loadChain(
  ownerUrl: string,
  orders: number,
  say: (text: string) => void,
  whole: 'all' | 'dispatch' = 'all',
): Promise<void> {
  const [reader, writer] = [
    new pg.Client({ connectionString: ownerUrl }),
    new pg.Client({ connectionString: ownerUrl }),
  ];
  await Promise.all([reader.connect(), writer.connect()]);
  try {
    if ((await reader.query("select 1 from anju_meta where id = 'load'")).rowCount) {
      say('the load is there already');
      return;
    }
    const chain = whole === 'all' ? CHAIN : CHAIN.filter(([name]) => DISPATCHED.includes(name));
    const crew = whole === 'all' ? CREW : CREW.filter(([name]) => name !== 'wageSheet');
    const sources = await gather(reader, crew, chain, whole === 'all' ? OVER : DONE);
    if (sources.orders === 0)
      throw new Error(
        'there is no order yet that is over and paid: tell a longer story first, as `npm run seed -- --months 6`',
      );
    const copies = Math.ceil(orders / sources.orders);
    say(
      `${sources.orders} orders that are over, ${copies} times: ${(copies * sources.chain).toLocaleString('en')} rows`,
    );
    await writer.query(
      "begin; set local timezone = 'UTC'; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off",
    );
    const papers = [
      ...crew.map(([name]) => loadedPaper(name)),
      loadedPaper('registration'),
      ...chain.map(([name]) => loadedPaper(name)),
      ...(whole === 'all' ? [loadedPaper('actionLog')] : []),
    ];
    await lockAll(
      writer,
      papers.map((paper) => paper.table),
    );
    const indexes = await dropIndexes(
      writer,
      papers.map((paper) => paper.table),
    );
    for (const paper of papers)
      say(`${paper.title[0]} ${(await pour(reader, writer, paper, sources, copies)).toLocaleString('en')}`);
    // Run the deferred triggers of the tables of rights now: no index can be created on a table with pending trigger
    // events.
    await writer.query('set constraints all immediate');
    say('indexes');
    for (const index of indexes) await writer.query(index);
    if (whole === 'all') {
      say('stock and wage sheets');
      await settleTables(writer);
    }
    await writer.query("insert into anju_meta (id, value) values ('load', $1)", [String(orders)]);
    await writer.query('commit');
    await writer.query('drop schema load cascade');
    say('vacuum');
    await writer.query(`vacuum analyze ${papers.map((paper) => `"${paper.table}"`).join(', ')}, asstock`);
  } finally {
    await Promise.all([reader.end(), writer.end()]);
  }
}

/** Copy the original rows into the schema `load`, and number them in the order of their ids. */
async function gather(client: pg.Client, crew: typeof CREW, chain: typeof CHAIN, which: string): Promise<Sources> {
  const aside = async (paper: AnyPaper, which: string, map: 'chain' | 'crew'): Promise<number> => {
    await client.query(
      `create unlogged table load."${paper.table}" as select o.* from "${paper.table}" o where o.tenant_id = '000000' and (${which})`,
    );
    return (await client.query(`insert into load.${map} (old) select id from load."${paper.table}"`)).rowCount ?? 0;
  };
  await client.query(
    'drop schema if exists load cascade; create schema load; create unlogged table load.chain (old bigint primary key, seq bigint); create unlogged table load.crew (old bigint primary key, seq bigint)',
  );
  for (const [name, which] of crew) await aside(loadedPaper(name), which, 'crew');
  const orders = await aside(loadedPaper('registration'), which, 'chain');
  for (const [name, column] of chain)
    await aside(loadedPaper(name), `o.${column} in (select old from load.chain)`, 'chain');
  const logs = await aside(loadedPaper('actionLog'), 'o.biz_id in (select old from load.chain)', 'chain');
  for (const map of ['chain', 'crew'])
    await client.query(
      `update load.${map} m set seq = n.seq from (select old, row_number() over (order by old) as seq from load.${map}) n where n.old = m.old`,
    );
  await client.query('analyze load.chain; analyze load.crew');
  const count = async (map: string): Promise<number> =>
    Number((await client.query(`select count(*) + 1 as n from load.${map}`)).rows[0].n);
  return { chain: await count('chain'), crew: await count('crew'), orders, logs };
}

const GIVEN_WAY = new Set(['55P03', '40P01']);
const MAX_TRIES = 60;

/**
 * Lock all tables exclusively. A running product may hold some and wait for others, so after a timeout release all and
 * try again.
 */
async function lockAll(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query('savepoint alone');
    try {
      await client.query(
        `set local lock_timeout = '300ms'; lock table ${tables.map((table) => `"${table}"`).join(', ')} in access exclusive mode; set local lock_timeout = 0`,
      );
      return;
    } catch (error) {
      if (!GIVEN_WAY.has((error as { code?: string }).code ?? '') || tries === MAX_TRIES) throw error;
      await client.query('rollback to savepoint alone');
    }
  }
}

/** Drop the indexes, which are built afterwards together. Return the statements that restore them. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const found = await client.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relname = any($1) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of found.rows) await client.query(`drop index "${name}"`);
  return found.rows.map((row) => row.text as string);
}

/** Write all copies of a paper: one connection reads them, the other writes them. Return their number. */
async function pour(
  reader: pg.Client,
  writer: pg.Client,
  paper: AnyPaper,
  sources: Sources,
  copies: number,
): Promise<number> {
  const found = await reader.query(
    "select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
    [paper.table],
  );
  const columns = found.rows.map((row) => row.name as string);
  const sizes = { chain: sources.chain, crew: sources.crew, crews: CREWS };
  const logged = Math.min(
    copies,
    Math.max(1, Math.floor((LOG_SHARE * copies * sources.orders) / Math.max(1, sources.logs))),
  );
  const select = CREW.some(([name]) => name === paper.name)
    ? crewCopies(paper, columns, sizes)
    : chainCopies(paper, columns, sizes, [1, paper.name === 'actionLog' ? logged : copies]);
  const names = columns.map((name) => `"${name}"`).join(', ');
  const into = writer.query(copyFrom(`copy "${paper.table}" (${names}) from stdin (format binary)`));
  await pipeline(reader.query(copyTo(`copy (${select}) to stdout (format binary)`)), into);
  return into.rowCount;
}
