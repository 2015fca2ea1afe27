import type { AnyPaper } from '#kernel/language/paper.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type Decision, decide } from '#kernel/language/permission.ts';
import type { Sql } from '../../context.ts';
import type { House } from '../../house.ts';
import { exchange as refuse } from '../../refusals.ts';
import { assertMay } from '../../rows/read.ts';
import type { Actor } from '../../write/transaction.ts';
import type { ImportColumn } from './import-columns.ts';

export type BatchState = 'reading' | 'ready' | 'committing' | 'committed' | 'rollingBack' | 'rolledBack' | 'failed';

/** One upload, from its first look to its end. */
export interface Batch { readonly id: string; readonly paper: string; readonly state: BatchState; readonly name: string; readonly columns: readonly ImportColumn[]; readonly counts: Readonly<Record<string, number>>; readonly total: number; readonly job: string | null; readonly committed: string | null; readonly error: string | null }

/** The batch of this person and paper; somebody else's is none. */
export async function batchOf(house: House, actor: Actor, paper: AnyPaper, id: unknown): Promise<Batch> {
  const given = String(id ?? '');
  const [row] = isId(given) ? await house.db.read(actor.tenancy, (sql) => sql.query<Batch>(`select id, paper, state, name, columns, coalesce(counts, '{}') as counts, total, job, committed::text as committed, error from anju_import where tenant_id = $1 and person_id = $2 and paper = $3 and id = $4`, [actor.tenancy.tenantId, actor.person.id, paper.name, given])) : [];
  if (!row) throw refuse.noBatch();
  return row;
}

/** Takes a batch from one state to the next; answers whether it stood there. */
export async function moveBatch(sql: Sql, tenantId: string, id: string, from: readonly BatchState[], to: BatchState, more: { counts?: object; error?: string; committed?: string; job?: string } = {}): Promise<boolean> {
  const rows = await sql.query(`update anju_import set state = $4, counts = coalesce($5::jsonb, counts), error = coalesce($6, error), committed = coalesce($7::timestamptz, committed), job = coalesce($8::bigint, job)
    where tenant_id = $1 and id = $2 and state = any($3::text[]) returning id`, [tenantId, id, [...from], to, more.counts ? JSON.stringify(more.counts) : null, more.error ?? null, more.committed ?? null, more.job ?? null]);
  return rows.length === 1;
}

/** Which rows an import may change: those its button opens, as far as they are seen. */
export function assertMayImport(actor: Actor, paper: AnyPaper): Decision {
  const decision = assertMay(actor, paper, 'import');
  const seen = decide(actor.person, paper, 'view');
  return { ...decision, where: decision.where.some((term) => term.kind === 'all') ? seen.where : decision.where };
}
