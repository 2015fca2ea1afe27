import type { Label } from '#kernel/language/label.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { STEP_MINUTES } from '../free-window.rules.ts';
import { wishWords } from '../../candidates/wish.rules.ts';
import { CompiledDay, type DayProblem, FOREIGN, NOT, OWN, type PlanVisit, type Stop } from './day-problem.rules.ts';

/** Limits of a search: it yields to other work at intervals, and ends when its time is used up. */
export interface SearchPace {
  /** Return the milliseconds of work so far. */ readonly spent: () => number;
  /** Maximal milliseconds of work. */ readonly most: number;
  /** Yield to other work if it is time for that; called often. */ readonly breathe: () => Promise<void>;
}

export interface DayPlan {
  readonly visits: readonly PlanVisit[];
  readonly left: readonly { readonly orderId: string; readonly why: Label }[];
  /** Sum of the scores of all routes, not rounded. */ readonly score: number;
  /** Whether the search ended because its time was used up, while it might have improved further. */
  readonly cutShort: boolean;
}

/** A possible place of an order in a technician's route. */
interface Placing {
  readonly stop: Stop;
  /** Score of the whole route with this stop. */ readonly score: number;
  /** Score of this stop alone. */ readonly own: number;
  /** Planned minutes of the technician without this stop. */ readonly load: number;
}

/** Smaller gains are ignored, because rounding errors could otherwise repeat rounds forever. */
const GAIN = 1e-6;

/** Bonus for an order in the team it belongs to, or at the time that is wanted; it exceeds every possible score. */
const HOME = 1000;

const quarter = (minute: number): number => Math.ceil(minute / STEP_MINUTES) * STEP_MINUTES;

/**
 * Return the place from which the technician comes to the nth stop. It is the place of the stop before, if that is over
 * by then and of the same day; −1 is the start point.
 */
const originOf = (route: readonly Stop[], n: number): number =>
  n > 0 && route[n - 1].to <= route[n].from && route[n - 1].from >= 0 ? route[n - 1].place : -1;

/** A plan under construction: the routes of all technicians, and the technician of each order. */
class Draft {
  readonly day: CompiledDay;
  readonly routes: Stop[][];
  readonly scores: number[];
  readonly at: Int32Array;
  readonly fixed: ReadonlySet<number>;

  constructor(day: CompiledDay, from?: Draft) {
    this.day = day;
    this.routes = from ? from.routes.map((one) => [...one]) : day.people.map((one) => [...one.fixed]);
    this.at = from ? from.at.slice() : new Int32Array(day.orders.length).fill(-1);
    this.scores = from ? [...from.scores] : day.people.map(() => 0);
    this.fixed = from?.fixed ?? this.#putFixed();
  }

