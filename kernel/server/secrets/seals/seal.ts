import { lastOf } from '#kernel/language/must.ts';
import type { App } from '../../app.ts';
import type { Sql } from '../../context.ts';
import { BETWEEN_SERIES } from './series.ts';
import { type Head, bringOn, headKey, readHeads } from './heads.ts';
import {
  BEGINNING,
  type ChainedLog,
  type Seal,
  chainedLogs,
  contentSql,
  linked,
  sealColumns,
  signature,
  timesOf,
} from './chained.ts';

/** Maximum entries of one seal; more of them wait for the next. */
const AT_ONCE = 1000;
/**
 * Time that a transaction may take between its id and its commit (milliseconds). Entries committed so much later than
 * newer ones are still sealed.
 */
const LATE_MS = 3_600_000n;

/** Return the ids of all companies, removed ones included. */
export const everyCompany = async (app: App): Promise<string[]> =>
  (
    await app.db.platform((sql) =>
      sql.query<{ id: string }>('select distinct tenant_id as id from blade_tenant order by 1'),
    )
  ).map((row) => row.id);

/** Return the id below which no further entry will be committed: that of the time an hour before the newest entry. */
export const settledBefore = (newest: string): string => {
  const from = BigInt(newest) - (LATE_MS << 21n);
  return String(from > 0n ? from : 0n);
};

async function lastSeal(sql: Sql, tenantId: string, log: ChainedLog): Promise<Seal | undefined> {
  return (
    await sql.query<Seal>(
      `select ${sealColumns} from anju_seal where tenant_id = $1 and log = $2 order by no desc limit 1`,
      [tenantId, log.name],
    )
  )[0];
}

interface Entry {
  readonly id: string;
  readonly sum: Buffer;
}

/** Entries for a batch: those after the newest sealed one, and (`late`) older ones that were committed since. */
interface Wanted {
  readonly newest: string;
  readonly late: boolean;
  readonly most: number;
}

/** Return unsealed entries, in the order of their ids. Only the content of this batch is read. */
const unsealed = (sql: Sql, tenantId: string, log: ChainedLog, { newest, late, most }: Wanted): Promise<Entry[]> =>
  sql.query<Entry>(
    `select t.id::text as id, ${contentSql(log.columns, timesOf(log.columns))} as sum
  from (select w.id from ${log.table} w where w.tenant_id = $1 and w.id > $2::bigint${late ? ' and not exists (select 1 from (select unnest(s.ids) as id from anju_seal s where s.tenant_id = $1 and s.log = $3 and s.newest > $2::bigint) sealed where sealed.id = w.id)' : ''}
    order by w.id limit ${most}) batch join ${log.table} t on t.id = batch.id order by batch.id`,
    late ? [tenantId, settledBefore(newest), log.name] : [tenantId, newest],
  );

const greater = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** Write a seal after the last one. */
export async function addSeal(
  app: App,
  sql: Sql,
  tenantId: string,
  { name }: ChainedLog,
  seal: Omit<Seal, 'sign'>,
): Promise<void> {
  await sql.query(
    'insert into anju_seal (tenant_id, log, no, kind, form, ids, sums, upto, newest, hash, sign, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, to_timestamp($12 / 1000.0))',
    [
      tenantId,
      name,
      seal.no,
      seal.kind,
      seal.form,
      seal.ids,
      seal.sums,
      seal.upto,
      seal.newest,
      seal.hash,
      signature(app.sealKey, tenantId, name, seal),
      app.clock.ms(),
    ],
  );
}

/**
 * Result of one seal: the number of its entries, and whether one of them is newer than all sealed before. `head`: the
 * new end of the chain.
 */
interface Made {
  readonly entries: number;
  readonly ahead: boolean;
  readonly head?: Head;
}

/**
 * Does the chain still contain its known end? If not, a new seal does not become the known end, so that the
 * verification still reports the removed one.
 */
async function isWhole(app: App, sql: Sql, tenantId: string, log: ChainedLog): Promise<boolean> {
  const known = readHeads(app)[headKey(tenantId, log.name)];
  if (!known) return true;
  return (
    (
      await sql.query(
        "select 1 from anju_seal where tenant_id = $1 and log = $2 and no = $3 and encode(hash, 'base64') = $4",
        [tenantId, log.name, known.no, known.hash],
      )
    ).length > 0
  );
}

const headOf = (no: number, hash: Buffer): Head => ({ no, hash: hash.toString('base64') });

/**
 * Write one seal of one log, in one transaction: after a crash the next run continues. Two concurrent servers seal
 * once.
 */
