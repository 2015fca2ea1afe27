import type { BusEvents, BusOptions, BusPoint, BusUnit, PointRead, UnitId } from './bus.rules.ts';
import { LineDown, NoAnswer } from './line.server.ts';

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 300_000;
const MAX_SILENT = 3;
/** After this time a refused address is read again: the unit may have learnt it. */
const REFUSED_MS = 3_600_000;

type Outcome = 'answered' | 'silent' | 'failed';

/** Reads of a poll by code of the point. */
export type PointReads = Record<string, PointRead>;

/** A unit of a bus while it is polled. */
export class UnitState {
  unit: BusUnit;
  /** When the next read of each interval is due (milliseconds of `performance`). */ readonly due = new Map<
    number,
    number
  >();
  silent = 0;
  pauseMs = FIRST_PAUSE_MS;
  pausedUntil = 0;
  isOnline: boolean;
  /** Refused addresses with the exception, and until when they are not read. */
  readonly #refused = new Map<string, { readonly code: number; readonly until: number }>();
  readonly #now: () => number;

  constructor(unit: BusUnit, isOnline: boolean, now: () => number) {
    this.unit = unit;
    this.isOnline = isOnline;
    this.#now = now;
  }

  refuse(address: string, code: number): void {
    this.#refused.set(address, { code, until: this.#now() + REFUSED_MS });
  }

  /** Return the exception of an address that is not read now; undefined: it is read. */
  refusalOf(address: string): number | undefined {
    const found = this.#refused.get(address);
    if (found && found.until > this.#now()) return found.code;
    this.#refused.delete(address);
    return undefined;
  }
}

interface RoundsOptions<State extends UnitState> extends Pick<BusOptions, 'now' | 'retries'> {
  readonly events: BusEvents;
  make(unit: BusUnit, isOnline: boolean, now: () => number): State;
  /** Read points that are not refused into `reads`. Reads before a failure count. */
  read(state: State, points: readonly BusPoint[], reads: PointReads): Promise<void>;
  /** Did the connection fail a moment ago? */ isDown(): boolean;
}

/**
 * The order in which the units of a bus are read. A unit that is silent three times in a row is paused for one to five
 * minutes, alone.
 */
export class UnitRounds<State extends UnitState> {
  readonly #of: RoundsOptions<State>;
  readonly #now: () => number;
  readonly #retries: number;
  readonly #units = new Map<UnitId, State>();

  constructor(of: RoundsOptions<State>) {
    this.#of = of;
    this.#now = of.now ?? Date.now;
    this.#retries = of.retries ?? 0;
  }

  /** Serve these units from now on. The state of a unit stays while its points stay. */
  follow(units: readonly BusUnit[]): void {
    const wanted = new Map(units.map((one) => [one.unit, one]));
    for (const number of this.#units.keys()) if (!wanted.has(number)) this.#units.delete(number);
    for (const unit of units) {
      const known = this.#units.get(unit.unit);
      const isSame = known && JSON.stringify(known.unit.points) === JSON.stringify(unit.points);
      if (isSame) known.unit = unit;
      else this.#units.set(unit.unit, this.#of.make(unit, known?.isOnline ?? false, this.#now));
    }
  }

  stateOf(unit: UnitId): State | undefined {
    return this.#units.get(unit);
  }

  /** Read all points of all units once. A paused unit is left out. The values go to the events, one call per unit. */
  async poll(): Promise<void> {
    await this.#round([...this.#units.values()].map((state) => ({ state, points: state.unit.points })));
  }

  /**
   * Read the points whose interval has passed.
   *
   * @returns Milliseconds until the next ones are due.
   */
  async pollDue(): Promise<number> {
    await this.#round(
      [...this.#units.values()].map((state) => ({
        state,
        points: state.unit.points.filter((one) => (state.due.get(one.everyMs ?? 0) ?? 0) <= performance.now()),
        isDue: true,
      })),
    );
    const now = performance.now();
    const paused = this.#now();
    const next = [...this.#units.values()]
      .filter((state) => state.pausedUntil <= paused)
      .flatMap((state) => [...state.due.values()]);
    return Math.max(0, Math.min(...next, now + MAX_PAUSE_MS) - now);
  }

