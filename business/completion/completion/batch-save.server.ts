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
/** The product itself writes a header, and of the rest what there is. */
type Given = Pick<Asked, 'header'> & Partial<Asked>;
type Header = Given['header'];

async function visitOf(context: Context, header: Header): Promise<Visit> {
  const id = sentField(completion, header, 'dispatchListId');
  const [row] = id ? await context.visible(visit, { match: { id } }).rows({ first: 1 }) : [];
  if (!row) throw refuseRow.missing({ title: visit.title });
  // Held: who ends the visit otherwise at the same moment comes before or after.
  return (await context.lockRows(visit, [row.id]))[0];
}

/** Photos that came with the call and are not there yet. */
async function saveAnnexes(context: Context, of: Visit, annexes: NonNullable<Given['annexes']>): Promise<void> {
  for (const [classifyId, files] of Map.groupBy(
    annexes.filter((one) => !one.id),
    (one) => one.classifyId,
  ))
    await addImages(context, of, { classifyId, files });
}

/** Who took the money, where nobody is named: whoever of the crew writes it down, else the one who led the visit. */
async function takerOf(context: Context, of: Completion): Promise<string | null> {
  const own = await technicianOf(context);
  return (await crewOf(context, of.dispId)).some((one) => one.technicianId === own) ? own : of.technicianId;
}

/** The customer's code, if one was typed in: it fits or the whole is refused. */
async function codeTyped(context: Context, of: Visit, header: Header, at: string): Promise<Partial<Completion>> {
  const given = sentField(completion, header, 'finishCode');
  if (!given) return {};
  if (!(await codeFits(context, of, given, at)))
    throw refuse.codeWrong({ fields: [{ field: 'finishCode', words: ['验收码不正确', 'The code is wrong'] }] });
  return { finishCode: of.codeHash, finishCodeTime: at };
}

/** What was submitted a moment ago by the visit's own end is there already: a late repeat changes nothing. Anything else is refused. */
function isSubmittedAlready(before: Completion, draft: boolean, header: Header): boolean {
  if (['draft', 'refill'].includes(before.completeStatus)) return false;
  if (!draft && before.completeStatus === 'submitted' && before.visitResult === header.visitResult) return true;
  throw refuse.completionNotOpen({ no: before.completionNo });
}

/** Charges as they were given; what the product itself charged stays, named or not. */
async function withClosedDoors(
  context: Context,
  before: Completion | null,
  given: NonNullable<Given['charges']>,
): Promise<NonNullable<Given['charges']>> {
  const kept = before
    ? (await context.find(completionCharge, { completionId: before.id }, { limit: 500 })).filter(
        (one) => one.closedVisitId && !given.some((line) => String(line.id ?? '') === one.id),
      )
    : [];
  return [...given, ...kept.map((one) => ({ id: one.id }))];
}

/** The header with its lines of machines, parts and extra charges, and the code that was typed in. */
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
  const given = { ...header, dispId: of.dispId, dispatchListId: of.id, draft: true, ...lines };
  const saved = before
    ? await context.resubmit(completion, before.id, { ...given, id: before.id })
    : await context.submit(completion, given);
  const typed = await codeTyped(context, of, header, now);
  return Object.keys(typed).length ? context.change(completion, saved.id, typed) : saved;
}

/** Who sends the other fee as one amount is told where it does not equal its lines: what has no line is asked of nobody. */
function assertOtherHasLines(of: Completion, given: string | null): void {
  if (given === null || Number(given) === Number(of.otherFee)) return;
  throw refuse.otherFeeByLines(
    { lines: of.otherFee ?? '0.00' },
    { fields: [{ field: 'otherFee', words: ['请逐项填写现场加收', 'Name each extra charge'] }] },
  );
}

/** Header, machines, parts, photos and money in one transaction; without `draft` it is submitted and its visit ends. */
export async function batchSave(given: Given, context: Context): Promise<CallAnswer<typeof saveCompletion>> {
  const { header, draft = false, collects } = given;
  const of = await visitOf(context, header);
  await assertHands(context, of, given.reason ?? null);
  const before = await liveCompletion(context, of.id);
  if (before && isSubmittedAlready(before, draft, header)) return answer(context, before);
  const now = OPEN_VISIT_STATES.includes(of.taskStatus) ? stepTime(context, of, given.at ?? null) : context.now();
  const row = await saveHeader(context, of, before, given, now);
  await saveAnnexes(context, of, given.annexes ?? []);
  // What is taken must fit to the fees, and some of those follow from the lines that were just written.
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
