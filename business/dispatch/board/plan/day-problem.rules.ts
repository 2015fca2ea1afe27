import { STEP_MINUTES } from '../free-window.rules.ts';
import { mustGet } from '#kernel/language/must.ts';
import { isEmployedOn } from '#business/masterdata/people/technician/employment.rules.ts';
import { addMinutes, minutesBetween } from '#kernel/language/days.ts';
import type { Roads } from '../board.calls.ts';
import {
  type Fitness,
  type PlacingFacts,
  type Weights,
  averagePayOf,
  mostPoints,
  passingPoints,
  slackOf,
  standingPoints,
} from '../../candidates/candidates.rules.ts';
import { WISH_FACTOR, type Wish, wishPlace, wishedSpans } from '../../candidates/wish.rules.ts';
import { metresBetween, roadKm, travelMinutes } from '../../candidates/distance.rules.ts';
import {
  type PlannedJob,
  type WantedSkill,
  loadOf,
  missingSkills,
  tasksOn,
  worksOn,
} from '../../occupancy/conflicts.rules.ts';

/** An order that may be planned on the day. */
export interface PlanOrder {
  readonly id: string;
  readonly minutes: number;
  readonly location: string | null;
  readonly team: string;
  readonly skills: readonly WantedSkill[];
  readonly facts: PlacingFacts;
  /** When the customer wants the visit. The plan must keep a promise and a firm wish, and prefers any other wish. */
  readonly wish: Wish | null;
}

/** A technician of the day, with the facts that are the same for all orders. */
export type PlanPerson = Pick<Fitness, 'candidate' | 'startsAt' | 'level' | 'weekPay'>;

export interface PlanVisit {
  readonly orderId: string;
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
}

export interface DayProblem {
  readonly day: string;
  readonly now: string;
  readonly orders: readonly PlanOrder[];
  readonly people: readonly PlanPerson[];
  readonly roads: Roads;
  readonly lunch: { readonly from: string; readonly to: string };
  readonly weights: Weights;
  /** Visits set by hand, which the plan does not change. */ readonly kept: readonly PlanVisit[];
}

/**
 * A stop in a technician's day, in minutes from midnight. `order` is the index of its order in the problem; −1 is a
 * visit planned before.
 */
export interface Stop {
  readonly order: number;
  readonly from: number;
  readonly to: number;
  readonly place: number;
}

interface PersonInMinutes {
  readonly opens: number;
  readonly closes: number;
  readonly fixed: readonly Stop[];
  readonly away: readonly (readonly [from: number, to: number])[];
  readonly load: number;
  readonly tasks: number;
  readonly capacity: number;
  readonly maxTasks: number;
  readonly start: number;
}

interface OrderInMinutes {
  readonly minutes: number;
  readonly place: number;
  readonly due: number | null;
  /** Spans of the day in which the visit may begin, in minutes from midnight; the first span with free time is used. */
  readonly windows: readonly (readonly [from: number, to: number])[];
  /** The factor of the score by the quarter of an hour in which the visit begins. */
  readonly factors: Float64Array;
}

/**
 * Whether a technician may do an order: not at all, as a member of another team, or as a member of the order's team.
 */
export const [NOT, FOREIGN, OWN] = [0, 1, 2] as const;

/** The problem compiled to numbers, because the search evaluates about a hundred thousand places. */
export class CompiledDay {
  readonly problem: DayProblem;
  readonly people: readonly PersonInMinutes[];
  readonly orders: readonly OrderInMinutes[];
  readonly lunch: readonly [from: number, to: number];
  /** `NOT`, `FOREIGN` or `OWN`, by the index of the order and then of the technician. */
  readonly may: readonly Uint8Array[];
  readonly #standing: readonly Float64Array[];
  readonly #km: Float64Array;
  readonly #gap: Int32Array;
  readonly #places: number;
  readonly #most: number;