async function sealOnce(app: App, tenantId: string, log: ChainedLog, how: Omit<Wanted, 'newest'>): Promise<Made> {
  return app.db.write({ tenantId, zone: 'Asia/Shanghai' }, async (sql) => {
    const [{ free }] = await sql.query<{ free: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended('seal ' || $1, 0)) as free",
      [`${tenantId} ${log.name}`],
    );
    if (!free) return { entries: 0, ahead: false };
    const last = await lastSeal(sql, tenantId, log);
    const before = last?.newest ?? '0';
    const entries = await unsealed(sql, tenantId, log, { ...how, newest: before });
    if (!entries.length) return { entries: 0, ahead: false };
    const sums: Buffer[] = [];
    let hash = last?.hash ?? BEGINNING;
    for (const { sum } of entries) sums.push((hash = linked(hash, sum)));
    const newest = greater(lastOf(entries).id, before);
    const no = (last?.no ?? 0) + 1;
    const whole = await isWhole(app, sql, tenantId, log);
    await addSeal(app, sql, tenantId, log, {
      no,
      kind: 'seal',
      form: log.columns.join(','),
      ids: entries.map((one) => one.id),
      sums: Buffer.concat(sums),
      upto: null,
      newest,
      hash,
    });
    return { entries: entries.length, ahead: newest !== before, ...(whole && { head: headOf(no, hash) }) };
  });
}

/**
 * Seal all entries of one log. Entries that were committed late, with ids below the newest sealed one, come first. Once
 * they are sealed only newer entries are searched; further late ones wait for the next run.
 */
async function sealLog(app: App, tenantId: string, log: ChainedLog, most: number): Promise<number> {
  let count = 0;
  for (let late = true; ;) {
    const made = await sealOnce(app, tenantId, log, { late, most });
    // Store the end of the chain after the commit: an end that was rolled back would count as missing.
    if (made.head) await bringOn(app, new Map([[headKey(tenantId, log.name), made.head]]));
    count += made.entries;
    if (made.entries < most) return count;
    late &&= !made.ahead;
  }
}

/**
 * Seal the new entries, with at most `most` entries a seal. It is called once a minute, outside of their transactions.
 * Return the number of sealed entries.
 */
export async function sealAll(app: App, most = AT_ONCE): Promise<number> {
  let count = 0;
  for (const tenantId of await everyCompany(app)) {
    for (const log of chainedLogs(app)) count += await sealLog(app, tenantId, log, most);
  }
  return count;
}

/**
 * Maximum number of seals that are cleared in one night. If the retention was shortened, the rest is cleared in the
 * following nights.
 */
const CLEARED_AT_ONCE = 200;

/**
 * Delete entries of the audit beyond the company's retention: whole seals only, and the chain records them. Return
 * their number.
 */
export async function clearAudit(app: App, tenantId: string, beforeMs: number): Promise<number> {
  const [log] = chainedLogs(app);
  const cleared = await app.db.write(
    { tenantId, zone: 'Asia/Shanghai' },
    async (sql): Promise<{ gone: number; head?: Head }> => {
      await sql.query("select pg_advisory_xact_lock(hashtextextended('seal ' || $1, 0))", [`${tenantId} ${log.name}`]);
      const last = await lastSeal(sql, tenantId, log);
      const [{ upto }] = await sql.query<{ upto: number | null }>(
        `select max(o.no) as upto from (select s.no from anju_seal s where s.tenant_id = $1 and s.log = $2 and s.kind = 'seal' and s.at < to_timestamp($3 / 1000.0)
      and s.no > coalesce((select max(c.upto) from anju_seal c where c.tenant_id = $1 and c.log = $2 and c.kind = 'cleared'), 0) order by s.no limit ${CLEARED_AT_ONCE}) o`,
        [tenantId, log.name, beforeMs],
      );
      if (!last || upto === null) return { gone: 0 };
      const hash = linked(last.hash, Buffer.from(`cleared ${upto}`));
      const whole = await isWhole(app, sql, tenantId, log);
      await addSeal(app, sql, tenantId, log, {
        no: last.no + 1,
        kind: 'cleared',
        form: '',
        ids: [],
        sums: Buffer.alloc(0),
        upto,
        newest: last.newest,
        hash,
      });
      const [{ gone }] = await sql.query<{ gone: number }>('select anju_audit_clear($1, $2, $3) as gone', [
        tenantId,
        upto,
        app.clock.ms(),
      ]);
      return { gone, ...(whole && { head: headOf(last.no + 1, hash) }) };
    },
  );
  if (cleared.head) await bringOn(app, new Map([[headKey(tenantId, log.name), cleared.head]]));
  return cleared.gone;
}

/**
 * Functions of the owner, since no other role may remove an entry. They remove only what a clearing seal names, and
 * nothing of the last year. The last entry of each series stays, so that a removed end is noticed.
 */
export const sealFunctions: readonly string[] = [
  `create or replace function anju_audit_clear(company text, last integer, ms bigint) returns integer language sql volatile security definer set search_path = public, pg_temp as
   $$ with gone as (delete from anju_audit a using anju_seal s where s.tenant_id = company and s.log = 'audit' and s.kind = 'seal' and s.no <= last and s.at < to_timestamp(ms / 1000.0) - interval '1 year' and a.tenant_id = company and a.id = any(s.ids)
        and exists (select 1 from anju_audit n where n.tenant_id = company and n.seq between a.seq + 1 and (a.seq / ${BETWEEN_SERIES} + 1) * ${BETWEEN_SERIES} - 1)
        and company = current_setting('anju.tenant', true) and exists (select 1 from anju_seal c where c.tenant_id = company and c.log = 'audit' and c.kind = 'cleared' and c.upto >= last) returning 1)
      select count(*)::int from gone $$`,
];
