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
import { metresBetween, roadKm, travelMinutes } from './distance.rules.ts';
import { addMinutes, dayOf, minutesBetween } from '#business/masterdata/days.rules.ts';

/** What else is known about a technician for one order. */
export interface Fitness {
  readonly candidate: Candidate;
  readonly startsAt: string | null;
  readonly level: number;
  readonly wasLast: boolean;
  readonly preferred: boolean;
  /** Parts that are suggested, and how many of them are in his van. */ readonly parts: {
    wanted: number;
    held: number;
  };
  /** Piece money of this week, CNY: what was earned, and what his planned visits are expected to bring. */ readonly weekPay: number;
  readonly tasksToday: number;
  /** His own window, where each is asked for the first that suits him; null: he has none that day. */
  readonly window?: { readonly from: string; readonly to: string } | null;
}

/** What is known of an order beside its window, for whoever is asked to go. */
export interface PlacingFacts {
  /** When somebody must be there at the latest: the nearest clock that still runs, else what was promised. */ readonly due:
    string | null;
  /** Who was last at this customer for the same system. */ readonly lastId: string | null;
  readonly preferredIds: readonly string[];
  readonly blockedIds: readonly string[];
  /** Kinds of parts that are suggested, and how many of them each technician carries in full. */
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

/** Reads “sla 25, travel 25 …”; what is not named keeps its usual weight. */
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

/** Where he comes from: the job that ends before, else his own start point. */
function originOf(one: Fitness, job: PlannedJob): string | null {
  const before = one.candidate.taken
    .filter((taken) => taken.to <= job.from && dayOf(taken.from) === dayOf(job.from))
    .at(-1);
  return before?.location ?? one.startsAt;
}

/** Minutes of slack that are as good as any: half a working day. */
const AMPLE = 240;

/** When he could begin: as it is planned, or when he is through with what lies across and has driven over. */
const beginsAt = (one: Fitness, job: PlannedJob, roads: Roads): string =>
  lastOf(
    one.candidate.taken
      .filter((taken) => taken.from < job.to && taken.to > job.from)
      .map((taken) => addMinutes(taken.to, gapBetween(taken.location, job.location, roads)))
      .concat(job.from)
      .toSorted(),
  );

/** How good it is to begin so many minutes before somebody must be there, 0 to 1: ½ = just in time, negative = too late; nothing is due (null) = 1. */
export const slackOf = (left: number | null): number =>
  left === null ? 1 : Math.max(0, 0.5 + Math.min(AMPLE, left) / (2 * AMPLE));

/** How much time is left when he begins, 0 to 1. */
export const slackShare = (begins: string, due: string | null): number =>
  slackOf(due === null ? null : begins > due ? -minutesBetween(due, begins) : minutesBetween(begins, due));

/** Points of what does not change with the time: parts in his van, skill, who was there last, whom the customer prefers, pay of the week. */
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

/** Points of where it stands in his day: how much time is left, how far he comes, how full the day is. */
export const passingPoints = (
  at: { readonly slack: number; readonly km: number | null; readonly load: number; readonly capacity: number },
  weights: Weights,
): number =>
  weights.sla * at.slack +
  weights.travel * (at.km === null ? 0.5 : share(at.km, 40)) +
  weights.load * share(at.load, at.capacity || 480);

/** All points there are, of which a score says the share in percent. */
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

/** The further, the fuller, the less fitting, the fewer points; hard conflicts leave none. Higher pay this week gives way to lower. */
function scoreOf(
  one: Fitness,
  facts: Measured,
  conflicts: readonly VisitConflict[],
  weights: Weights,
  averagePay: number,
): number {
  if (conflicts.some((conflict) => conflict.hard)) return 0;
  // Who is not at work then has no time of his own for it, however free his day looks.
  const works = !conflicts.some((conflict) => conflict.kind === 'hours');
  const points =
    standingPoints(one, facts.missing.length > 0, weights, averagePay) +
    passingPoints(
      { slack: facts.slack, km: facts.km, load: facts.load, capacity: one.candidate.capacityMinutes },
      works ? weights : { ...weights, sla: 0, load: 0 },
    );
  return Math.round((points / mostPoints(weights)) * 100);
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

/** Who can be sent without a question comes first, then who is only of another team, then who needs a reason, at last who cannot be sent. */
function hindrance({ score, conflicts }: Ranked): number {
  if (score === 0 || conflicts.some((one) => one.hard)) return 3;
  if (conflicts.length === 0) return 0;
  return conflicts.every((one) => one.kind === 'team') ? 1 : 2;
}

/** What the week of those who may go has brought on average, CNY. */
export const averagePayOf = (all: readonly Pick<Fitness, 'weekPay'>[]): number =>
  all.length ? all.reduce((sum, one) => sum + one.weekPay, 0) / all.length : 0;

/** One technician for an order and a window: what speaks for and against him, and how well he fits. */
export function judged(
  one: Fitness,
  wanted: PlannedJob,
  { roads, weights, due, averagePay }: { roads: Roads; weights: Weights; due: string | null; averagePay: number },
): Ranked {
  const isFull = one.window === null;
  const job = { ...wanted, ...one.window };
  const conflicts = conflictsOf(one.candidate, job, roads);
  const facts = measured(one, job, roads, due);
  const reasons = [...reasonsOf(one, facts, conflicts), ...(isFull ? [FULL] : [])];
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
    score: isFull ? 0 : scoreOf(one, facts, conflicts, weights, averagePay),
    reason: [
      reasons.map((reason) => reason.words[0]).join(' · '),
      reasons.map((reason) => reason.words[1]).join(' · '),
    ],
    reasons,
    suggestedFrom: isFull ? null : job.from,
  };
}

/** Technicians for an order and a window, the best first. `due`: when somebody must be there at the latest, as the nearest open clock or the promise has it. Source of the weights: after-sales design §19 A2. */
export function ranked(
  all: readonly Fitness[],
  wanted: PlannedJob,
  roads: Roads,
  weights: Weights,
  due: string | null,
): Ranked[] {
  const averagePay = averagePayOf(all);
  return all
    .map((one) => judged(one, wanted, { roads, weights, due, averagePay }))
    .toSorted(
      (one, other) =>
        hindrance(one) - hindrance(other) ||
        other.score - one.score ||
        one.loadMinutes - other.loadMinutes ||
        one.name.localeCompare(other.name),
    );
}
