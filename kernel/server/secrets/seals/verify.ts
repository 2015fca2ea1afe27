import { BETWEEN_SERIES } from './series.ts';
import type { Sql } from '../../context.ts';
import type { App } from '../../app.ts';
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
import { type Head, bringOn, headKey, readHeads } from './heads.ts';
import { everyCompany, settledBefore } from './seal.ts';

/**
 * Kind of breach. An entry was changed, is missing, or was inserted. `seal`: a seal is not the signed one, or not at
 * its place. `rewound`: the chain lacks its known end.
 */
export type Breach = 'changed' | 'missing' | 'inserted' | 'seal' | 'rewound';
export interface SealFinding {
  readonly tenantId: string;
  readonly log: ChainedLog['name'];
  readonly breach: Breach;
  /** Id of the entry, or number of the seal. */ readonly id: string;
  /** Time of the entry; null where it is missing. */ readonly at: string | null;
}
export interface Verified {
  readonly entries: number;
  readonly seals: number;
  /** Number of entries that were written since the last seal. */ readonly waiting: number;
  readonly findings: readonly SealFinding[];
}

const MAX_FINDINGS = 20;
const KNOWN = /^[a-z_]+(,[a-z_]+)*$/;

interface LogInput {
  readonly app: App;
  readonly sql: Sql;
  readonly tenantId: string;
  readonly log: ChainedLog;
  readonly note: (breach: Breach, id: string, at?: string | null) => void;
}

/** Compare each entry of a seal with the chain. Return the ids of existing entries. */
async function verifyEntries(
  { sql, tenantId, log, note }: LogInput,
  seal: Seal,
  before: Buffer,
  isCleared: boolean,
): Promise<string[]> {
  const columns = seal.form.split(',');
  const rows = await sql.query<{ id: string; sum: Buffer; at: string }>(
    `select t.id::text as id, ${contentSql(columns, timesOf(columns))} as sum, t.${log.name === 'audit' ? 'at' : 'operate_time'}::text as at from ${log.table} t where t.tenant_id = $1 and t.id = any($2::bigint[])`,
    [tenantId, seal.ids],
  );
  const now = new Map(rows.map((row) => [row.id, row]));
  let link = before;
  for (const [at, id] of seal.ids.entries()) {
    const made = seal.sums.subarray(at * 32, at * 32 + 32);
    const row = now.get(id);
    if (!row && !isCleared) note('missing', id);
    if (row && !linked(link, row.sum).equals(made)) note('changed', id, row.at.slice(0, 19));
    link = made;
  }
  return rows.map((row) => row.id);
}

/** Is the seal signed by this installation, complete, and at its place in the chain? */
const isGenuine = ({ app, tenantId, log }: LogInput, { sign, ...seal }: Seal, no: number): boolean =>
  seal.no === no &&
  sign === signature(app.sealKey, tenantId, log.name, seal) &&
  (seal.kind === 'cleared' || (KNOWN.test(seal.form) && seal.sums.length === seal.ids.length * 32));

/**
 * Report old entries outside of every seal: somebody inserted them. They are searched only where there are more entries
 * than the seals cover.
 */
async function verifyOthers({ sql, tenantId, log, note }: LogInput, settled: string, covered: number): Promise<void> {
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from ${log.table} t where t.tenant_id = $1 and t.id <= $2::bigint`,
    [tenantId, settled],
  );
  if (n <= covered) return;
  const others = await sql.query<{ id: string; at: string }>(
    `select t.id::text as id, t.${log.name === 'audit' ? 'at' : 'operate_time'}::text as at from ${log.table} t
    where t.tenant_id = $1 and t.id <= $3::bigint and not exists (select 1 from (select unnest(s.ids) as id from anju_seal s where s.tenant_id = $1 and s.log = $2) sealed where sealed.id = t.id) order by t.id limit ${MAX_FINDINGS}`,
    [tenantId, log.name, settled],
  );
  for (const one of others) note('inserted', one.id, one.at.slice(0, 19));
}

/** Count the entries that wait for the next seal. Only entries with ids above `settled` can wait. */
async function countWaiting({ sql, tenantId, log }: LogInput, settled: string): Promise<number> {
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from ${log.table} t where t.tenant_id = $1 and t.id > $3::bigint
    and not exists (select 1 from (select unnest(s.ids) as id from anju_seal s where s.tenant_id = $1 and s.log = $2 and s.newest > $3::bigint) sealed where sealed.id = t.id)`,
    [tenantId, log.name, settled],
  );
  return n;
}

/** Return the name of a removed entry, which has no id any more: the series and its number in it. */
const nameOfNumber = (seq: bigint): string => `#${seq / BigInt(BETWEEN_SERIES)}-${seq % BigInt(BETWEEN_SERIES)}`;

