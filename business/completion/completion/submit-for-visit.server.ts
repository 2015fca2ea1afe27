import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';
import { refuse } from '../refusals.ts';
import { proposedCover } from '#business/intake/cover/cover.rules.ts';
import { postSupplies } from '../supplies/supplies.server.ts';
import { completion } from './completion.paper.ts';
import { assertComplete } from './demands.server.ts';
import { assertWorkTimes } from '../at-door/work-times.server.ts';
import { recount } from './totals.server.ts';

type Completion = Row<typeof completion>;

/** Return the completion of a visit that is not to be redone; null if there is none. */
export async function liveCompletion(context: Context, dispatchListId: string): Promise<Completion | null> {
  const all = await context.find(completion, { dispatchListId }, { limit: 1000 });
  return all.find((one) => one.completeStatus !== 'redone') ?? null;
}

/** Check a submission and post its parts to stock. Return the values to store with the new state. */
export async function submission(
  context: Context,
  of: Completion,
  result: VisitResult,
  submitTime: string,
): Promise<Partial<Completion>> {
  const at = await context.get(visit, of.dispatchListId);
  const counted = await recount(context, of.id);
  await assertWorkTimes(context, counted, at, submitTime);
  const found = await assertComplete(context, counted, at, result);
  const nth = (of.submitCount ?? 0) + 1;
  await postSupplies(context, of, nth);
  await context.sql.query(
    'update ascompletionannexrelation set completion_id = $3 where tenant_id = $1 and dispatch_list_id = $2 and completion_id is null and is_deleted = 0',
    [context.tenantId, of.dispatchListId, of.id],
  );
  return {
    ...found,
    weibaoProposed: proposedCover(counted.weibao, counted.faultCause, counted.weibaoReason),
    submitCount: nth,
    submitTime: of.submitTime ?? submitTime,
    visitResult: result,
    backReason: null,
  };
}

/**
 * Submit the draft of a visit that ends; return the id of the completion. An already submitted completion is not
 * changed.
 */
export async function submitForVisit(
  context: Context,
  visitId: string,
  result: VisitResult,
  at: string,
): Promise<string> {
  const draft = await liveCompletion(context, visitId);
  if (!draft) throw refuse.completionMissing();
  if (['submitted', 'confirmed'].includes(draft.completeStatus)) return draft.id;
  const ready = draft.endTime > at ? await context.change(completion, draft.id, { endTime: at }) : draft;
  const values = await submission(context, ready, result, at);
  await context.move(completion, draft.id, 'submitted', 'finish', values);
  return draft.id;
}
