import { type PointValue, isPart, valueOfWords, wordsOfValue } from '../points/value.rules.ts';
import { planBlocks, splitOf } from './blocks.rules.ts';
import {
  type BusEvents,
  type BusOptions,
  type BusPoint,
  type BusUnit,
  type PointRead,
  type WriteResult,
} from './bus.rules.ts';
import { BusLine, LineDown, NoAnswer } from './line.server.ts';
import { ModbusException, type ReadRequest, assertWritten, readAnswer, readPdu, writePdu } from './pdu.rules.ts';

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 300_000;
const MAX_SILENT = 3;
const SCAN_TIMEOUT_MS = 250;
/** Exceptions from this number on are those of a gateway: no unit answered. */
const GATEWAY_EXCEPTIONS = 10;

interface UnitState {
  unit: BusUnit;
  /** Points that begin a block of their own, because a block over them was refused. */ readonly cuts: Set<string>;
  /** Blocks of one point that the unit refuses, with the exception. */ readonly refused: Map<string, number>;
  /** When the next read of each interval is due (milliseconds of `performance`). */ readonly due: Map<number, number>;
  silent: number;
  pauseMs: number;
  pausedUntil: number;
  isOnline: boolean;
}

type Outcome = 'answered' | 'silent' | 'failed';

const nameOf = ({ area, register, count }: ReadRequest): string => `${area}:${register}:${count}`;
const isAddressFault = (error: unknown): error is ModbusException =>
  error instanceof ModbusException && error.code <= 3;

/** No answer, or the answer of a gateway that the unit behind it did not answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ModbusException && error.code === 11);

const pointsIn = (block: ReadRequest, points: readonly BusPoint[]): readonly BusPoint[] =>
  points.filter(
    ({ span }) =>
      span.area === block.area &&
      span.register >= block.register &&
      span.register + span.count <= block.register + block.count,
  );

/** Reads of the points that lie within a block. */
function readsIn(block: ReadRequest, words: readonly number[], points: readonly BusPoint[]): Record<string, PointRead> {
  return Object.fromEntries(
    pointsIn(block, points).map((one): [string, PointRead] => {
      const from = one.span.register - block.register;
      const own = words.slice(from, from + one.span.count);
      return [one.code, { value: valueOfWords(own, one.form), words: own, exception: null }];
    }),
  );
}

/** Return why a point takes no writes, or null if it does. */
function unwritable({ isWritable, readModifyWrite, form, span }: BusPoint): 'readOnly' | 'part' | null {
  if (!isWritable || span.area === 1 || span.area === 3) return 'readOnly';
  return isPart(form, span.count) && span.area === 4 && !readModifyWrite ? 'part' : null;
}

const newState = (unit: BusUnit): UnitState => ({
  unit,
  cuts: new Set(),
  refused: new Map(),
  due: new Map(),
  silent: 0,
  pauseMs: FIRST_PAUSE_MS,
  pausedUntil: 0,
  isOnline: false,
});

/**
 * Reads and writes the units of one bus over one connection. All requests share one queue, commands first, and one is
 * open at a time. A unit that is silent three times in a row is paused for one to five minutes, alone.
 */
export class ModbusBus {
  readonly #line: BusLine;
  readonly #events: BusEvents;
  readonly #now: () => number;
  readonly #retries: number;
  readonly #units = new Map<number, UnitState>();

  constructor(options: BusOptions, events: BusEvents) {
    this.#line = new BusLine(options, events);
    this.#events = events;
    this.#now = options.now ?? Date.now;
    this.#retries = options.retries ?? 0;
    this.follow(options.units);
  }

  /** Address of the host; empty while it is not connected. */
  get address(): string {
    return this.#line.address;
  }

  get isOpen(): boolean {
    return this.#line.isOpen;
  }

