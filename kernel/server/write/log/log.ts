import { type AnyPaper, columnOf, isDocument, numberName } from '#kernel/language/paper.ts';
import { type Label, type LocalizedText, bilingual, inBoth, storedText } from '#kernel/language/label.ts';
import type { Statement } from '../../database/row-locks.ts';
import { changesBetween } from './changes.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { ownSeries, seriesBegin } from '../../secrets/seals/series.ts';

/** An entry of the log about to be written. */
export interface Entry {
  readonly paper: AnyPaper;
  readonly row: Record<string, unknown>;
  readonly before: Record<string, unknown> | null;
  readonly action: string;
  readonly label: Label;
  readonly remark?: LocalizedText | null;
  /** Field of the moved state, where it is that of a track; default: the field of the lifecycle. */
  readonly state?: string;
}

/** Values of one of many rows that are logged together. */
export interface Logged {
  readonly id: string;
  readonly no: unknown;
  readonly from: string | null;
  readonly to: string | null;
  readonly changes: unknown;
}

/** Values that entries of many rows share. */
interface Common {
  readonly action: string;
  readonly label: Label;
  readonly remark?: LocalizedText;
}

const wordsOf = (remark: LocalizedText | null | undefined): string | null => (remark ? storedText(remark) : null);

/** Return the remark of an entry, followed by that of the origin of the whole transaction. */
function remarkIn(tx: DatabaseSession, remark: LocalizedText | null | undefined): string | null {
  const { remark: origin } = tx.origin;
  if (!origin || !remark) return wordsOf(remark ?? origin);
  const [zh, en] = typeof remark === 'string' ? bilingual(remark) : remark;
  return storedText([`${zh}；${origin[0]}`, `${en}; ${origin[1]}`]);
}

/**
 * Write one entry for each row by one statement, in their order. Documents are logged in the action log, other papers
 * in the audit.
 */
export async function writeLogs(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Logged[],
  { action, label, remark }: Common,
): Promise<void> {
  if (rows.length === 0) return;
  const log = tx.app.ownPapers.actionLog;
  const common = [
    tx.tenantId,
    JSON.stringify(rows),
    action,
    tx.person.id,
    tx.person.name,
    tx.now(),
    tx.origin.channel,
    tx.origin.ip,
    tx.origin.requestId,
    tx.app.clock.ms(),
    wordsOf(remark),
  ];
  if (isDocument(paper) && log) {
    await tx.sql.query(
      `insert into ${log.table} (id, tenant_id, biz_id, biz_no, from_status, to_status, changes, action, operator_id, operator_name, operate_time, channel, ip, trace_id, remark, biz_type, action_name,
        create_user, create_dept, create_time, update_user, update_time, operator_account)
      select next_id($10), $1, r.id, r.no, r."from", r."to", r.changes, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13, $4, $14, $6, $4, $6, $15
      from jsonb_to_recordset($2::jsonb) as r(id bigint, no text, "from" text, "to" text, changes jsonb)`,
      [...common, paper.logAs ?? 'base', inBoth(label), tx.dept, tx.person.account],
    );
    return;
  }
  await tx.sql.query(
    `with last as materialized (select next_numbers($1, 'anju_audit', ${ownSeries}::text, $13) as n)
    insert into anju_audit (id, tenant_id, row_id, action, person_id, person_name, at, remark, changes, channel, ip, trace_id, paper, seq, person_account)
    select next_id($10), $1, r.id, $3, $4, $5, $6, $11, r.changes, $7, $8, $9, $12, ${seriesBegin} + last.n - $13 + r.at, $14
    from last, rows from (jsonb_to_recordset($2::jsonb) as (id bigint, changes jsonb)) with ordinality as r(id, changes, at) order by r.at`,
    [...common, paper.name, rows.length, tx.person.account],
  );
}

/** Maximum length of a remark about a whole paper (characters). */
const MAX_REMARK_LENGTH = 2000;

/** Write one audit entry about a whole paper, such as an export or an import. */
export async function writeAbout(
  tx: DatabaseSession,
  paper: AnyPaper,
  action: string,
  remark: LocalizedText,
): Promise<void> {
  await tx.sql.query(
    `insert into anju_audit (id, tenant_id, action, person_id, person_name, at, remark, channel, ip, trace_id, paper, seq, person_account)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${seriesBegin} + next_number($2, 'anju_audit', ${ownSeries}::text), $12)`,
    [
      await tx.newId(),
      tx.tenantId,
      action,
      tx.person.id,
      tx.person.name,
      tx.now(),
      storedText(remark, MAX_REMARK_LENGTH),
      tx.origin.channel,
      tx.origin.ip,
      tx.origin.requestId,
      paper.name,
      tx.person.account,
    ],
  );
}

/** SQL that reads the number of a new row: it is unknown here while the answer to the insert is not awaited. */
const numberSql = (paper: AnyPaper, number: string): string =>
  `(select t.${columnOf(number)} from ${paper.table} t where t.id = $3 and t.tenant_id = $1)`;

