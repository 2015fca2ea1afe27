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

/** How the values of a property become figures: a measured number, a counter, or how long something was on (a state other than the first). */
export type FigureKind = 'number' | 'counter' | 'switch';

/** What is known of a property whose values become figures. */
export interface FigureProperty {
  readonly identifier: string;
  readonly kind: FigureKind;
  readonly counter: CounterRule;
  /** A message without it says that it stands as it was. */ readonly isHeld: boolean;
}

/** The figures of one property over an hour or a day. Parts that its kind has not are 0. */
export interface Figure {
  readonly n: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
  /** What a counter grew. */ readonly delta: number;
  /** Seconds that a switch was on. */ readonly onSec: number;
  /** How often it was switched on. */ readonly starts: number;
  readonly doubt: number;
}

/** Figures of one kind, hour by hour; null: nothing was told in that hour. */
export interface FigureColumn {
  readonly kind: FigureKind;
  readonly figures: readonly (Figure | null)[];
}

/** The hours of a device-day: how many messages came in each, and the figures of each property. */
export interface DayFigures {
  readonly counts: readonly number[];
  readonly columns: ReadonlyMap<string, FigureColumn>;
}

/** One property over the messages that are looked at: its values, null or undefined where a message had none. */
export interface SeriesOfDay {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<string, readonly unknown[]>;
}

/** What was before the day: the last value of each property. */
export type Before = ReadonlyMap<string, CounterReading>;

/** Where each counter is, by its property. */
export type GrowthStates = ReadonlyMap<string, GrowthState>;

/** What is known of the counters of a device besides their readings: where they were before, and exchanges of their meters. */
export interface CounterFacts {
  readonly states: GrowthStates;
  readonly changesOf: (identifier: string) => readonly CounterChange[];
}

const NO_FACTS: CounterFacts = { states: new Map(), changesOf: () => [] };

/** The figures of a day, and where its counters are when it ends. */
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

/** A number, or yes and no as one and nothing. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null;

/** The hours of a day: `bounds` holds where each begins and where the last one ends. */
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

  /** The hours that a span touches, each with the part of the span that lies in it. */
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

/** Book a step: a short one is shared out by time, one over a longer silence counts in the hour of its end, as an estimate. */
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

/** Follow a counter over its day and the first readings after it; answer its hours, and where it is when the day ends. */
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

/** On from a reading to the next one, where that came soon enough to be believed. */
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

/** A counter of which no state is stored goes on from its last reading. */
const stateFrom = (before: CounterReading | undefined): GrowthState | null =>
  before ? { last: before, since: before.ts, suspects: [] } : null;

/**
 * The figures of a device-day, hour by hour, from its messages and those around it: the first after the day too, so that a step over
 * midnight is shared out. An hour in which nothing was told of a property has no figure of it.
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

/** Several figures of one property as one, in their order; null where there is none. */
export function joinFigures(figures: readonly (Figure | null)[]): Figure | null {
  const some = figures.filter((one) => one !== null);
  if (some.length === 0) return null;
  const told = some.filter((one) => one.n > 0);
  const sum = (of: (one: Figure) => number): number => some.reduce((all, one) => all + of(one), 0);
  return {
    n: sum((one) => one.n),
    sum: sum((one) => one.sum),
    min: told.length ? Math.min(...told.map((one) => one.min)) : 0,
    max: told.length ? Math.max(...told.map((one) => one.max)) : 0,
    last: told.at(-1)?.last ?? 0,
    delta: sum((one) => one.delta),
    onSec: sum((one) => one.onSec),
    starts: sum((one) => one.starts),
    doubt: some.reduce((all, one) => all | one.doubt, 0),
  };
}

/** The whole day as one figure a property. */
export const wholeDay = ({ counts, columns }: DayFigures): DayFigures => ({
  counts: [counts.reduce((sum, n) => sum + n, 0)],
  columns: new Map([...columns].map(([name, { kind, figures }]) => [name, { kind, figures: [joinFigures(figures)] }])),
});
