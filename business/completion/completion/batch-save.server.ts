import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, row as refuseRow, sentField } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { crewOf } from '#business/dispatch/occupancy/occupancy.server.ts';
import { technicianOf } from '#business/dispatch/visit/own-visits.server.ts';
import { assertHands, stepTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { codeFits } from '#business/dispatch/visit/visit-steps.server.ts';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addImages } from '../annexes/annexes.server.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { saveCollections } from './collections.service.ts';
import type { saveCompletion } from './completion.calls.ts';
import { completion } from './completion.paper.ts';
import { whole } from './read-completion.server.ts';
import { liveCompletion } from './submit-for-visit.server.ts';
import { recount } from './totals.server.ts';

type Visit = Row<typeof visit>;
type Completion = Row<typeof completion>;
type Asked = CallInputOf<typeof saveCompletion>;
/**
 * The input of the call. When the product itself saves a completion, only the header is required; lines, photos and
 * money may be absent.
 */
type Given = Pick<Asked, 'header'> & Partial<Asked>;
type Header = Given['header'];

async function visitOf(context: Context, header: Header): Promise<Visit> {
  const id = sentField(completion, header, 'dispatchListId');
  const [row] = id ? await context.visible(visit, { match: { id } }).rows({ first: 1 }) : [];
  if (!row) throw refuseRow.missing({ title: visit.title });
  // Lock the visit, so that a concurrent end of it runs before or after this call.
  return (await context.lockRows(visit, [row.id]))[0];
}

/** Save the photos of the call that are not stored yet: those without an id. */
async function saveAnnexes(context: Context, of: Visit, annexes: NonNullable<Given['annexes']>): Promise<void> {
  for (const [classifyId, files] of Map.groupBy(
    annexes.filter((one) => !one.id),
    (one) => one.classifyId,
  ))
    await addImages(context, of, { classifyId, files });
}

/** Return the technician who received the money if the call names none: the caller if in the crew, else the lead. */
async function takerOf(context: Context, of: Completion): Promise<string | null> {
  const own = await technicianOf(context);
  return (await crewOf(context, of.dispId)).some((one) => one.technicianId === own) ? own : of.technicianId;
}

/**
 * Return the values to store for an acceptance code that was entered; none if there is no code. A wrong code refuses
 * the whole call.
 */
async function codeTyped(context: Context, of: Visit, header: Header, at: string): Promise<Partial<Completion>> {
  const sentCode = sentField(completion, header, 'finishCode');
  if (!sentCode) return {};
  if (!(await codeFits(context, of, sentCode, at)))
    throw refuse.codeWrong({ fields: [{ field: 'finishCode', words: ['验收码不正确', 'The code is wrong'] }] });
  return { finishCode: of.codeHash, finishCodeTime: at };
}

/**
 * Return whether the completion is already submitted with this result, by the end of the visit; the call then changes
 * nothing. Refuse any other change of a completion that is not open.
 */
function isSubmittedAlready(before: Completion, draft: boolean, header: Header): boolean {
  if (['draft', 'refill'].includes(before.completeStatus)) return false;
  if (!draft && before.completeStatus === 'submitted' && before.visitResult === header.visitResult) return true;
  throw refuse.completionNotOpen({ no: before.completionNo });
}

/** Return the charges to save. Fees for visits where nobody was at home are retained even if the call omits them. */
async function withClosedDoors(
  context: Context,
  before: Completion | null,
  sent: NonNullable<Given['charges']>,
): Promise<NonNullable<Given['charges']>> {
  const retained = before
    ? (await context.find(completionCharge, { completionId: before.id }, { limit: 500 })).filter(
        (one) => one.closedVisitId && !sent.some((line) => String(line.id ?? '') === one.id),
      )
    : [];
  return [...sent, ...retained.map((one) => ({ id: one.id }))];
}

/** Save the header with its lines of machines, parts and charges, and the typed code. */
async function saveHeader(
  context: Context,
  of: Visit,
  before: Completion | null,
  { header, equipment, supplies, charges }: Given,
  now: string,
): Promise<Completion> {
  const lines = {
    ...(equipment && { equipment }),
    ...(supplies && { supplies }),
    ...(charges && { charges: await withClosedDoors(context, before, charges) }),
  };
  const sent = { ...header, dispId: of.dispId, dispatchListId: of.id, draft: true, ...lines };
  const saved = before
    ? await context.resubmit(completion, before.id, { ...sent, id: before.id })
    : await context.submit(completion, sent);
  const typed = await codeTyped(context, of, header, now);
  return Object.keys(typed).length ? context.change(completion, saved.id, typed) : saved;
}

/** Refuse an amount of other fees that differs from the sum of its charges, because only charges are billed. */
function assertOtherHasLines(of: Completion, sent: string | null): void {
  if (sent === null || Number(sent) === Number(of.otherFee)) return;
  throw refuse.otherFeeByLines(
    { lines: of.otherFee ?? '0.00' },
    { fields: [{ field: 'otherFee', words: ['请逐项填写现场加收', 'Name each extra charge'] }] },
  );
}

/**
 * Save header, machines, parts, photos and money in one transaction. Without `draft` submit it, which ends its visit.
 */
export async function batchSave(request: Given, context: Context): Promise<CallAnswer<typeof saveCompletion>> {
  const { header, draft = false, collects } = request;
  const of = await visitOf(context, header);
  await assertHands(context, of, request.reason ?? null);
  const before = await liveCompletion(context, of.id);
  if (before && isSubmittedAlready(before, draft, header)) return answer(context, before);
  const now = OPEN_VISIT_STATES.includes(of.taskStatus) ? stepTime(context, of, request.at ?? null) : context.now();
  const row = await saveHeader(context, of, before, request, now);
  await saveAnnexes(context, of, request.annexes ?? []);
  // The received money is checked against the fees, so compute the fees from the saved lines first.
  if (collects && (collects.length || before)) {
    const of = await recount(context, row.id);
    await context.call(saveCollections, { completion: of, taker: await takerOf(context, of), rows: collects });
  }
  const counted = await recount(context, row.id);
  assertOtherHasLines(counted, sentField(completion, header, 'otherFee'));
  if (draft) return answer(context, counted);
  return answer(context, await context.act(completion, counted.id, 'submit', { at: now }));
}

async function answer(context: Context, row: Completion): Promise<CallAnswer<typeof saveCompletion>> {
  const [mine] = await context.visible(completion, { match: { id: row.id } }).rows({ first: 1 });
  return {
    ...(mine ? await whole(context, mine) : row),
    warnings: row.mileageStatus === 'explained' ? ['mileage'] : [],
  };
}