  #putFixed(): ReadonlySet<number> {
    const { orders, people, kept, day } = this.day.problem;
    const stay = new Set<number>();
    for (const one of kept) {
      const order = orders.findIndex((other) => other.id === one.orderId);
      const person = people.findIndex((other) => other.candidate.id === one.technicianId);
      if (order < 0 || person < 0 || stay.has(order) || one.from.slice(0, 10) !== day) continue;
      const from = Number(one.from.slice(11, 13)) * 60 + Number(one.from.slice(14, 16));
      const { minutes, place } = this.day.orders[order];
      this.put(person, { order, from, to: from + minutes, place });
      stay.add(order);
    }
    return stay;
  }

  get score(): number {
    return this.scores.reduce((sum, one) => sum + one, 0);
  }

  put(person: number, stop: Stop): void {
    const route = this.routes[person];
    const before = route.findIndex((one) => one.from > stop.from);
    route.splice(before < 0 ? route.length : before, 0, stop);
    this.at[stop.order] = person;
    this.scores[person] = this.routeScore(person, route);
  }

  take(order: number): Stop {
    const person = this.at[order];
    const route = this.routes[person];
    const [stop] = route.splice(
      route.findIndex((one) => one.order === order),
      1,
    );
    this.at[order] = -1;
    this.scores[person] = this.routeScore(person, route);
    return stop;
  }

  #load(person: number, route: readonly Stop[]): number {
    let sum = this.day.people[person].load;
    for (const stop of route) if (stop.order >= 0) sum += stop.to - stop.from;
    return sum;
  }

  routeScore(person: number, route: readonly Stop[]): number {
    const load = this.#load(person, route);
    let sum = 0;
    for (let n = 0; n < route.length; n++) {
      const stop = route[n];
      if (stop.order < 0) continue;
      sum += this.day.score(stop.order, person, stop.from, originOf(route, n), load - (stop.to - stop.from));
    }
    return sum;
  }

  #hasRoom(person: number, from: number, to: number, place: number): boolean {
    const { day } = this;
    if (from < day.lunch[1] && day.lunch[0] < to) return false;
    for (const [a, b] of day.people[person].away) if (from < b && a < to) return false;
    for (const stop of this.routes[person])
      if (stop.to <= from ? from - stop.to < day.gap(stop.place, place) : stop.from - to < day.gap(place, stop.place))
        return false;
    return true;
  }

  /** Return possible starts of an order with a technician, from the first of its time windows that has any. */
  #startsOf(order: number, person: number): number[] {
    const { day } = this;
    const { minutes, place, windows } = day.orders[order];
    const { opens, closes, away } = day.people[person];
    for (const [from, to] of windows) {
      const [earliest, latest] = [Math.max(from, opens), Math.min(to, closes) - minutes];
      if (earliest > latest) continue;
      const found = new Set<number>();
      const look = (minute: number): void => {
        const start = quarter(minute);
        if (start >= earliest && start <= latest && this.#hasRoom(person, start, start + minutes, place))
          found.add(start);
      };
      look(earliest);
      look(day.lunch[1]);
      for (const [, end] of away) look(end);
      for (const stop of this.routes[person]) look(stop.to + day.gap(stop.place, place));
      if (found.size > 0) return [...found].toSorted((a, b) => a - b);
    }
    return [];
  }

  #hasCapacity(order: number, person: number): boolean {
    const { capacity, maxTasks, tasks } = this.day.people[person];
    const planned = this.routes[person].reduce((sum, stop) => sum + Number(stop.order >= 0), 0);
    return (
      tasks + planned + 1 <= maxTasks &&
      this.#load(person, this.routes[person]) + this.day.orders[order].minutes <= capacity
    );
  }

  /**
   * Return the scores of a technician's route if this stop is added, and of the stop itself. The draft is not changed.
   */
  #with(person: number, stop: Stop): Placing {
    const route = [...this.routes[person], stop].toSorted((one, other) => one.from - other.from);
    const n = route.indexOf(stop);
    const load = this.#load(person, this.routes[person]);
    const own = this.day.score(stop.order, person, stop.from, originOf(route, n), load);
    return { stop, score: this.routeScore(person, route), own, load };
  }

  /**
   * Return the place of an order with a technician that scores most, or with `first` the earliest free one. Null if
   * there is none.
   */
  bestWith(order: number, person: number, first = false): Placing | null {
    if (this.day.may[order][person] === NOT || !this.#hasCapacity(order, person)) return null;
    const { minutes, place } = this.day.orders[order];
    let best: Placing | null = null;
    for (const from of this.#startsOf(order, person)) {
      const placing = this.#with(person, { order, from, to: from + minutes, place });
      if (!best || placing.score > best.score + GAIN) best = placing;
      if (first) break;
    }
    return best;
  }

  /**
   * Return the technician and place with the highest gain for an order. A technician of another team is used only if
   * the order's team has no room. With `first`, only the earliest free time of each technician is compared, by the
   * score of that visit alone. The suggestions of the board are made so.
   */
  bestPlace(order: number, first = false): { person: number; placing: Placing } | null {
    for (const wanted of [OWN, FOREIGN]) {
      let best: { person: number; placing: Placing; worth: number } | null = null;
      for (const [person, may] of this.day.may[order].entries()) {
        if (may !== wanted) continue;
        const placing = this.bestWith(order, person, first);
        if (!placing) continue;
        const worth = first
          ? Math.round(placing.own) - placing.load / 10_000 + this.day.metShare(order, placing.stop.from) * HOME
          : placing.score - this.scores[person];
        if (!best || worth > best.worth + GAIN) best = { person, placing, worth };
      }
      if (best) return best;
    }
    return null;
  }
}

