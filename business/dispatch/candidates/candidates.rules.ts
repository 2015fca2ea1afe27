import type { Label } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import {
  type Candidate,
  type PlannedJob,
  conflictsOf,
  gapBetween,
  loadOf,
  missingSkills,
} from '../occupancy/conflicts.rules.ts';
import type { Ranked, Roads, VisitConflict } from '../board/board.calls.ts';
import { type Wish, WISH_FACTOR, wishConflict, wishPlace, wishReason } from './wish.rules.ts';
import { metresBetween, roadKm, travelMinutes } from './distance.rules.ts';
import { addMinutes, dayOf, minutesBetween } from '#kernel/language/days.ts';

/** Facts of a technician that determine the score for one order. */
export interface Fitness {
  readonly candidate: Candidate;
  readonly startsAt: string | null;
  readonly level: number;
  readonly wasLast: boolean;
  readonly preferred: boolean;
  /** Number of kinds of suggested parts (`wanted`), and how many of them the technician's van holds (`held`). */
  readonly parts: {
    wanted: number;
    held: number;
  };
  /** Piecework pay of this week in CNY: what is earned, and what is expected of the planned visits. */
  readonly weekPay: number;
  readonly tasksToday: number;
  /** The first free time window of the technician, if it was requested; null: none on that day. */
  readonly window?: { readonly from: string; readonly to: string } | null;
}

/** Facts of an order, apart from its time window, that rank technicians. */
export interface PlacingFacts {
  /** Latest arrival: the nearest running clock, else the promise. */ readonly due: string | null;
  /** The technician of the last visit to this customer for the same system. */ readonly lastId: string | null;
  readonly preferredIds: readonly string[];
  readonly blockedIds: readonly string[];
  /** Number of kinds of suggested parts, and how many of them each technician holds in full. */
  readonly parts: { readonly wanted: number; readonly heldBy: ReadonlyMap<string, number> };
}

export interface Weights {
  readonly sla: number;
  readonly travel: number;
  readonly parts: number;
  readonly skill: number;
  readonly last: number;
  readonly preference: number;
  readonly load: number;
  readonly pay: number;
}

const USUAL: Weights = { sla: 25, travel: 25, parts: 15, skill: 10, last: 10, preference: 5, load: 5, pay: 5 };

