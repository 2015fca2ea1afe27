import { isEmpty } from '#kernel/fields/kind.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type CallInput, type Context, row as refuseRow } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { crewOf } from '#business/dispatch/occupancy/occupancy.server.ts';
import { technicianOf } from '#business/dispatch/visit/own-visits.server.ts';
import { assertHands, stepTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { codeFits } from '#business/dispatch/visit/visit-steps.server.ts';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addImages } from '../annexes/annexes.server.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { saveCollections } from './collections.service.ts';
import { completion } from './completion.paper.ts';
import { whole } from './read-completion.server.ts';
import { liveCompletion } from './submit-for-visit.server.ts';
import { recount } from './totals.server.ts';

type Visit = Row<typeof visit>;
type Completion = Row<typeof completion>;
type Body = Readonly<Record<string, unknown>>;

const record = (given: unknown): Body =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Body) : {};
const listIn = (given: unknown): Body[] | null => (Array.isArray(given) ? given.map(record) : null);
const yes = (given: unknown): boolean => given === true || given === 'true';

async function visitOf(context: Context, header: Body): Promise<Visit> {
  const [row] = await context.visible(visit, {
    match: { id: idFrom(String(header.dispatchListId ?? '')) },
    limit: 1,
  });
  if (!row) throw refuseRow.missing({ title: visit.title });
  // Held: who ends the visit otherwise at the same moment comes before or after.
  return (await context.lockRows(visit, [row.id]))[0];
}

/** Photos that came with the call and are not there yet. */
async function saveAnnexes(context: Context, of: Visit, annexes: readonly Body[]): Promise<void> {
  for (const [classifyId, files] of Map.groupBy(
    annexes.filter((one) => !one.id),
    (one) => String(one.classifyId ?? ''),
  ))
    await addImages(context, of, { classifyId, files });
}

/** Who took the money, where nobody is named: whoever of the crew writes it down, else the one who led the visit. */
async function takerOf(context: Context, of: Completion): Promise<string | null> {
  const own = await technicianOf(context);
  return (await crewOf(context, of.dispId)).some((one) => one.technicianId === own) ? own : of.technicianId;
}

/** The customer's code, if one was typed in: it fits or the whole is refused. */
async function codeTyped(context: Context, of: Visit, header: Body, at: string): Promise<Partial<Completion>> {
  const given = typeof header.finishCode === 'string' ? header.finishCode.trim() : '';
  if (!given) return {};
  if (!(await codeFits(context, of, given, at)))
    throw refuse.codeWrong({ fields: [{ field: 'finishCode', words: ['验收码不正确', 'The code is wrong'] }] });
  return { finishCode: of.codeHash, finishCodeTime: at };
}

/** What was submitted a moment ago by the visit's own end is there already: a late repeat changes nothing. Anything else is refused. */
function isSubmittedAlready(before: Completion, draft: boolean, header: Body): boolean {
  if (['draft', 'refill'].includes(before.completeStatus)) return false;
  if (!draft && before.completeStatus === 'submitted' && before.visitResult === header.visitResult) return true;
  throw refuse.completionNotOpen({ no: before.completionNo });
}

/** Charges as they were given; what the product itself charged stays, named or not. */
async function withClosedDoors(context: Context, before: Completion | null, given: readonly Body[]): Promise<Body[]> {
  const kept = before
    ? (await context.find(completionCharge, { completionId: before.id }, 500)).filter(
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
  body: Body,
  now: string,
): Promise<Completion> {
  const header = record(body.header);
  const lines = {
    ...(listIn(body.equipment) && { equipment: body.equipment }),
    ...(listIn(body.supplies) && { supplies: body.supplies }),
    ...(listIn(body.charges) && { charges: await withClosedDoors(context, before, listIn(body.charges)!) }),
  };
  const given = { ...header, dispId: of.dispId, dispatchListId: of.id, draft: true, ...lines };
  const saved = before
    ? await context.resubmit(completion, before.id, { ...given, id: before.id })
    : await context.submit(completion, given);
  const typed = await codeTyped(context, of, header, now);
  return Object.keys(typed).length ? context.change(completion, saved.id, typed) : saved;
}

/** Who sends the other fee as one amount is told where it does not equal its lines: what has no line is asked of nobody. */
function assertOtherHasLines(of: Completion, given: unknown): void {
  if (isEmpty(given) || Number(given) === Number(of.otherFee)) return;
  throw refuse.otherFeeByLines(
    { lines: of.otherFee ?? '0.00' },
    { fields: [{ field: 'otherFee', words: ['请逐项填写现场加收', 'Name each extra charge'] }] },
  );
}

/** Header, machines, parts, photos and money in one transaction; without `draft` it is submitted and its visit ends. */
export async function batchSave({ body }: CallInput, context: Context): Promise<unknown> {
  const header = record(body.header);
  const of = await visitOf(context, header);
  await assertHands(context, of, typeof body.reason === 'string' ? body.reason : null);
  const before = await liveCompletion(context, of.id);
  const draft = yes(body.draft);
  if (before && isSubmittedAlready(before, draft, header)) return answer(context, before);
  const now = OPEN_VISIT_STATES.includes(of.taskStatus)
    ? stepTime(context, of, typeof body.at === 'string' ? body.at : null)
    : context.now();
  const row = await saveHeader(context, of, before, body, now);
  await saveAnnexes(context, of, listIn(body.annexes) ?? []);
  const collects = listIn(body.collects);
  // What is taken must fit to the fees, and some of those follow from the lines that were just written.
  if (collects) {
    const of = await recount(context, row.id);
    await context.call(saveCollections, { completion: of, taker: await takerOf(context, of), rows: collects });
  }
  const counted = await recount(context, row.id);
  assertOtherHasLines(counted, header.otherFee);
  if (draft) return answer(context, counted);
  return answer(context, await context.act(completion, counted.id, 'submit', { at: now }));
}

async function answer(context: Context, row: Completion): Promise<Record<string, unknown>> {
  const [mine] = await context.visible(completion, { match: { id: row.id }, limit: 1 });
  return {
    ...(mine ? await whole(context, mine) : row),
    warnings: row.mileageStatus === 'explained' ? ['mileage'] : [],
  };
}