  constructor(problem: DayProblem) {
    this.problem = problem;
    const minute = (moment: string): number => minutesBetween(`${problem.day} 00:00:00`, moment);
    const clock = (time: string): number => minute(`${problem.day} ${time.slice(0, 5)}:00`);
    const places = new Map<string, number>();
    const place = (at: string | null): number => {
      if (at === null) return -1;
      if (!places.has(at)) places.set(at, places.size);
      return mustGet(places, at);
    };
    const now = problem.now.slice(0, 10) === problem.day ? minute(problem.now) : -Infinity;
    this.lunch = [clock(problem.lunch.from), clock(problem.lunch.to)];
    this.people = problem.people.map(({ candidate, startsAt }) => ({
      opens: Math.max(clock(candidate.workStart), now),
      closes:
        worksOn(candidate, problem.day) && candidate.enabled && isEmployedOn(candidate.employment, problem.day)
          ? clock(candidate.workEnd)
          : 0,
      fixed: candidate.taken
        .map((one) => ({ order: -1, from: minute(one.from), to: minute(one.to), place: place(one.location) }))
        .toSorted((one, other) => one.from - other.from),
      away: candidate.away.map((one) => [minute(one.from), minute(one.to)] as const),
      load: loadOf([...candidate.taken, ...candidate.done], problem.day),
      tasks: tasksOn(candidate, problem.day),
      capacity: candidate.capacityMinutes,
      maxTasks: candidate.maxTasks ?? Infinity,
      start: place(startsAt),
    }));
    this.orders = problem.orders.map((one) => {
      const spans = wishedSpans(one.wish, { day: problem.day, minutes: one.minutes, now: problem.now }, true);
      return {
        minutes: one.minutes,
        place: place(one.location),
        due: one.facts.due === null ? null : minute(one.facts.due),
        windows: spans.map(({ from, to }) => [minute(from), minute(to)] as const),
        factors: factorsOf(problem, one),
      };
    });
    this.may = problem.orders.map((order) =>
      Uint8Array.from(problem.people, ({ candidate }) => {
        const job = jobIn(problem, order);
        if (order.facts.blockedIds.includes(candidate.id) || missingSkills(candidate, job).length > 0) return NOT;
        return candidate.team === order.team ? OWN : FOREIGN;
      }),
    );
    const averagePay = averagePayOf(problem.people);
    this.#most = mostPoints(problem.weights);
    this.#standing = problem.orders.map((order) =>
      Float64Array.from(problem.people, (person) =>
        standingPoints(fitnessIn(order, person), false, problem.weights, averagePay),
      ),
    );
    this.#places = places.size;
    this.#km = new Float64Array(places.size ** 2);
    this.#gap = new Int32Array(places.size ** 2);
    this.#measure([...places.keys()]);
  }

  #measure(places: readonly string[]): void {
    const { bufferMinutes, speedKmh } = this.problem.roads;
    for (const [a, one] of places.entries())
      for (const [b, other] of places.entries()) {
        const km = roadKm(metresBetween(one, other)!);
        this.#km[a * this.#places + b] = km;
        this.#gap[a * this.#places + b] = bufferMinutes + travelMinutes(km, speedKmh);
      }
  }

  /** Minutes between two places, the buffer included. */
  gap(a: number, b: number): number {
    return a < 0 || b < 0 ? this.problem.roads.bufferMinutes : this.#gap[a * this.#places + b];
  }

  /** Return 1 if a visit that begins at a minute meets the wish, ½ if it only begins in it, else 0. */
  metShare(order: number, from: number): number {
    const factor = this.orders[order].factors[Math.floor(from / STEP_MINUTES)];
    return factor === WISH_FACTOR.inside ? 1 : factor >= WISH_FACTOR.partly ? 0.5 : 0;
  }

  /** Return the score of an order with a technician at a time, 0 to 100, as for candidates but not rounded. */
  score(order: number, person: number, from: number, before: number, load: number): number {
    const { due, place, factors } = this.orders[order];
    const { start, capacity } = this.people[person];
    const origin = before < 0 ? start : before;
    const points =
      this.#standing[order][person] +
      passingPoints(
        {
          slack: slackOf(due === null ? null : due - from),
          km: origin < 0 || place < 0 ? null : this.#km[origin * this.#places + place],
          load,
          capacity,
        },
        this.problem.weights,
      );
    return (points / this.#most) * 100 * factors[Math.floor(from / STEP_MINUTES)];
  }
}

const QUARTERS = 1440 / STEP_MINUTES;

/** Return how a wish changes the score of each quarter of an hour in which the visit may begin. */
function factorsOf({ day, now }: DayProblem, { wish, minutes }: PlanOrder): Float64Array {
  const at = (quarter: number): number => {
    const from = addMinutes(`${day} 00:00:00`, quarter * STEP_MINUTES);
    return WISH_FACTOR[wishPlace(wish, { from, to: addMinutes(from, minutes) }, now)];
  };
  return wish?.from
    ? Float64Array.from({ length: QUARTERS }, (_, quarter) => at(quarter))
    : new Float64Array(QUARTERS).fill(at(0));
}

/** Return an order as a job of the planned day. */
export const jobIn = (problem: DayProblem, order: PlanOrder): PlannedJob => ({
  from: `${problem.day} 00:00:00`,
  to: `${problem.day} 23:59:00`,
  location: order.location,
  team: order.team,
  skills: order.skills,
  blockedIds: order.facts.blockedIds,
});

/** Combine the facts of an order and of a technician into those that the score reads. */
export const fitnessIn = (order: PlanOrder, person: PlanPerson): Omit<Fitness, 'tasksToday' | 'window'> => ({
  ...person,
  wasLast: order.facts.lastId === person.candidate.id,
  preferred: order.facts.preferredIds.includes(person.candidate.id),
  parts: { wanted: order.facts.parts.wanted, held: order.facts.parts.heldBy.get(person.candidate.id) ?? 0 },
});