  /** Serve these units from now on. The state of a unit stays while its points stay. */
  follow(units: readonly BusUnit[]): void {
    const wanted = new Map(units.map((one) => [one.unit, one]));
    for (const number of this.#units.keys()) if (!wanted.has(number)) this.#units.delete(number);
    for (const unit of units) {
      const known = this.#units.get(unit.unit);
      const isSame = known && JSON.stringify(known.unit.points) === JSON.stringify(unit.points);
      if (isSame) known.unit = unit;
      else this.#units.set(unit.unit, { ...newState(unit), isOnline: known?.isOnline ?? false });
    }
  }

  close(): void {
    this.#line.close();
  }

  /** Dial the host, unless it is connected. */
  begin(): Promise<void> {
    return this.#line.begin();
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
  async readUnit(unit: number): Promise<void> {
    const state = this.#units.get(unit);
    if (state) await this.#pollUnit(state, state.unit.points);
  }

  /** Poll units in order. A silent one gets its next request behind the others, so that it delays none of them twice. */
  async #round(
    all: readonly {
      readonly state: UnitState;
      readonly points: readonly BusPoint[];
      readonly isDue?: boolean;
    }[],
  ): Promise<void> {
    let waiting = all.filter(({ state, points }) => points.length > 0 && state.pausedUntil <= this.#now());
    for (let attempt = 0; attempt <= this.#retries && waiting.length > 0; attempt += 1) {
      const again: typeof waiting = [];
      for (const one of waiting) {
        const { state, points } = one;
        if (this.#line.isDown) return;
        if (this.#units.get(state.unit.unit) !== state) continue;
        if (one.isDue && attempt === 0) this.#postpone(state, points);
        const outcome = await this.#pollUnit(state, points);
        if (outcome === 'silent' && state.silent < MAX_SILENT) again.push(one);
      }
      waiting = again;
    }
  }

  /** Let the next reads of these points become due one interval after the last, and note how late they were. */
  #postpone(state: UnitState, points: readonly BusPoint[]): void {
    const now = performance.now();
    let late = 0;
    for (const every of new Set(points.map((one) => one.everyMs ?? 0))) {
      const due = state.due.get(every);
      if (due !== undefined) late = Math.max(late, now - due);
      state.due.set(every, Math.max((due ?? now) + every, now));
    }
    this.#events.late?.(state.unit.unit, late);
  }

  async #pollUnit(state: UnitState, points: readonly BusPoint[]): Promise<Outcome> {
    const { unit } = state.unit;
    const reads: Record<string, PointRead> = {};
    const waiting = this.#blocksOf(state, points);
    let outcome: Outcome = 'answered';
    try {
      for (let block = waiting.shift(); block; block = waiting.shift()) {
        const words = await this.#readBlock(state, block, points);
        if (words) Object.assign(reads, readsIn(block, words, points));
        else waiting.unshift(...this.#parts(state, block, points));
      }
    } catch (error) {
      outcome = this.#failed(state, error);
    }
    for (const point of points) {
      const exception = state.refused.get(nameOf(point.span));
      if (exception !== undefined) reads[point.code] = { value: null, words: null, exception };
    }
    if (Object.keys(reads).length) this.#events.reads?.(unit, reads);
    const read = Object.entries(reads).filter(([, { exception }]) => exception === null);
    if (read.length) this.#events.values(unit, Object.fromEntries(read.map(([code, { value }]) => [code, value])));
    return outcome;
  }

  #blocksOf(state: UnitState, points: readonly BusPoint[]): ReadRequest[] {
    const readable = points.filter(({ span }) => !state.refused.has(nameOf(span))).map(({ span }) => span);
    return planBlocks(readable, state.cuts);
  }

  /** The blocks that replace a refused one, from its split point on. */
  #parts(state: UnitState, block: ReadRequest, points: readonly BusPoint[]): ReadRequest[] {
    return this.#blocksOf(state, pointsIn(block, points));
  }

  /** Return the words of a block, or null after an address fault, for which the block is split and remembered. */
  async #readBlock(state: UnitState, block: ReadRequest, points: readonly BusPoint[]): Promise<number[] | null> {
    const { unit } = state.unit;
    try {
      const words = readAnswer(await this.#line.send(unit, readPdu(block)), block);
      this.#answered(state);
      return words;
    } catch (error) {
      if (!isAddressFault(error)) throw error;
      this.#answered(state);
      const within = pointsIn(block, points);
      const cut = splitOf(
        block,
        within.map((one) => one.span),
      );
      if (cut) state.cuts.add(cut);
      else {
        // The points of the block overlap, so they are refused together.
        for (const point of within) state.refused.set(nameOf(point.span), error.code);
        this.#events.refused(unit, block, error.code);
      }
      return null;
    }
  }

  #answered(state: UnitState): void {
    state.silent = 0;
    state.pauseMs = FIRST_PAUSE_MS;
    state.pausedUntil = 0;
    if (state.isOnline) return;
    state.isOnline = true;
    this.#events.online?.(state.unit.unit);
  }

