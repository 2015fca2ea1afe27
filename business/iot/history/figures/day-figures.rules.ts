import {
  type CounterChange,
  type CounterReading,
  type CounterRule,
  type CounterStep,
  DOUBT,
  Growth,
  type GrowthState,
  SHARED_MS,
  followCounter,
  isShared,
  partOf,
  seenUntil,
} from './growth.rules.ts';

/** Kinds of figures: a plain number, a counter, or a switch, which counts as on in any state but the first. */
export type FigureKind = 'number' | 'counter' | 'switch';

/** A property for which figures are computed. */
export interface FigureProperty {
  readonly identifier: string;
  readonly kind: FigureKind;
  readonly counter: CounterRule;
  /** The property has a dead band: a message without it means an unchanged value. */ readonly isHeld: boolean;
}

/**
 * Figures of one property over an hour or a day. `n`: number of values. Fields that do not apply to the kind of
 * property are 0.
 */
export interface Figure {
  readonly n: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
  /** Growth of a counter. */ readonly delta: number;
  /** Seconds that a switch was on. */ readonly onSec: number;
  /** Number of times it was switched on. */ readonly starts: number;
  readonly doubt: number;
}

/** Figures of a property, one for each hour; null: an hour without a value. */
export interface FigureColumn {
  readonly kind: FigureKind;
  readonly figures: readonly (Figure | null)[];
}

/** Figures of a device-day: the number of messages in each hour, and the figures of each property. */
export interface DayFigures {
  readonly counts: readonly number[];
  readonly columns: ReadonlyMap<string, FigureColumn>;
}

/**
 * Values of properties by message: `times` in milliseconds, and one list for each property. Null or undefined: the
 * message lacks it.
 */
export interface SeriesOfDay {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<string, readonly unknown[]>;
}

/** The last reading of each property before the day. */
export type Before = ReadonlyMap<string, CounterReading>;

/** State of each counter, by property. */
export type GrowthStates = ReadonlyMap<string, GrowthState>;

/** Known facts about counters: states at the end of earlier days, and recorded meter exchanges. */
export interface CounterFacts {
  readonly states: GrowthStates;
  readonly changesOf: (identifier: string) => readonly CounterChange[];
}

const NO_FACTS: CounterFacts = { states: new Map(), changesOf: () => [] };

/** Figures of a day, with the counter states at its end. */
export interface CountedDay extends DayFigures {
  readonly growth: GrowthStates;
}

interface Draft {
  n: number;
  sum: number;
  min: number;
  max: number;
  last: number;
  delta: number;
  onSec: number;
  starts: number;
  doubt: number;
}

const emptyDraft = (): Draft => ({
  n: 0,
  sum: 0,
  min: Infinity,
  max: -Infinity,
  last: 0,
  delta: 0,
  onSec: 0,
  starts: 0,
  doubt: 0,
});