/**
 * Place each order where it gains most, in the sequence of `orders`. With `first` each gets its first free time, as
 * when a person accepts the suggestions of the board one by one.
 */
async function taken(draft: Draft, orders: readonly number[], pace: SearchPace, first: boolean): Promise<Draft> {
  for (const order of orders) {
    if (draft.at[order] >= 0) continue;
    const best = draft.bestPlace(order, first);
    if (best) draft.put(best.person, best.placing.stop);
    await pace.breathe();
  }
  return draft;
}

interface Gain {
  readonly person: number;
  readonly stop: Stop;
  readonly gain: number;
}

/**
 * Return the best place and gain for an order that was just removed from its route. Kinds of technicians (`FOREIGN`,
 * `OWN`) below `least` are excluded.
 */
function bestAgain(draft: Draft, order: number, least: number): Gain | null {
  let best: Gain | null = null;
  for (const [person, kind] of draft.day.may[order].entries()) {
    const placing = kind < least ? null : draft.bestWith(order, person);
    if (!placing) continue;
    const gain = (kind > least ? HOME : 0) + placing.score - draft.scores[person];
    if (!best || gain > best.gain) best = { person, stop: placing.stop, gain };
  }
  return best;
}

/** Move an order to a place that scores more, or back to the order's team. Return whether it was moved. */
function moved(draft: Draft, order: number): boolean {
  const person = draft.at[order];
  const before = draft.scores[person];
  const stop = draft.take(order);
  const least = before - draft.scores[person] + GAIN;
  const best = bestAgain(draft, order, draft.day.may[order][person]);
  if (best && best.gain > least) {
    draft.put(best.person, best.stop);
    return true;
  }
  draft.put(person, stop);
  return false;
}

/** Exchange the technicians of two orders if both fit and the total score grows. Return whether they were exchanged. */
function swapped(draft: Draft, one: number, other: number): boolean {
  const [a, b] = [draft.at[one], draft.at[other]];
  const { may } = draft.day;
  if (a < 0 || b < 0 || a === b || may[one][b] < may[one][a] || may[other][a] < may[other][b]) return false;
  const before = draft.scores[a] + draft.scores[b];
  const [mine, theirs] = [draft.take(one), draft.take(other)];
  const there = draft.bestWith(one, b);
  const here = there && draft.bestWith(other, a);
  if (there && here && there.score + here.score > before + GAIN) {
    draft.put(b, there.stop);
    draft.put(a, here.stop);
    return true;
  }
  draft.put(a, mine);
  draft.put(b, theirs);
  return false;
}

/**
 * Place an unplanned order with the technician of another order, which moves elsewhere. Return whether the score grew.
 */
function squeezedFor(draft: Draft, order: number, other: number): boolean {
  const person = draft.at[other];
  const before = draft.score;
  const stop = draft.take(other);
  const placing = draft.bestWith(order, person);
  if (placing) {
    draft.put(person, placing.stop);
    const elsewhere = draft.bestPlace(other);
    if (elsewhere && draft.day.may[other][elsewhere.person] >= draft.day.may[other][person]) {
      draft.put(elsewhere.person, elsewhere.placing.stop);
      if (draft.score > before + GAIN) return true;
      draft.take(other);
    }
    draft.take(order);
  }
  draft.put(person, stop);
  return false;
}

/** Place an unplanned order, in free time or by moving another order elsewhere. Return whether it was placed. */
function squeezed(draft: Draft, order: number): boolean {
  const best = draft.bestPlace(order);
  if (best && best.placing.score > draft.scores[best.person] + GAIN) {
    draft.put(best.person, best.placing.stop);
    return true;
  }
  return draft.day.orders.some(
    (_, other) =>
      draft.at[other] >= 0 &&
      !draft.fixed.has(other) &&
      draft.day.may[order][draft.at[other]] === OWN &&
      squeezedFor(draft, order, other),
  );
}

/**
 * Run one round of improvements, of single orders and then of pairs. Return whether the score grew; null when the time
 * is used up.
 */
