import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Shown, ShownRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper, FieldName, Row } from '#kernel/language/paper.ts';
import { type OwnCall, type Reading, implement, row as refuseRow } from '#kernel/server';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { annexClass } from '../annexes/annex-class.paper.ts';
import { annexQuestion } from '../annexes/annexes.server.ts';
import type { CheckDemand } from '../at-door/check-demand.calls.ts';
import { type CheckAnswer, judgeChecklist } from '../completion/checklist.rules.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionEquipment } from '../completion/completion-equipment.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { collectionsOfShown } from '../completion/collections.service.ts';
import { completion } from '../completion/completion.paper.ts';
import { demandsOf } from '../completion/demands.server.ts';
import {
  type ReviewCase,
  type ReviewCheck,
  type ReviewPhotoClass,
  type WaitingReview,
  completionsToCheck,
  lookAtVisit,
  visitsToConfirm,
} from './review.calls.ts';
import { reasonsOf } from './reasons.rules.ts';

const MOST = 1000;
/** Maximal number of rows in the queue, the oldest first. */
const QUEUE = '50';

/** Return the limits of a check item as text, such as 1.2–1.8 or ≥ 1.2; empty without limits. */
export const limitsOf = ({ min, max }: CheckDemand): string => {
  const has = (bound: unknown): boolean => bound !== null && bound !== undefined && bound !== '';
  if (has(min) && has(max)) return `${min}–${max}`;
  return has(min) ? `≥ ${min}` : has(max) ? `≤ ${max}` : '';
};

/** Return the items of a check list with their answers, and then answers that belong to no item. */
function checksOf(demands: readonly CheckDemand[], answers: readonly CheckAnswer[]): ReviewCheck[] {
  const { missing, abnormal } = judgeChecklist(demands, answers);
  const answered = new Map(answers.map((one) => [one.key, one]));
  const stateOf = (one: CheckDemand): ReviewCheck['state'] =>
    missing.includes(one) ? 'missing' : abnormal.includes(one) ? 'off' : answered.get(one.key)?.value ? 'good' : 'open';
  const required = demands.map((one): ReviewCheck => ({
    key: one.key,
    label: one.label,
    unit: one.unit ?? '',
    limits: limitsOf(one),
    value: String(answered.get(one.key)?.value ?? ''),
    note: answered.get(one.key)?.note ?? '',
    state: stateOf(one),
  }));
  const more = answers
    .filter((one) => !demands.some((demand) => demand.key === one.key))
    .map((one): ReviewCheck => ({
      key: one.key,
      label: one.label ?? one.key,
      unit: '',
      limits: '',
      value: String(one.value ?? ''),
      note: one.note ?? '',
      state: 'good',
    }));
  return [...required, ...more];
}

/** Return photos by class: required classes first, those with most missing photos on top, then all others. */
function photosBy(
  required: readonly Row<typeof annexClass>[],
  photos: ReviewPhotoClass['photos'],
  isDue: boolean,
): ReviewPhotoClass[] {
  const by = Map.groupBy(photos, (one) => one.classifyId);
  const due = required.map((one): ReviewPhotoClass => {
    const own = by.get(one.id) ?? [];
    return {
      classifyId: one.id,
      name: one.classifyName,
      min: one.minCount,
      missing: isDue ? Math.max(0, one.minCount - own.length) : 0,
      photos: own,
    };
  });
  const more = [...by]
    .filter(([id]) => !required.some((one) => one.id === id))
    .map(([id, own]): ReviewPhotoClass => ({
      classifyId: id,
      name: own[0]._names?.classifyId ?? '',
      min: 0,
      missing: 0,
      photos: own,
    }));
  return [...due.toSorted((one, other) => other.missing - one.missing), ...more];
}

/** Data of a visit that is read for many visits at once. */
type Known = Pick<ReviewCase, 'order' | 'collects' | 'classes'> & {
  readonly completion: Shown<typeof completion> | null;
};
type Visit = Shown<typeof visit>;

/** Return a list filter for rows whose field contains one of these ids. */
const naming = (field: string, ids: readonly string[]): Record<string, string> => ({
  [`${field}_in`]: [...new Set(ids)].join(','),
});

const rowsOf = async <P extends AnyPaper>(
  reading: Reading,
  paper: P,
  field: FieldName<P> | 'id',
  ids: readonly string[],
): Promise<Shown<P>[]> =>
  ids.length ? reading.visible(paper, { query: naming(field, ids) }).words({ limit: MOST }) : [];

/**
 * Return rows that belong to a visit or completion which the caller may see, even if their own scope hides them.
 * Otherwise hidden rows would look like missing ones.
 */
const partsOf = async <P extends AnyPaper>(
  reading: Reading,
  paper: P,
  field: FieldName<P>,
  ids: readonly string[],
  partOf: ShownRow | readonly ShownRow[],
): Promise<Shown<P>[]> =>
  ids.length ? reading.visible(paper, { query: naming(field, ids), partOf }).words({ limit: MOST }) : [];

/** Return whether a visit needs photos: it has a final result, and was not solved remotely. */
const asksForPhotos = ({ visitResult }: Visit): boolean =>
  Boolean(visitResult) && visitResult !== 'remote' && isFinal(visitResult || 'done');