/** Return a number; true and false become 1 and 0, any other value null. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null;

/** Hours of a day. `bounds` has the start of each hour and the end of the last one (milliseconds). */
class Hours {
  readonly #bounds: readonly number[];
  readonly #drafts: (Draft | null)[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#drafts = Array.from({ length: bounds.length - 1 }, () => null);
  }

  indexOf(ts: number): number {
    const { [0]: begin } = this.#bounds;
    if (ts < begin || ts >= this.#bounds.at(-1)!) return -1;
    return Math.floor((ts - begin) / 3_600_000);
  }

  at(index: number): Draft {
    return (this.#drafts[index] ??= emptyDraft());
  }

  /** Call `give` for each hour that a span overlaps, with the overlap. */
  share(from: number, until: number, give: (draft: Draft, begin: number, end: number) => void): void {
    for (let index = 0; index < this.#drafts.length; index += 1) {
      const begin = Math.max(from, this.#bounds[index]);
      const end = Math.min(until, this.#bounds[index + 1]);
      if (end > begin) give(this.at(index), begin, end);
    }
  }

  finish(): (Figure | null)[] {
    return this.#drafts.map((one) => one && { ...one, min: one.n ? one.min : 0, max: one.n ? one.max : 0 });
  }
}

/**
 * Add the growth of a step to its hours. A short step is divided by time; a longer one belongs to the hour of its end
 * and is marked as estimated.
 */
function book(hours: Hours, step: CounterStep): void {
  const { from, until, doubt } = step;
  const isShort = isShared(step);
  const end = hours.indexOf(until);
  if (isShort) hours.share(from, until, (draft, begin, finish) => (draft.delta += partOf(step, begin, finish)));
  else if (end >= 0) hours.at(end).delta += step.delta;
  const mark = doubt | (isShort || from === until || hours.indexOf(from) === end ? 0 : DOUBT.estimated);
  if (end >= 0 && mark) hours.at(end).doubt |= mark;
}

function note(draft: Draft, value: number): void {
  draft.n += 1;
  draft.sum += value;
  draft.min = Math.min(draft.min, value);
  draft.max = Math.max(draft.max, value);
  draft.last = value;
}

interface CounterDay {
  readonly rule: CounterRule;
  readonly readings: readonly CounterReading[];
  readonly before: GrowthState | null;
  readonly changes: readonly CounterChange[];
}

/**
 * Compute the hourly figures of a counter, and its state at the end of the day. Readings just after the day complete
 * its last step.
 */
function counterHours(
  bounds: readonly number[],
  { rule, readings, before, changes }: CounterDay,
): { readonly figures: (Figure | null)[]; readonly state: GrowthState } {
  const hours = new Hours(bounds);
  const growth = new Growth(rule, before);
  const end = bounds.at(-1)!;
  const noted = ({ ts }: CounterReading, isBelieved: boolean): void => {
    const index = hours.indexOf(ts);
    if (index >= 0 && isBelieved) note(hours.at(index), growth.last!.value);
  };
  const seen = before ? seenUntil(before) : -Infinity;
  const due = changes.filter(({ ts }) => ts > seen);
  const [today, after] = [(one: { ts: number }) => one.ts < end, (one: { ts: number }) => one.ts >= end];
  const steps = followCounter(growth, readings.filter(today), due.filter(today), noted);
  const { state } = growth;
  const last = readings.at(-1)?.ts ?? end;
  const soon = due.filter((one) => after(one) && one.ts <= last);
  for (const step of [...steps, ...followCounter(growth, readings.filter(after), soon)]) book(hours, step);
  for (const ts of growth.leftOut) {
    const index = hours.indexOf(ts);
    if (index >= 0) hours.at(index).doubt |= DOUBT.refused;
  }
  return { figures: hours.finish(), state };
}

function numberHours(bounds: readonly number[], readings: readonly CounterReading[]): (Figure | null)[] {
  const hours = new Hours(bounds);
  for (const { ts, value } of readings) {
    const index = hours.indexOf(ts);
    if (index >= 0) note(hours.at(index), value);
  }
  return hours.finish();
}

/**
 * Compute the hourly figures of a switch. It counts as on until the next reading, unless that is more than `SHARED_MS`
 * later.
 */
function switchHours(
  bounds: readonly number[],
  readings: readonly CounterReading[],
  before: CounterReading | undefined,
): (Figure | null)[] {
  const hours = new Hours(bounds);
  let last = before;
  for (const reading of readings) {
    if (last && last.value > 0 && reading.ts - last.ts <= SHARED_MS)
      hours.share(last.ts, reading.ts, (draft, begin, end) => (draft.onSec += (end - begin) / 1000));
    const index = hours.indexOf(reading.ts);
    if (index >= 0) {
      note(hours.at(index), reading.value);
      if (last && last.value <= 0 && reading.value > 0) hours.at(index).starts += 1;
    }
    last = reading;
  }
  return hours.finish();
}

function readingsOf(
  { times, columns }: SeriesOfDay,
  { identifier, isHeld }: FigureProperty,
  before: CounterReading | undefined,
): CounterReading[] {
  const column = columns.get(identifier) ?? [];
  const readings: CounterReading[] = [];
  let last: number | null = before?.value ?? null;
  for (let at = 0; at < times.length; at += 1) {
    const value = numberOf(column[at]);
    if (value !== null) last = value;
    else if (!isHeld || last === null) continue;
    readings.push({ ts: times[at], value: last });
  }
  return readings;
}

/**
 * Return the state of a counter for which none is stored: it continues from the last reading. Null: there is no
 * reading.
 */
const stateFrom = (before: CounterReading | undefined): GrowthState | null =>
  before ? { last: before, since: before.ts, suspects: [] } : null;

/**
 * Compute the hourly figures of a device-day. `series` has messages of the day and those just after, so that a step
 * over midnight is divided. An hour without values is null.
 */
export function figuresOfDay(
  bounds: readonly number[],
  properties: readonly FigureProperty[],
  series: SeriesOfDay,
  before: Before,
  facts: CounterFacts = NO_FACTS,
): CountedDay {
  const columns = new Map<string, FigureColumn>();
  const growth = new Map<string, GrowthState>();
  for (const property of properties) {
    const { identifier, kind, counter } = property;
    const was = before.get(identifier);
    const readings = readingsOf(series, property, was);
    let figures: (Figure | null)[];
    if (kind === 'counter') {
      const state = facts.states.get(identifier) ?? stateFrom(was);
      const changes = facts.changesOf(identifier);
      const counted = counterHours(bounds, { rule: counter, readings, before: state, changes });
      ({ figures } = counted);
      growth.set(identifier, counted.state);
    } else figures = kind === 'switch' ? switchHours(bounds, readings, was) : numberHours(bounds, readings);
    if (figures.some((one) => one !== null)) columns.set(identifier, { kind, figures });
  }
  const messages = new Hours(bounds);
  for (const ts of series.times) {
    const index = messages.indexOf(ts);
    if (index >= 0) messages.at(index).n += 1;
  }
  return { counts: messages.finish().map((one) => one?.n ?? 0), columns, growth };
}

/** Join figures of one property, in order of time; null: there are none. */
export function joinFigures(figures: readonly (Figure | null)[]): Figure | null {
  const some = figures.filter((one) => one !== null);
  if (some.length === 0) return null;
  const measured = some.filter((one) => one.n > 0);
  const sum = (of: (one: Figure) => number): number => some.reduce((all, one) => all + of(one), 0);
  return {
    n: sum((one) => one.n),
    sum: sum((one) => one.sum),
    min: measured.length ? Math.min(...measured.map((one) => one.min)) : 0,
    max: measured.length ? Math.max(...measured.map((one) => one.max)) : 0,
    last: measured.at(-1)?.last ?? 0,
    delta: sum((one) => one.delta),
    onSec: sum((one) => one.onSec),
    starts: sum((one) => one.starts),
    doubt: some.reduce((all, one) => all | one.doubt, 0),
  };
}

/** Return one figure for each property, over the whole day. */
export const wholeDay = ({ counts, columns }: DayFigures): DayFigures => ({
  counts: [counts.reduce((sum, n) => sum + n, 0)],
  columns: new Map([...columns].map(([name, { kind, figures }]) => [name, { kind, figures: [joinFigures(figures)] }])),
});