/** Return the weights in a text such as “sla 25, travel 25 …”; a weight that is not named has its default. */
export function weightsIn(text: string): Weights {
  const named = Object.fromEntries(
    [...text.matchAll(/\b(\w{1,40})\s{1,40}(\d{1,20}(?:\.\d{1,20})?)/g)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  );
  return { ...USUAL, ...named };
}

const share = (value: number, most: number): number => Math.max(0, Math.min(1, 1 - value / most));

/** Return where a technician comes from: the place of the visit before on that day, else the start point. */
function originOf(one: Fitness, job: PlannedJob): string | null {
  const before = one.candidate.taken
    .filter((taken) => taken.to <= job.from && dayOf(taken.from) === dayOf(job.from))
    .at(-1);
  return before?.location ?? one.startsAt;
}

/** Minutes before the due time beyond which an earlier start scores no more: half a working day. */
const AMPLE = 240;

/** Return when the work can start: as planned, or after overlapping visits and the travel from them. */
const beginsAt = (one: Fitness, job: PlannedJob, roads: Roads): string =>
  lastOf(
    one.candidate.taken
      .filter((taken) => taken.from < job.to && taken.to > job.from)
      .map((taken) => addMinutes(taken.to, gapBetween(taken.location, job.location, roads)))
      .concat(job.from)
      .toSorted(),
  );

/**
 * Score a start by the minutes left until the due time, from 0 to 1: ½ is just in time, and less is too late. Null (no
 * due time) scores 1.
 */
export const slackOf = (left: number | null): number =>
  left === null ? 1 : Math.max(0, 0.5 + Math.min(AMPLE, left) / (2 * AMPLE));

/** Score the time from the start of a visit until the due time, as `slackOf` does. */
export const slackShare = (begins: string, due: string | null): number =>
  slackOf(due === null ? null : begins > due ? -minutesBetween(due, begins) : minutesBetween(begins, due));

/**
 * Return the points that do not depend on the time. They are for parts, skill level, last visit to the customer, the
 * customer's preference, and pay of the week.
 */
export const standingPoints = (
  one: Pick<Fitness, 'parts' | 'level' | 'wasLast' | 'preferred' | 'weekPay'>,
  lacksSkill: boolean,
  weights: Weights,
  averagePay: number,
): number =>
  weights.parts * (one.parts.wanted === 0 ? 1 : one.parts.held / one.parts.wanted) +
  weights.skill * (lacksSkill ? 0 : share(Math.max(0, one.level - 3), 4)) +
  weights.last * Number(one.wasLast) +
  weights.preference * Number(one.preferred) +
  weights.pay * (averagePay === 0 ? 0.5 : share(one.weekPay, averagePay * 2));

/** Return the points that depend on the time: time left until due, distance, and load of the day. */
export const passingPoints = (
  at: { readonly slack: number; readonly km: number | null; readonly load: number; readonly capacity: number },
  weights: Weights,
): number =>
  weights.sla * at.slack +
  weights.travel * (at.km === null ? 0.5 : share(at.km, 40)) +
  weights.load * share(at.load, at.capacity || 480);

/** Return the highest possible number of points; a score is a percentage of it. */
export const mostPoints = (weights: Weights): number =>
  Object.values(weights).reduce((sum, weight) => sum + weight, 0) || 1;

interface Measured {
  readonly slack: number;
  readonly km: number | null;
  readonly minutes: number | null;
  readonly load: number;
  readonly missing: readonly string[];
}

function measured(one: Fitness, job: PlannedJob, roads: Roads, due: string | null): Measured {
  const metres = metresBetween(originOf(one, job), job.location);
  const km = metres === null ? null : roadKm(metres);
  return {
    slack: slackShare(beginsAt(one, job, roads), due),
    km,
    minutes: km === null ? null : travelMinutes(km, roads.speedKmh),
    load: loadOf([...one.candidate.taken, ...one.candidate.done], dayOf(job.from)),
    missing: missingSkills(one.candidate, job).map((skill) => skill.name),
  };
}

/**
 * Return the score of a technician, 0 to 100. A hard conflict scores 0. Technicians with less pay this week score more.
 */
function scoreOf(
  one: Fitness,
  facts: Measured,
  conflicts: readonly VisitConflict[],
  weights: Weights,
  averagePay: number,
): number {
  if (conflicts.some((conflict) => conflict.hard)) return 0;
  // A technician who does not work at that time gets no points for an empty day.
  const works = !conflicts.some((conflict) => conflict.kind === 'hours');
  const points =
    standingPoints(one, facts.missing.length > 0, weights, averagePay) +
    passingPoints(
      { slack: facts.slack, km: facts.km, load: facts.load, capacity: one.candidate.capacityMinutes },
      works ? weights : { ...weights, sla: 0, load: 0 },
    );
  return (points / mostPoints(weights)) * 100;
}

function reasonsOf(
  one: Fitness,
  facts: Measured,
  conflicts: readonly VisitConflict[],
): { words: Label; good: boolean }[] {
  const found: { words: Label; good: boolean }[] = [];
  if (facts.km !== null) found.push({ words: [`${facts.km} 公里`, `${facts.km} km`], good: facts.km <= 15 });
  found.push(
    facts.missing.length
      ? { words: [`缺技能:${facts.missing.join('、')}`, `lacks ${facts.missing.join(', ')}`], good: false }
      : { words: ['技能符合', 'has the skills'], good: true },
  );
  if (one.parts.wanted > 0)
    found.push(
      one.parts.held === one.parts.wanted
        ? { words: ['备件齐', 'has the parts'], good: true }
        : {
            words: [`备件${one.parts.held}/${one.parts.wanted}`, `parts ${one.parts.held} of ${one.parts.wanted}`],
            good: false,
          },
    );
  if (one.wasLast) found.push({ words: ['上次也是他', 'was there last time'], good: true });
  if (one.preferred) found.push({ words: ['客户偏好', 'the customer’s choice'], good: true });
  const full = one.candidate.maxTasks;
  found.push({
    words: [
      `当日${one.tasksToday}${full ? `/${full}` : ''}单`,
      `${one.tasksToday}${full ? ` of ${full}` : ''} that day`,
    ],
    good: !full || one.tasksToday < full,
  });
  for (const conflict of conflicts)
    if (!['skill', 'tasks'].includes(conflict.kind)) found.push({ words: conflict.words, good: false });
  return found;
}

const FULL = { words: ['当天没有空档', 'no free time that day'], good: false } as const;

/**
 * Return the rank of the obstacles of a candidate: 0 none, ½ ends after the wish, 1 outside the wish, 2 another team, 3 both, 4 a reason is
 * needed, 5 impossible. The own team comes first, as in a plan of the day.
 */
function hindrance({ score, conflicts, suggestedFrom }: Ranked, job: PlannedJob, wished: Terms['wished']): number {
  if (score === 0 || conflicts.some((one) => one.hard)) return 5;
  const window = {
    from: suggestedFrom ?? job.from,
    to: addMinutes(suggestedFrom ?? job.from, minutesBetween(job.from, job.to)),
  };
  const isPartly = wished !== undefined && wishPlace(wished.wish, window, wished.now) === 'partly';
  if (conflicts.length === 0) return isPartly ? 0.5 : 0;
  const others = conflicts.filter((one) => one.kind !== 'wish');
  if (others.some((one) => one.kind !== 'team')) return 4;
  return (others.length > 0 ? 2 : 0) + Number(others.length < conflicts.length);
}

/** Return the average pay of the week of these technicians, CNY. */
export const averagePayOf = (all: readonly Pick<Fitness, 'weekPay'>[]): number =>
  all.length ? all.reduce((sum, one) => sum + one.weekPay, 0) / all.length : 0;

/** The terms of a ranking: roads, weights, latest arrival, and when the customer wants the visit. */
interface Terms {
  readonly roads: Roads;
  readonly weights: Weights;
  readonly due: string | null;
  readonly wished?: { readonly wish: Wish | null; readonly now: string };
}

/** Return the conflicts, reasons and score of one technician for an order in a time window. */
export function judged(
  one: Fitness,
  wanted: PlannedJob,
  { roads, weights, due, averagePay, wished }: Terms & { readonly averagePay: number },
): Ranked {
  const isFull = one.window === null;
  const job = { ...wanted, ...one.window };
  const against = wished && !isFull ? wishConflict(wished.wish, job, wished.now) : null;
  const conflicts = [...conflictsOf(one.candidate, job, roads), ...(against ? [against] : [])];
  const facts = measured(one, job, roads, due);
  const met = wished && !isFull ? wishReason(wished.wish, job, wished.now) : null;
  const reasons = [...(met ? [met] : []), ...reasonsOf(one, facts, conflicts), ...(isFull ? [FULL] : [])];
  const factor = wished ? WISH_FACTOR[wishPlace(wished.wish, job, wished.now)] : 1;
  return {
    technicianId: one.candidate.id,
    name: one.candidate.name,
    team: one.candidate.team,
    skillsOk: facts.missing.length === 0,
    missingSkills: facts.missing,
    distanceKm: facts.km,
    travelMinutes: facts.minutes,
    loadMinutes: facts.load,
    capacityMinutes: one.candidate.capacityMinutes,
    tasksToday: one.tasksToday,
    leave: conflicts.some((conflict) => conflict.kind === 'leave'),
    conflicts,
    score: isFull ? 0 : Math.round(scoreOf(one, facts, conflicts, weights, averagePay) * factor),
    reason: [
      reasons.map((reason) => reason.words[0]).join(' · '),
      reasons.map((reason) => reason.words[1]).join(' · '),
    ],
    reasons,
    suggestedFrom: isFull ? null : job.from,
  };
}

/**
 * Rank technicians for an order in a time window, the best first. `due` is the latest arrival, by the nearest open
 * clock or the promise; `wished` is the wish. Source of the weights: after-sales design §19 A2.
 */
export function ranked(
  all: readonly Fitness[],
  wanted: PlannedJob,
  roads: Roads,
  weights: Weights,
  due: string | null,
  wished?: Terms['wished'],
): Ranked[] {
  const averagePay = averagePayOf(all);
  return all
    .map((one) => judged(one, wanted, { roads, weights, due, averagePay, wished }))
    .toSorted(
      (one, other) =>
        hindrance(one, wanted, wished) - hindrance(other, wanted, wished) ||
        other.score - one.score ||
        one.loadMinutes - other.loadMinutes ||
        one.name.localeCompare(other.name),
    );
}