async function knownOf(reading: Reading, visits: readonly Visit[]): Promise<(of: Visit) => Known> {
  const ids = visits.map((one) => one.id);
  const orderIds = visits.flatMap((one) => one.registrationFormId || []);
  const orders = new Map((await rowsOf(reading, registration, 'id', orderIds)).map((one) => [one.id, one]));
  // Leave out completions that are to be redone: they remain only as history.
  const done = new Map(
    (await rowsOf(reading, completion, 'dispatchListId', ids))
      .filter((one) => one.completeStatus !== 'redone')
      .map((one) => [one.dispatchListId, one]),
  );
  const photos = Map.groupBy(
    await partsOf(reading, completionAnnex, 'dispatchListId', ids, visits),
    (one) => one.dispatchListId,
  );
  const completions = [...done.values()];
  const collects = Map.groupBy(
    completions.length ? await reading.ask(collectionsOfShown, { completions }) : [],
    (one) => String(one.completionId),
  );
  const classes = await reading.find(annexClass, {}, { limit: 200 });
  return (of) => {
    const order = orders.get(of.registrationFormId ?? '') ?? null;
    const own = done.get(of.id) ?? null;
    return {
      order,
      completion: own,
      collects: own ? (collects.get(own.id) ?? []) : [],
      classes: photosBy(
        order ? annexQuestion(classes, order, of.finishTime || null) : [],
        photos.get(of.id) ?? [],
        asksForPhotos(of),
      ),
    };
  };
}

const settingsOf = async (
  reading: Reading,
): Promise<{ mostMetres: number; discountPercent: number; leaderFirst: boolean }> => ({
  mostMetres: Number(await reading.parameter('as.arrive.maxMetres')) || 500,
  discountPercent: Number(await reading.parameter('as.discount.limitPercent')) || 10,
  leaderFirst: (await reading.parameter('as.completion.leaderConfirm')) !== 'false',
});

/** Return all data for the review of one visit, as far as the caller may see it. */
export async function lookAt(reading: Reading, visitId: string): Promise<ReviewCase> {
  const [of] = await reading.visible(visit, { query: { id: visitId } }).words({ first: 1 });
  if (!of) throw refuseRow.missing({ title: visit.title });
  const known = (await knownOf(reading, [of]))(of);
  const { order, completion: done } = known;
  const demands =
    order && done && of.visitResult && isFinal(of.visitResult)
      ? await demandsOf(reading, await reading.get(registration, order.id))
      : [];
  const checks = checksOf(demands, done?.checklist || []);
  const [form] = await reading.visible(dispatchForm, { query: { id: of.dispId } }).words({ first: 1 });
  const shown = done ? [done] : [];
  const ids = shown.map((one) => one.id);
  return {
    ...known,
    visit: of,
    form: form ?? null,
    checks,
    crew: (await partsOf(reading, crewMember, 'dispId', [of.dispId], of)).filter((one) => one.isCurrent === true),
    machines: await partsOf(reading, completionEquipment, 'completionId', ids, shown),
    supplies: await partsOf(reading, completionSupply, 'completionId', ids, shown),
    charges: await partsOf(reading, completionCharge, 'completionId', ids, shown),
    earlier: (await rowsOf(reading, visit, 'dispId', [of.dispId])).filter((one) => one.id !== of.id),
    reasons: reasonsOf({
      ...known,
      ...(await settingsOf(reading)),
      visit: of,
      checks,
      stdMinutes: Number(order?.stdMinutes) || null,
    }),
  };
}

/**
 * Return the queue with the reasons of each visit. Only the number of abnormal checks is known here; the check list is
 * read when a visit is opened.
 */
async function queueOf<R extends WaitingReview['row']>(
  reading: Reading,
  rows: ReadonlyMap<string, R>,
): Promise<(Omit<WaitingReview, 'row'> & { readonly row: R })[]> {
  const found = new Map((await rowsOf(reading, visit, 'id', [...rows.keys()])).map((one) => [one.id, one]));
  const known = await knownOf(reading, [...found.values()]);
  const settings = await settingsOf(reading);
  return [...rows].flatMap(([visitId, row]) => {
    const of = found.get(visitId);
    if (!of) return [];
    const about = known(of);
    const off = Array.from({ length: about.completion?.abnormalCount || 0 }, () => ({
      label: '',
      value: '',
      limits: '',
      state: 'off',
    }));
    const reasons = reasonsOf({
      ...about,
      ...settings,
      visit: of,
      checks: off,
      stdMinutes: Number(about.order?.stdMinutes) || null,
    });
    return {
      row,
      visitId,
      who: about.order?.customerName ?? '',
      what: about.order?.content ?? '',
      since: of.finishTime ?? '',
      reasons,
    };
  });
}

/** Return visits that wait for their leader, the oldest first. */
async function toConfirm(reading: Reading): Promise<CallAnswer<typeof visitsToConfirm>> {
  const { total, records } = await reading.visible(visit).page({
    taskStatus: 'finished,partial',
    ascs: 'finishTime',
    size: QUEUE,
  });
  return { total, waiting: await queueOf(reading, new Map(records.map((row) => [row.id, row]))) };
}

/** Return completions that wait for the back office, the oldest first. */
async function toCheck(reading: Reading): Promise<CallAnswer<typeof completionsToCheck>> {
  const { total, records } = await reading.visible(completion).page({
    completeStatus: 'submitted',
    ascs: 'endTime',
    size: QUEUE,
  });
  return { total, waiting: await queueOf(reading, new Map(records.map((row) => [row.dispatchListId, row]))) };
}

/** The calls of the review of visits and completions. */
export const lookCalls: readonly OwnCall[] = [
  implement(visitsToConfirm, { read: (_asked, reading) => toConfirm(reading) }),
  implement(completionsToCheck, { read: (_asked, reading) => toCheck(reading) }),
  implement(lookAtVisit, { read: ({ visitId }, reading) => lookAt(reading, visitId) }),
];
