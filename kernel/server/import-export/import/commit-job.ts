import { rm } from 'node:fs/promises';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { type FieldProblem, Refusal } from '#kernel/language/refusal.ts';
import { paperNamed } from '../../app.ts';
import type { RunningJob } from '../../app.ts';
import { asOneJoin } from '../../database/database.ts';
import { writeAbout } from '../../write/log/log.ts';
import { byPerson, insertRow, insertRows, updateRow } from '../../write/acts.ts';
import { mayTogether } from './together.ts';
import { lockForWriting } from '../../write/headers/lock-headers.ts';
import { lockAndRead } from '../../write/rows/lock-rows.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { Authority } from '../../write/authority.ts';
import { type Transaction, transact } from '../../write/transaction.ts';
import { assertMayImport, batchOf, moveBatch } from './batch.ts';
import { spoolOf } from './spooled.ts';

export const COMMIT_JOB = 'importCommit';
const STEP = 500;
/** Fewer rows than these are saved one by one, which yields the refusal of each. */
const FEW = 8;

interface Waiting {
  row: number;
  verdict: 'new' | 'update';
  content: Values;
  rowId: string | null;
  version: number | null;
}

/** Name of an imported row in the log. */
export const IMPORTED = { name: 'import', label: ['导入', 'Imported'] } as const;

/** Return the authority of an import: that of its person, as for single rows. */
export const byImport = (tx: Transaction, where?: readonly Term[]): Authority => ({
  ...byPerson(tx, where),
  role: 'import',
});

/** Return the problems of a row in a refusal. */
export const problemsOfRefusal = (refusal: Refusal): FieldProblem[] =>
  refusal.more.fields?.length ? [...refusal.more.fields] : [{ field: '', words: refusal.words }];

/**
 * Lock the rows of a sheet, and those above them, in the one order of locks. They are saved in the order of their
 * sheet, and two sheets may differ.
 */
export async function lockForImport(
  tx: Transaction,
  paper: AnyPaper,
  rows: readonly { readonly content: Values; readonly rowId: string | null }[],
): Promise<void> {
  const ids = rows.flatMap((one) => one.rowId ?? []);
  await lockForWriting(
    tx,
    paper,
    rows.map((one) => one.content),
    { ids, alone: true },
  );
  await lockAndRead(tx, paper, ids);
}

/** Save one row as a form of its person would. */
export function saveImported(
  tx: Transaction,
  paper: AnyPaper,
  where: readonly Term[],
  one: Pick<Waiting, 'verdict' | 'content' | 'rowId' | 'version'>,
  note?: string,
): Promise<Stored> {
  const details = { ...IMPORTED, note };
  const authority = byImport(tx, where);
  return one.verdict === 'new'
    ? insertRow(tx, authority, paper, one.content, details)
    : updateRow(tx, authority, paper, one.rowId!, { ...one.content, version: one.version }, details);
}

/** Save one row. A refusal rolls back this row only. */
async function commitRow(
  tx: Transaction,
  paper: AnyPaper,
  batch: string,
  where: readonly Term[],
  one: Waiting,
): Promise<void> {
  await tx.sql.query('savepoint import_row');
  const mark =
    'update anju_import_row set state = $4, row_id = $5, version = $6 where tenant_id = $1 and batch = $2 and row = $3';
  try {
    const saved = await saveImported(tx, paper, where, one, batch);
    await tx.sql.query(mark, [tx.tenantId, batch, one.row, 'done', saved.id, saved.version]);
    await tx.sql.query('release savepoint import_row');
  } catch (error) {
    await tx.sql.query('rollback to savepoint import_row');
    if (!(error instanceof Refusal)) throw error;
    await tx.sql.query(
      "update anju_import_row set state = 'failed', verdict = 'refused', problems = $4 where tenant_id = $1 and batch = $2 and row = $3",
      [tx.tenantId, batch, one.row, JSON.stringify(problemsOfRefusal(error))],
    );
  }
}

/**
 * Save new rows together where their paper allows it. A refused batch is rolled back and tried in halves, until few
 * rows are left. So good rows cost little, and a bad one gets its own refusal.
 */
