import type { AnyPaper } from '#kernel/language/paper.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type Decision, decide } from '#kernel/language/permission.ts';
import type { Sql } from '../../context.ts';
import type { App } from '../../app.ts';
import { exchange as refuse } from '../../refusals.ts';
import { assertMay } from '../../rows/read.ts';
import type { Actor } from '../../session/actor.ts';
import type { ImportColumn } from './import-columns.ts';
import type { ImportLayout } from './layout/layout.ts';

export type ImportState =
  'matching' | 'reading' | 'ready' | 'committing' | 'committed' | 'rollingBack' | 'rolledBack' | 'failed';

/** An import: its uploaded sheet with columns and counts, its state and its current job. */
export interface ImportBatch {
  readonly id: string;
  readonly paper: string;
  readonly state: ImportState;
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** Null for an import of an earlier release. */ readonly layout: ImportLayout | null;
  /** Number of changes of columns, layout or cells. */ readonly revision: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
  readonly job: string | null;
  readonly committed: string | null;
  readonly error: string | null;
}

/** Return the batch of this person and paper. Refuse batches of other people as missing. */
export async function batchOf(app: App, actor: Actor, paper: AnyPaper, id: unknown): Promise<ImportBatch> {
  const batch = String(id ?? '');
  const [row] = isId(batch)
    ? await app.db.read(actor.tenancy, (sql) =>
        sql.query<ImportBatch>(
          `select id, paper, state, name, columns, layout, coalesce(revision, 0) as revision, coalesce(counts, '{}') as counts, total, job, committed::text as committed, error from anju_import where tenant_id = $1 and person_id = $2 and paper = $3 and id = $4`,
          [actor.tenancy.tenantId, actor.person.id, paper.name, batch],
        ),
      )
    : [];
  if (!row) throw refuse.noBatch();
  return row;
}

/**
 * An earlier import. `counts`: its rows by outcome. `failed`: the error of its job, null where the job did not fail.
 */
interface Earlier {
  readonly id: string;
  readonly name: string;
  readonly state: ImportState;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
  readonly created: string;
  readonly committed: string | null;
  /** Are the rows of the sheet still stored? */ readonly kept: boolean;
  readonly failed: string | null;
}

const MAX_EARLIER = 20;

/** Return the newest imports of this person into this paper. */
export async function batchesOf(app: App, actor: Actor, paper: AnyPaper): Promise<Earlier[]> {
  return app.db.read(actor.tenancy, (sql) =>
    sql.query<Earlier>(
      `select i.id, coalesce(i.name, '') as name, i.state, coalesce(i.counts, '{}') as counts, coalesce(i.total, 0) as total, i.created::text as created, i.committed::text as committed,
      exists (select 1 from anju_import_row r where r.batch = i.id and r.tenant_id = i.tenant_id) as kept, (select j.error from anju_job j where j.id = i.job and j.tenant_id = i.tenant_id and j.state = 'failed') as failed
    from anju_import i where i.tenant_id = $1 and i.person_id = $2 and i.paper = $3 order by i.id desc limit ${MAX_EARLIER}`,
      [actor.tenancy.tenantId, actor.person.id, paper.name],
    ),
  );
}

/** Move a batch to its next state. Return false where it is in another state. */
export async function moveBatch(
  sql: Sql,
  tenantId: string,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
  more: { counts?: object; error?: string; committed?: string; job?: string } = {},
): Promise<boolean> {
  const rows = await sql.query(
    `update anju_import set state = $4, counts = coalesce($5::jsonb, counts), error = coalesce($6, error), committed = coalesce($7::timestamptz, committed), job = coalesce($8::bigint, job)
    where tenant_id = $1 and id = $2 and state = any($3::text[]) returning id`,
    [
      tenantId,
      id,
      [...from],
      to,
      more.counts ? JSON.stringify(more.counts) : null,
      more.error ?? null,
      more.committed ?? null,
      more.job ?? null,
    ],
  );
  return rows.length === 1;
}

/**
 * Refuse a caller without the right to import. Return the rows that an import may change: those in the scope of the
 * button. A scope of all rows means the rows that the caller may view.
 */
export function assertMayImport(actor: Actor, paper: AnyPaper): Decision {
  const decision = assertMay(actor, paper, 'import');
  const seen = decide(actor.person, paper, 'view');
  return { ...decision, where: decision.where.some((term) => term.kind === 'all') ? seen.where : decision.where };
}