/** Report the gaps in the numbers of the audit: entries that were removed before they were sealed. */
async function verifyGaps({ sql, tenantId, note }: LogInput): Promise<void> {
  const gaps = await sql.query<{ seq: string; at: string }>(
    `select (seq - 1)::text as seq, at::text as at from (select seq, at, lag(seq) over (partition by seq / ${BETWEEN_SERIES} order by seq) as before from anju_audit where tenant_id = $1) g where before is not null and before <> seq - 1 order by seq limit 5`,
    [tenantId],
  );
  for (const one of gaps) note('missing', nameOfNumber(BigInt(one.seq)), one.at.slice(0, 19));
  // A removed last entry of a series leaves no gap. But the counter of the series is then above the last stored number,
  // or the series has no entry left: clearing keeps the last one.
  const ends = await sql.query<{ series: string; counted: string }>(
    `select s.series::text as series, s.counted::text as counted from
      (select coalesce(nullif(c.period, ''), '0')::bigint as series, c.value as counted from anju_counter c where c.tenant_id = $1 and c.rule = 'anju_audit' and c.value > 0) s
      where s.counted > coalesce((select max(a.seq) from anju_audit a where a.tenant_id = $1 and a.seq between s.series * ${BETWEEN_SERIES} + 1 and (s.series + 1) * ${BETWEEN_SERIES} - 1) % ${BETWEEN_SERIES}, 0) order by 1`,
    [tenantId],
  );
  for (const one of ends) note('missing', `#${one.series}-${one.counted}`);
}

async function verifyLog(
  input: LogInput,
  head: Head | undefined,
): Promise<{ entries: number; seals: number; waiting: number; head: Head }> {
  const { sql, tenantId, log, note } = input;
  const cleared = new Set(
    (
      await sql.query<{ no: number }>(
        "select s.no from anju_seal s where s.tenant_id = $1 and s.log = $2 and s.no <= (select max(c.upto) from anju_seal c where c.tenant_id = $1 and c.log = $2 and c.kind = 'cleared')",
        [tenantId, log.name],
      )
    ).map((row) => row.no),
  );
  const [{ newest }] = await sql.query<{ newest: string }>(
    'select coalesce(max(newest), 0)::text as newest from anju_seal where tenant_id = $1 and log = $2',
    [tenantId, log.name],
  );
  const settled = settledBefore(newest);
  let [no, entries, covered, link, rewound] = [0, 0, 0, BEGINNING as Buffer, head !== undefined && head.no > 0];
  for (;;) {
    const [seal] = await sql.query<Seal>(
      `select ${sealColumns} from anju_seal where tenant_id = $1 and log = $2 and no > $3 order by no limit 1`,
      [tenantId, log.name, no],
    );
    if (!seal) break;
    if (!isGenuine(input, seal, no + 1)) {
      note('seal', String(seal.no));
      rewound = false;
    } else if (seal.kind === 'seal') {
      const standing = await verifyEntries(input, seal, link, cleared.has(seal.no));
      entries += standing.length;
      covered += standing.filter((id) => BigInt(id) <= BigInt(settled)).length;
    }
    if (head && seal.no === head.no && seal.hash.toString('base64') === head.hash) rewound = false;
    ({ no, hash: link } = seal);
  }
  if (rewound) note('rewound', String(head!.no));
  await verifyOthers(input, settled, covered);
  return {
    entries,
    seals: no,
    waiting: await countWaiting(input, settled),
    head: { no, hash: link.toString('base64') },
  };
}

/** Verify one company. The known ends of its chains advance where nothing was found. */
async function verifyCompany(app: App, tenantId: string): Promise<Verified> {
  const findings: SealFinding[] = [];
  const [heads, sound] = [readHeads(app), new Map<string, Head>()];
  const sum = { entries: 0, seals: 0, waiting: 0 };
  await app.db.read({ tenantId, zone: 'Asia/Shanghai' }, async (sql) => {
    for (const log of chainedLogs(app)) {
      const before = findings.length;
      const input: LogInput = {
        app,
        sql,
        tenantId,
        log,
        note: (breach, id, at = null) => {
          if (findings.length < MAX_FINDINGS) findings.push({ tenantId, log: log.name, breach, id, at });
        },
      };
      const key = headKey(tenantId, log.name);
      const found = await verifyLog(input, heads[key]);
      if (log.name === 'audit' && findings.length === before) await verifyGaps(input);
      if (findings.length === before) sound.set(key, found.head);
      for (const name of ['entries', 'seals', 'waiting'] as const) sum[name] += found[name];
    }
  });
  await bringOn(app, sound);
  return { ...sum, findings };
}

/**
 * Verify the chains of one company, or of all: every entry against its seal, every seal against its predecessor and the
 * signature of this installation.
 */
export async function verifyAudit(app: App, only?: string): Promise<Verified> {
  const all: Verified[] = [];
  for (const one of only ? [only] : await everyCompany(app)) all.push(await verifyCompany(app, one));
  const total = (name: 'entries' | 'seals' | 'waiting'): number => all.reduce((sum, one) => sum + one[name], 0);
  return {
    entries: total('entries'),
    seals: total('seals'),
    waiting: total('waiting'),
    findings: all.flatMap((one) => one.findings),
  };
}