  #failed(state: UnitState, error: unknown): Outcome {
    if (!isSilence(error)) {
      // Everything is read as soon as the host is connected again.
      if (error instanceof LineDown) {
        state.isOnline = false;
        state.due.clear();
      }
      this.#events.fault(state.unit.unit, error);
      return 'failed';
    }
    state.silent += 1;
    if (state.silent < MAX_SILENT) return 'silent';
    const isFirst = state.silent === MAX_SILENT;
    state.pausedUntil = this.#now() + state.pauseMs;
    state.pauseMs = Math.min(state.pauseMs * 2, MAX_PAUSE_MS);
    state.isOnline = false;
    state.due.clear();
    if (isFirst) this.#events.offline(state.unit.unit);
    return 'silent';
  }

  /** Ask units one by one for a register, and return those that answer: also a refusal is an answer. */
  async scan(units: readonly number[]): Promise<number[]> {
    const found: number[] = [];
    const request = readPdu({ area: 4, register: 0, count: 1 });
    for (const unit of units) {
      try {
        const pdu = await this.#line.send(unit, request, SCAN_TIMEOUT_MS);
        const isRefusal = pdu[0] === (request[0] | 0x80) && pdu[1] < GATEWAY_EXCEPTIONS;
        if (pdu[0] === request[0] || isRefusal) found.push(unit);
      } catch (error) {
        if (error instanceof LineDown) throw error;
      }
    }
    return found;
  }

  /**
   * Write a point, before all waiting reads, and read it back. `done` means that the unit returned the written value.
   * A part of a register is refused unless the point allows `readModifyWrite`. A silent unit gets the same value again.
   */
  async write(unit: number, code: string, value: PointValue): Promise<WriteResult> {
    const state = this.#units.get(unit);
    const point = state?.unit.points.find((one) => one.code === code);
    if (!state || !point) return { result: 'refused', reason: 'unknown' };
    const reason = unwritable(point);
    if (reason) return { result: 'refused', reason };
    for (let attempt = 0; ; attempt += 1)
      try {
        const result = await this.#line.together((send) => this.#writeBy(send, unit, point, value));
        this.#answered(state);
        return result;
      } catch (error) {
        if (error instanceof ModbusException) return { result: 'failed', reason: `exception ${error.code}` };
        if (!(error instanceof NoAnswer)) return { result: 'failed', reason: 'connection' };
        if (attempt >= this.#retries) return { result: 'failed', reason: 'timeout' };
      }
  }

  async #writeBy(
    send: (unit: number, pdu: Uint8Array) => Promise<Uint8Array>,
    unit: number,
    point: BusPoint,
    value: PointValue,
  ): Promise<WriteResult> {
    const read = async (): Promise<number[]> => readAnswer(await send(unit, readPdu(point.span)), point.span);
    const isCoil = point.span.area === 0;
    const present = isPart(point.form, point.span.count) && !isCoil ? await read() : point.span.count;
    const now = typeof present === 'number' ? Array.from({ length: present }, () => 0) : present;
    const words = isCoil ? [Number(value === true || value === 1)] : wordsOfValue(value, point.form, now);
    if (!words) return { result: 'refused', reason: 'range' };
    const pdu = writePdu({ area: isCoil ? 0 : 4, register: point.span.register, words });
    assertWritten(await send(unit, pdu), pdu);
    const after = await read();
    return words.every((one, at) => after[at] === one)
      ? { result: 'done', value: valueOfWords(after, point.form) }
      : { result: 'failed', reason: 'notTaken' };
  }
}
