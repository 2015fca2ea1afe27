import { listTitleOf } from '#kernel/language/plural.ts';
import { exchange as refuse, row as rowRefusals } from '../../../refusals.ts';
import { transact } from '../../../write/transaction.ts';
import { type ImportBatch, type ImportState, moveBatch } from '../batch.ts';
import { CHECK_JOB } from '../check-job.ts';
import type { ImportTarget } from '../judge/find-present.ts';
import type { ImportLayout } from '../layout/layout.ts';
import { rememberColumns } from './column-map.ts';
import type { RepairsAsked } from './repair.ts';

/** Work of a job: read the sheet, check its stored rows, or repair some of them. */
type CheckWork = { readonly from: 'sheet' | 'rows' } | { readonly repairs: RepairsAsked };

/** Changes of an import that are written with the start of the job. `version`: the one that the caller has seen. */
interface Changes {
  readonly columns?: ImportBatch['columns'];
  readonly layout?: ImportLayout;
  readonly total?: number;
  readonly version?: number | null;
}

/** Start a job that checks a sheet again. Two concurrent calls start one. */
export async function checkAgain(
  { app, actor, paper }: ImportTarget,
  batch: ImportBatch,
  work: CheckWork,
  { columns, layout, total, version = null }: Changes = {},
): Promise<string> {
  const from: ImportState[] = 'from' in work && work.from === 'sheet' ? ['matching', 'ready'] : ['ready'];
  const job = await transact(app, actor, async (tx) => {
    if (!(await moveBatch(tx.sql, tx.tenantId, batch.id, from, 'reading'))) throw refuse.notReady();
    if (columns) await rememberColumns(tx, paper, columns);
    const id = await app.jobs.ask(tx, {
      kind: CHECK_JOB,
      title: actor.language === 'en' ? `Check import: ${listTitleOf(paper)[1]}` : `校验导入：${paper.title[0]}`,
      asked: { paper: paper.name, batch: batch.id, ...work },
    });
    const changed = await tx.sql.query(
      `update anju_import set job = $3, revision = coalesce(revision, 0) + 1, columns = coalesce($4::jsonb, columns),
        layout = coalesce($5::jsonb, layout), total = coalesce($6::integer, total)
      where tenant_id = $1 and id = $2 and coalesce(revision, 0) = coalesce($7::integer, revision, 0) returning id`,
      [
        tx.tenantId,
        batch.id,
        id,
        columns ? JSON.stringify(columns) : null,
        layout ? JSON.stringify(layout) : null,
        total ?? null,
        version,
      ],
    );
    if (!changed.length) throw rowRefusals.changed();
    return id;
  });
  app.jobs.nudge();
  return job;
}
