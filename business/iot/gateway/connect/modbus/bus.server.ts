import { type PointValue, isPart, valueOfWords, wordsOfValue } from '../points/value.rules.ts';
import { planBlocks, splitOf } from './blocks.rules.ts';
import { type BusEvents, type BusOptions, type BusPoint, type BusUnit, type WriteResult } from './bus.rules.ts';
import { BusLine, NoAnswer } from './line.server.ts';
import { ModbusException, type ReadRequest, assertWritten, readAnswer, readPdu, writePdu } from './pdu.rules.ts';

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 300_000;
const MAX_SILENT = 3;

interface UnitState {
  readonly unit: BusUnit;
  /** Points that begin a block of their own, because a block over them was refused. */ readonly cuts: Set<string>;
  /** Blocks of one point that the unit refuses. */ readonly refused: Set<string>;
  silent: number;
  pauseMs: number;
  pausedUntil: number;
}

const nameOf = ({ area, register, count }: ReadRequest): string => `${area}:${register}:${count}`;
const isAddressFault = (error: unknown): boolean =>
  error instanceof ModbusException && (error.code === 2 || error.code === 3);

/** No answer, or the answer of a gateway that the unit behind it did not answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ModbusException && error.code === 11);

/** Values of the points that lie within a block. */
function valuesIn(
  block: ReadRequest,
  words: readonly number[],
  points: readonly BusPoint[],
): Record<string, PointValue> {
  const within = points.filter(
    (one) =>
      one.span.area === block.area &&
      one.span.register >= block.register &&
      one.span.register + one.span.count <= block.register + block.count,
  );
  return Object.fromEntries(
    within.map((one) => {
      const from = one.span.register - block.register;
      return [one.code, valueOfWords(words.slice(from, from + one.span.count), one.form)];
    }),
  );
}

/**
 * Reads and writes the units of one bus over one connection. All requests share one queue, commands first, and one is
 * open at a time. A unit that is silent three times in a row is paused for one to five minutes, alone.
 */
export class ModbusBus {
  readonly #line: BusLine;
  readonly #events: BusEvents;
  readonly #now: () => number;
  readonly #units: Map<number, UnitState>;

  constructor(options: BusOptions, events: BusEvents) {
    this.#line = new BusLine(options);
    this.#events = events;
    this.#now = options.now ?? Date.now;
    this.#units = new Map(
      options.units.map((unit) => [
        unit.unit,
        { unit, cuts: new Set(), refused: new Set(), silent: 0, pauseMs: FIRST_PAUSE_MS, pausedUntil: 0 },
      ]),
    );
  }

  close(): void {
    this.#line.close();
  }

  /** Read all points of all units once. A paused unit is left out. The values go to the events, one call per unit. */
  async poll(): Promise<void> {
    for (const state of this.#units.values()) if (state.pausedUntil <= this.#now()) await this.#pollUnit(state);
  }

  async #pollUnit(state: UnitState): Promise<void> {
    const { unit, points } = state.unit;
    const values: Record<string, PointValue> = {};
    const spans = points.map((one) => one.span);
    const waiting = planBlocks(spans, state.cuts).filter((block) => !state.refused.has(nameOf(block)));
    try {
      for (let block = waiting.shift(); block; block = waiting.shift()) {
        const words = await this.#readBlock(state, block);
        if (words) Object.assign(values, valuesIn(block, words, points));
        else waiting.unshift(...this.#parts(state, block));
      }
    } catch (error) {
      this.#failed(state, error);
    }
    if (Object.keys(values).length) this.#events.values(unit, values);
  }

  /** The blocks that replace a refused one, from its split point on. */
  #parts(state: UnitState, block: ReadRequest): ReadRequest[] {
    const spans = state.unit.points.map((one) => one.span);
    return planBlocks(spans, state.cuts).filter(
      (one) =>
        one.area === block.area &&
        one.register >= block.register &&
        one.register < block.register + block.count &&
        !state.refused.has(nameOf(one)),
    );
  }

  /** Return the words of a block, or null after an address fault, for which the block is split and remembered. */
  async #readBlock(state: UnitState, block: ReadRequest): Promise<number[] | null> {
    const { unit } = state.unit;
    try {
      const words = readAnswer(await this.#line.send(unit, readPdu(block)), block);
      this.#answered(state);
      return words;
    } catch (error) {
      if (!isAddressFault(error)) throw error;
      this.#answered(state);
      const cut = splitOf(
        block,
        state.unit.points.map((one) => one.span),
      );
      if (cut) state.cuts.add(cut);
      else {
        state.refused.add(nameOf(block));
        this.#events.refused(unit, block, (error as ModbusException).code);
      }
      return null;
    }
  }

  #answered(state: UnitState): void {
    state.silent = 0;
    state.pauseMs = FIRST_PAUSE_MS;
    state.pausedUntil = 0;
  }

  #failed(state: UnitState, error: unknown): void {
    if (!isSilence(error)) return this.#events.fault(state.unit.unit, error);
    state.silent += 1;
    if (state.silent < MAX_SILENT) return;
    const isFirst = state.silent === MAX_SILENT;
    state.pausedUntil = this.#now() + state.pauseMs;
    state.pauseMs = Math.min(state.pauseMs * 2, MAX_PAUSE_MS);
    if (isFirst) this.#events.offline(state.unit.unit);
  }

  /**
   * Write a point, before all waiting reads, and read it back. `done` means that the unit returned the written value.
   * A part of a register is refused unless the point allows `readModifyWrite`.
   */
  async write(unit: number, code: string, value: PointValue): Promise<WriteResult> {
    const point = this.#units.get(unit)?.unit.points.find((one) => one.code === code);
    if (!point) return { result: 'refused', reason: 'unknown' };
    if (!point.isWritable || point.span.area === 1 || point.span.area === 3)
      return { result: 'refused', reason: 'readOnly' };
    if (isPart(point.form, point.span.count) && point.span.area === 4 && !point.readModifyWrite)
      return { result: 'refused', reason: 'part' };
    try {
      return await this.#line.together((send) => this.#writeBy(send, unit, point, value));
    } catch (error) {
      if (error instanceof ModbusException) return { result: 'failed', reason: `exception ${error.code}` };
      return { result: 'failed', reason: error instanceof NoAnswer ? 'timeout' : 'connection' };
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
