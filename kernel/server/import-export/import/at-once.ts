import { setTimeout as pause } from 'node:timers/promises';
import { type Label, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { RouteCall } from '../../http/route.ts';
import { exchange as refuse } from '../../refusals.ts';
import { type ImportBatch, batchOf } from './batch.ts';
import { uploadSheet } from './upload.ts';

/** Maximum wait of an old client for its answer. A longer import continues, and ends with a notice. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 150;
/** Maximum number of refused rows in the answer of a dry run. */
const MAX_LISTED = 100;

/** Return the batch once its job has left a state, or unchanged after the maximum wait. */
async function after(call: RouteCall, paper: AnyPaper, id: string, state: ImportBatch['state']): Promise<ImportBatch> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const batch = await batchOf(call.app, call.actor, paper, id);
    if (batch.state !== state || waited >= PATIENCE_MS) return batch;
    await pause(LOOK_MS);
  }
}

/** Does the call request a dry run only (`dryRun`)? */
const isTrial = (call: RouteCall, fields: Readonly<Record<string, unknown>>): boolean =>
  ['1', 'true'].includes(String(call.query.dryRun ?? fields.dryRun ?? ''));

/** Return the counts of a dry run, and the first refused rows with their problems. */
async function trialOf(
  { app, actor }: RouteCall,
  batch: string,
): Promise<{ ok: number; failed: number; errors: { row: number; field: string; msg: string }[] }> {
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ row: number; problems: { field: string; words: Label }[] }>(
      `select row, problems from anju_import_row where tenant_id = $1 and batch = $2 and verdict = 'refused' order by row limit ${MAX_LISTED}`,
      [actor.tenancy.tenantId, batch],
    ),
  );
  const [{ ok, failed }] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ ok: number; failed: number }>(
      "select count(*) filter (where verdict <> 'refused')::int as ok, count(*) filter (where verdict = 'refused')::int as failed from anju_import_row where tenant_id = $1 and batch = $2",
      [actor.tenancy.tenantId, batch],
    ),
  );
  const errors = rows.flatMap(({ row, problems }) =>
    problems.map(({ field, words }) => ({ row, field, msg: labelIn(words, actor.language) })),
  );
  return { ok, failed, errors };
}

/**
 * Import of old clients: one call uploads and writes. A single refused row refuses the file. Existing rows are refused
 * as well, unless `isCovered` is set.
 */
export async function importAtOnce(
  call: RouteCall,
  paper: AnyPaper,
  commit: (call: RouteCall, paper: AnyPaper) => Promise<unknown>,
): Promise<unknown> {
  const {
    answer: { batch: id },
    fields,
  } = await uploadSheet(call, paper, true);
  const checked = await after(call, paper, id, 'reading');
  const { new: fresh = 0, update = 0, refused = 0 } = checked.counts;
  if (checked.state === 'ready') {
    if (isTrial(call, fields)) return { batch: id, counts: checked.counts, ...(await trialOf(call, id)) };
    if (refused) throw refuse.rowsRefused({ refused, batch: id }, { data: { batch: id, counts: checked.counts } });
    if (update && String(call.query.isCovered ?? fields.isCovered ?? '0') !== '1')
      throw refuse.rowsThere({ update }, { data: { batch: id, counts: checked.counts } });
    if (fresh + update === 0) return { batch: id, counts: checked.counts };
    await commit({ ...call, body: { batch: id } }, paper);
  }
  const done = await after(call, paper, id, 'committing');
  return { batch: id, state: done.state, counts: done.counts };
}
