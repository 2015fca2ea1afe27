import type { AnyPaper } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { paperNamed } from '../../app.ts';
import type { RunningJob } from '../../app.ts';
import { writeAbout } from '../../write/log/log.ts';
import { removeStoredRows, revertRow } from '../../write/acts.ts';
import { byImport } from './commit-job.ts';
import { type Transaction, transact } from '../../write/transaction.ts';
import { batchOf, moveBatch } from './batch.ts';

export const ROLLBACK_JOB = 'importRollback';
/** Days in which an import can be rolled back. Later, too much depends on its rows. */
export const ROLLBACK_DAYS = 7;
/** Return the time until which an import can be rolled back, by the wall clock of the tenant. */
export const rollbackUntil = (committed: string): string =>
  new Date(Date.parse(`${committed.slice(0, 19).replace(' ', 'T')}Z`) + ROLLBACK_DAYS * 86_400_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

const STEP = 100;

interface Done {
  row: number;
  verdict: 'new' | 'update';
  rowId: string;
  version: number;
  old: Record<string, [unknown, string]>;
}

const CALLED = { name: 'rollback', label: ['撤销导入', 'Import rolled back'] } as const;

/**
 * Roll one row back: remove a new one, or write the earlier values. The person must have the right to do that by hand.
 */
async function undo(tx: Transaction, paper: AnyPaper, { verdict, rowId, version, old }: Done): Promise<void> {
  if (verdict === 'new') {
    const refused = await removeStoredRows(tx, byImport(tx), paper, [rowId], { ...CALLED, input: [{ version }] });
    for (const why of refused.values()) throw why;
    return;
  }
  const values = Object.fromEntries(Object.entries(old).map(([name, [value]]) => [name, value]));
  await revertRow(tx, byImport(tx), paper, rowId, { ...values, version }, CALLED);
}

/** Roll one row back. It stays where somebody changed it since, other rows refer to it, or its state closes it. */
async function takeBack(tx: Transaction, paper: AnyPaper, one: Done): Promise<'rolledBack' | 'kept'> {
  await tx.sql.query('savepoint one');
  try {
    await undo(tx, paper, one);
    return 'rolledBack';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.sql.query('rollback to savepoint one');
    return 'kept';
  }
}

/**
 * Remove rows of the import together, and return those that are removed. If one is refused, the reason may be another
 * of them, so each is then tried by itself.
 */
async function removeTogether(tx: Transaction, paper: AnyPaper, rows: readonly Done[]): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const versions = new Map(rows.map((one) => [one.rowId, one.version]));
  await tx.sql.query('savepoint several');
  try {
    const ids = [...versions.keys()];
    const input = ids.map((id) => ({ version: versions.get(id) }));
    const refused = await removeStoredRows(tx, byImport(tx), paper, ids, { ...CALLED, input });
    return new Set(rows.filter((one) => !refused.has(one.rowId)).map((one) => one.row));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.sql.query('rollback to savepoint several');
    return new Set();
  }
}

/** Roll a whole import back, the last row first. */
export async function rollback({ app, actor, asked, progress }: RunningJob): Promise<Record<string, unknown>> {
  const paper = paperNamed(app, String(asked.paper));
  const batch = await batchOf(app, actor, paper, asked.batch);
  const total = (batch.counts.new ?? 0) + (batch.counts.update ?? 0);
  for (let done = 0; ;) {
    const rows = await transact(app, actor, async (tx) => {
      const found = await tx.sql.query<Done>(
        `select row, verdict, row_id as "rowId", version, old from anju_import_row where tenant_id = $1 and batch = $2 and state = 'done' order by row desc limit ${STEP} for update`,
        [tx.tenantId, batch.id],
      );
      const gone = await removeTogether(
        tx,
        paper,
        found.filter((one) => one.verdict === 'new'),
      );
      const states: { row: number; state: string }[] = [];
      for (const one of found)
        states.push({ row: one.row, state: gone.has(one.row) ? 'rolledBack' : await takeBack(tx, paper, one) });
      await tx.sql.query(
        'update anju_import_row i set state = s.state from jsonb_to_recordset($3::jsonb) as s(row integer, state text) where i.tenant_id = $1 and i.batch = $2 and i.row = s.row',
        [tx.tenantId, batch.id, JSON.stringify(states)],
      );
      return found.length;
    });
    if (rows === 0) break;
    await progress(Math.min((done += rows), total), total);
  }
  const [{ back, kept }] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ back: number; kept: number }>(
      "select count(*) filter (where state = 'rolledBack')::int as back, count(*) filter (where state = 'kept')::int as kept from anju_import_row where tenant_id = $1 and batch = $2",
      [actor.tenancy.tenantId, batch.id],
    ),
  );
  await transact(app, actor, async (tx) => {
    const isFirst = await moveBatch(tx.sql, tx.tenantId, batch.id, ['rollingBack'], 'rolledBack', {
      counts: { ...batch.counts, rolledBack: back, kept },
    });
    if (isFirst)
      await writeAbout(tx, paper, 'rollback', [
        `批次${batch.id}：撤销${back}行，保留${kept}行`,
        `Batch ${batch.id}: ${back} taken back, ${kept} kept`,
      ]);
  });
  return { batch: batch.id, rolledBack: back, kept };
}