  /** Read a unit now, whatever is due. */
  async readUnit(unit: UnitId): Promise<void> {
    const state = this.#units.get(unit);
    if (state) await this.#pollUnit(state, state.unit.points);
  }

  /** Poll units in order. A silent one gets its next request behind the others, so that it delays none of them twice. */
  async #round(
    all: readonly {
      readonly state: State;
      readonly points: readonly BusPoint[];
      readonly isDue?: boolean;
    }[],
  ): Promise<void> {
    let waiting = all.filter(({ state, points }) => points.length > 0 && state.pausedUntil <= this.#now());
    for (let attempt = 0; attempt <= this.#retries && waiting.length > 0; attempt += 1) {
      const again: typeof waiting = [];
      for (const one of waiting) {
        const { state, points } = one;
        if (this.#of.isDown()) return;
        if (this.#units.get(state.unit.unit) !== state) continue;
        if (one.isDue && attempt === 0) this.#postpone(state, points);
        const outcome = await this.#pollUnit(state, points);
        if (outcome === 'silent' && state.silent < MAX_SILENT) again.push(one);
      }
      waiting = again;
    }
  }

  /** Let the next reads of these points become due one interval after the last, and note how late they were. */
  #postpone(state: State, points: readonly BusPoint[]): void {
    const now = performance.now();
    let late = 0;
    for (const every of new Set(points.map((one) => one.everyMs ?? 0))) {
      const due = state.due.get(every);
      if (due !== undefined) late = Math.max(late, now - due);
      state.due.set(every, Math.max((due ?? now) + every, now));
    }
    this.#of.events.late?.(state.unit.unit, late);
  }

  async #pollUnit(state: State, points: readonly BusPoint[]): Promise<Outcome> {
    const { events } = this.#of;
    const { unit } = state.unit;
    const reads: PointReads = {};
    let outcome: Outcome = 'answered';
    try {
      await this.#of.read(
        state,
        points.filter(({ address }) => state.refusalOf(address) === undefined),
        reads,
      );
    } catch (error) {
      outcome = this.#failed(state, error);
    }
    for (const point of points) {
      const exception = state.refusalOf(point.address);
      if (exception !== undefined) reads[point.code] = { value: null, words: null, exception };
    }
    if (Object.keys(reads).length) events.reads?.(unit, reads);
    const read = Object.entries(reads).filter(([, { exception }]) => exception === null);
    if (read.length) events.values(unit, Object.fromEntries(read.map(([code, { value }]) => [code, value])));
    return outcome;
  }

  /** Note that a unit answered: it is online, and its next silence is its first one. */
  answered(state: State): void {
    state.silent = 0;
    state.pauseMs = FIRST_PAUSE_MS;
    state.pausedUntil = 0;
    if (state.isOnline) return;
    state.isOnline = true;
    this.#of.events.online?.(state.unit.unit);
  }

  /** Note that a unit refuses addresses, with one answer. */
  refused(state: State, addresses: ReadonlySet<string>, code: number): void {
    for (const address of addresses) state.refuse(address, code);
    this.#of.events.refused(state.unit.unit, [...addresses], code);
  }

  #failed(state: State, error: unknown): Outcome {
    if (!(error instanceof NoAnswer)) {
      // Everything is read as soon as the host is connected again.
      if (error instanceof LineDown) {
        state.isOnline = false;
        state.due.clear();
      }
      this.#of.events.fault(state.unit.unit, error);
      return 'failed';
    }
    state.silent += 1;
    if (state.silent < MAX_SILENT) return 'silent';
    const isFirst = state.silent === MAX_SILENT;
    state.pausedUntil = this.#now() + state.pauseMs;
    state.pauseMs = Math.min(state.pauseMs * 2, MAX_PAUSE_MS);
    state.isOnline = false;
    state.due.clear();
    if (isFirst) this.#of.events.offline(state.unit.unit);
    return 'silent';
  }
}