async function commitNew(
  tx: Transaction,
  paper: AnyPaper,
  batch: string,
  where: readonly Term[],
  rows: readonly Waiting[],
): Promise<void> {
  if (
    rows.length <= FEW ||
    !mayTogether(
      tx,
      paper,
      rows.map((one) => one.content),
    )
  ) {
    for (const one of rows) await commitRow(tx, paper, batch, where, one);
    return;
  }
  const changeCount = tx.session.changes.length;
  await tx.sql.query('savepoint import_rows');
  try {
    const contents = rows.map((one) => one.content);
    const saved = await insertRows(tx, byImport(tx), paper, contents, { ...IMPORTED, note: batch });
    await asOneJoin(tx.sql, () =>
      tx.sql.query(
        "update anju_import_row i set state = 'done', row_id = s.id, version = 1 from unnest($3::integer[], $4::bigint[]) as s(row, id) where i.tenant_id = $1 and i.batch = $2 and i.row = s.row",
        [tx.tenantId, batch, rows.map((one) => one.row), saved.map((row) => row.id)],
      ),
    );
    await tx.sql.query('release savepoint import_rows');
  } catch (error) {
    await tx.sql.query('rollback to savepoint import_rows');
    if (!(error instanceof Refusal)) throw error;
    tx.session.changes.length = changeCount;
    const half = Math.ceil(rows.length / 2);
    for (const part of [rows.slice(0, half), rows.slice(half)]) await commitNew(tx, paper, batch, where, part);
  }
}

/** Save in the order of the sheet: consecutive new rows together, each change by itself. */
async function commitAll(
  tx: Transaction,
  paper: AnyPaper,
  batch: string,
  where: readonly Term[],
  rows: readonly Waiting[],
): Promise<void> {
  for (let at = 0; at < rows.length;) {
    const next = rows.findIndex((one, n) => n >= at && one.verdict !== 'new');
    const end = next < 0 ? rows.length : next;
    await commitNew(tx, paper, batch, where, rows.slice(at, end));
    if (end < rows.length) await commitRow(tx, paper, batch, where, rows[end]);
    at = end + 1;
  }
}

const counted =
  'select verdict, count(*)::int as n from anju_import_row where tenant_id = $1 and batch = $2 group by verdict';

/**
 * Write the result of the dry run, five hundred rows a transaction. Each row is marked in the transaction that writes
 * it, so that a repeat after a crash continues.
 */
export async function commit({ app, actor, asked, progress }: RunningJob): Promise<Record<string, unknown>> {
  const paper = paperNamed(app, String(asked.paper));
  const batch = await batchOf(app, actor, paper, asked.batch);
  const { where } = assertMayImport(actor, paper);
  const from = { ...actor, origin: { ...actor.origin, channel: 'import' } };
  const [{ n: total, done: before }] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ n: number; done: number }>(
      "select count(*)::int as n, count(state)::int as done from anju_import_row where tenant_id = $1 and batch = $2 and (verdict in ('new', 'update') or state = 'failed')",
      [actor.tenancy.tenantId, batch.id],
    ),
  );
  for (let done = before; ;) {
    const rows = await transact(app, from, async (tx) => {
      const waiting = await tx.sql.query<Waiting>(
        `select row, verdict, content, row_id as "rowId", version from anju_import_row where tenant_id = $1 and batch = $2 and verdict in ('new', 'update') and state is null order by row limit ${STEP} for update`,
        [tx.tenantId, batch.id],
      );
      await lockForImport(tx, paper, waiting);
      await commitAll(tx, paper, batch.id, where, waiting);
      return waiting.length;
    });
    if (rows === 0) break;
    await progress((done += rows), total);
  }
  const counts = { new: 0, update: 0, unchanged: 0, refused: 0 };
  for (const { verdict, n } of await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ verdict: keyof typeof counts; n: number }>(counted, [actor.tenancy.tenantId, batch.id]),
  ))
    counts[verdict] = n;
  await transact(app, from, async (tx) => {
    const isFirst = await moveBatch(tx.sql, tx.tenantId, batch.id, ['committing'], 'committed', {
      counts,
      committed: tx.now(),
    });
    if (isFirst)
      await writeAbout(tx, paper, 'import', [
        `批次${batch.id}：新增${counts.new}行，更新${counts.update}行，拒绝${counts.refused}行（${batch.name}）`,
        `Batch ${batch.id}: ${counts.new} new, ${counts.update} changed, ${counts.refused} refused (${batch.name})`,
      ]);
    await tx.sql.query('update anju_import set sheets = null where tenant_id = $1 and id = $2', [
      tx.tenantId,
      batch.id,
    ]);
  });
  await rm(spoolOf(app, batch.id), { force: true });
  return { batch: batch.id, counts };
}