/** Return the state before and after the change; nulls for a paper without states. */
function statesIn({ paper, row, before, state = paper.lifecycle?.field }: Entry): [from: unknown, to: unknown] {
  return state ? [before?.[state] ?? null, row[state] ?? null] : [null, null];
}

/** Entry that is written with the commit; a missing number is read then. */
interface Noted {
  readonly paper: AnyPaper;
  readonly row: Record<string, unknown>;
  readonly of: Readonly<Record<string, unknown>>;
}

const NOTED = 'id bigint, "from" text, "to" text, action text, name text, type text, remark text, changes jsonb';
const NAMES = 'id, "from", "to", action, name, type, remark, changes';

/** Values that all entries of a transaction share. */
const ofAll = (tx: DatabaseSession): unknown[] => [
  tx.app.clock.ms(),
  tx.person.id,
  tx.person.name,
  tx.now(),
  tx.origin.channel,
  tx.origin.ip,
  tx.origin.requestId,
  tx.person.account,
];

/**
 * Return the statements that write entries into the action log. Consecutive entries with known numbers share a
 * statement.
 */
function intoLog(tx: DatabaseSession, log: AnyPaper, noted: readonly Noted[]): Statement[] {
  const into = `insert into ${log.table} (id, tenant_id, biz_id, biz_no, from_status, to_status, action, action_name, biz_type, remark, changes, operator_id, operator_name, operate_time, channel, ip, trace_id, create_user, operator_account, create_dept, create_time, update_user, update_time)`;
  const as = (no: string, at: number): string =>
    `select next_id($${at}), $1, r.id, ${no}, r."from", r."to", r.action, r.name, r.type, r.remark, r.changes, $${at + 1}, $${at + 2}, $${at + 3}, $${at + 4}, $${at + 5}, $${at + 6}, $${at + 1}, $${at + 7}, $${at + 8}, $${at + 3}, $${at + 1}, $${at + 3}`;
  const numbered = noted.map(({ paper, row, of }) => {
    const number = numberName(paper);
    return { paper, number, of: { ...of, no: number ? (row[number] ?? null) : null } };
  });
  const statements: Statement[] = [];
  let run: unknown[] = [];
  const close = (): void => {
    if (run.length)
      statements.push({
        text: `${into} ${as('r.no', 3)} from rows from (jsonb_to_recordset($2::jsonb) as (${NOTED}, no text)) with ordinality as r(${NAMES}, no, at) order by r.at`,
        values: [tx.tenantId, JSON.stringify(run), ...ofAll(tx), tx.dept],
      });
    run = [];
  };
  for (const { paper, number, of } of numbered) {
    if (!number || of.no !== null) {
      run.push(of);
      continue;
    }
    close();
    statements.push({
      text: `${into} ${as(numberSql(paper, number), 4)} from jsonb_to_recordset($2::jsonb) as r(${NOTED})`,
      values: [tx.tenantId, JSON.stringify([of]), (of as { id?: unknown }).id, ...ofAll(tx), tx.dept],
    });
  }
  close();
  return statements;
}

/** Return the statement that writes audit entries, numbered without a gap in the series of this connection. */
const intoAudit = (tx: DatabaseSession, noted: readonly Noted[]): Statement[] => [
  {
    text: `with last as materialized (select next_numbers($1, 'anju_audit', ${ownSeries}::text, $3) as n)
    insert into anju_audit (id, tenant_id, row_id, paper, action, remark, changes, person_id, person_name, at, channel, ip, trace_id, person_account, seq)
    select next_id($4), $1, r.id, r.paper, r.action, r.remark, r.changes, $5, $6, $7, $8, $9, $10, $11, ${seriesBegin} + last.n - $3 + r.at
    from last, rows from (jsonb_to_recordset($2::jsonb) as (${NOTED}, paper text)) with ordinality as r(${NAMES}, paper, at) order by r.at`,
    values: [
      tx.tenantId,
      JSON.stringify(noted.map(({ paper, of }) => ({ ...of, paper: paper.name }))),
      noted.length,
      ...ofAll(tx),
    ],
  },
];

/**
 * Log one change with the commit: documents in the action log, other papers in the audit, both append-only. All writers
 * of a company wait for the counter of the audit, so entries are sent last. The lock of a row keeps its entries in
 * order.
 */
export async function writeLog(tx: DatabaseSession, entry: Entry): Promise<void> {
  const { paper, row, before } = entry;
  const changes = entry.action === 'view' ? [] : await changesBetween(tx, paper, before, row);
  const [from, to] = statesIn(entry);
  const noted: Noted = {
    paper,
    row,
    of: {
      id: String(row.id),
      from,
      to,
      action: entry.action,
      name: inBoth(entry.label),
      type: paper.logAs ?? 'base',
      remark: remarkIn(tx, entry.remark)?.toWellFormed() ?? null,
      changes,
    },
  };
  const log = tx.app.ownPapers.actionLog;
  if (isDocument(paper) && log) tx.locks.onCommit(log.table, noted, (all) => intoLog(tx, log, all));
  else tx.locks.onCommit('anju_audit', noted, (all) => intoAudit(tx, all));
}