async function round(draft: Draft, all: readonly number[], pace: SearchPace): Promise<boolean | null> {
  let gained = false;
  const works: readonly ((order: number, at: number) => boolean)[] = [
    (order) => (draft.at[order] < 0 ? squeezed(draft, order) : moved(draft, order)),
    (order, at) => all.slice(at + 1).filter((other) => swapped(draft, order, other)).length > 0,
  ];
  for (const work of works)
    for (const [at, order] of all.entries()) {
      if (pace.spent() > pace.most) return null;
      await pace.breathe();
      gained = work(order, at) || gained;
    }
  return gained;
}

/** Improve a draft until a round gains nothing or the time is used up. Return whether the search finished. */
async function bettered(draft: Draft, pace: SearchPace): Promise<boolean> {
  const all = draft.day.orders.map((_, at) => at).filter((order) => !draft.fixed.has(order));
  for (;;) {
    const gained = await round(draft, all, pace);
    if (gained !== true) return gained === false;
  }
}

/** Return why an order could not be planned on that day. */
function whyLeft(day: CompiledDay, order: number): Label {
  const able = [...day.may[order].keys()].filter((person) => day.may[order][person] !== NOT);
  if (able.length === 0) return ['没有持所需技能或证书的技师', 'Nobody has the skill or the certificate'];
  if (able.every((person) => day.people[person].closes <= day.people[person].opens))
    return ['会做的人当天不上班或已下班', 'Nobody who can do it is at work that day any more'];
  const { wish } = day.problem.orders[order];
  if (wish?.promised) return ['承诺的时段已没有空档', 'No free time in the promised window'];
  const [zh, en] = wish ? wishWords(wish) : ['', ''];
  return wish?.firm
    ? [`客户要求必须按时（${zh}），当天这时没有空档`, `Must be on time (${en}): nobody is free then on that day`]
    : ['会做的人当天都排满了', 'Everybody who can do it is fully planned'];
}

const momentOf = (day: string, minute: number): string => addMinutes(`${day} 00:00:00`, minute);

/**
 * Plan a day: build three greedy drafts, improve each by moves, exchanges and displacements, and take the best. One draft
 * follows the suggestions of the board, so the result is not worse than these suggestions.
 */
export async function planOfDay(problem: DayProblem, pace: SearchPace): Promise<DayPlan> {
  const day = new CompiledDay(problem);
  await pace.breathe();
  const inPool = day.orders.map((_, at) => at);
  const scarce = inPool.toSorted(
    (one, other) =>
      (day.orders[one].due ?? Infinity) - (day.orders[other].due ?? Infinity) ||
      day.may[one].filter((may) => may === OWN).length - day.may[other].filter((may) => may === OWN).length,
  );
  const drafts = [
    await taken(new Draft(day), inPool, pace, true),
    await taken(new Draft(day), inPool, pace, false),
    await taken(new Draft(day), scarce, pace, false),
  ];
  let ended = true;
  for (const draft of drafts.toSorted((one, other) => other.score - one.score))
    ended = (await bettered(draft, pace)) && ended;
  const best = drafts.reduce((one, other) => (other.score > one.score ? other : one));
  const visits = best.routes.flatMap((route, person) =>
    route
      .filter((stop) => stop.order >= 0)
      .map((stop) => ({
        orderId: problem.orders[stop.order].id,
        technicianId: problem.people[person].candidate.id,
        from: momentOf(problem.day, stop.from),
        to: momentOf(problem.day, stop.to),
      })),
  );
  return {
    visits,
    left: inPool
      .filter((order) => best.at[order] < 0)
      .map((order) => ({ orderId: problem.orders[order].id, why: whyLeft(day, order) })),
    score: best.score,
    cutShort: !ended,
  };
}

/**
 * Return the technician whom the board suggests first for each order, each as if it were the only one; null without a
 * candidate.
 */
export function firstSuggested(problem: DayProblem): ReadonlyMap<string, string | null> {
  const day = new CompiledDay(problem);
  const draft = new Draft(day);
  return new Map(
    problem.orders.map((order, at) => {
      const best = draft.bestPlace(at, true);
      return [order.id, best ? problem.people[best.person].candidate.id : null];
    }),
  );
}
