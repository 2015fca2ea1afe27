import { registersOf } from '../points/address.rules.ts';
import { type PointValue, bytesOfWords, isPart, valueOfWords, wordsOfValue } from '../points/value.rules.ts';
import { hexOfBytes } from '../codec/frame.rules.ts';
import { type Located, planBlocks, splitOf } from './blocks.rules.ts';
import type { BusEvents, BusOptions, BusPoint, BusUnit, PolledBus, UnitId, WriteResult } from './bus.rules.ts';
import { type ModbusRequest, type Transport, modbusWire } from './framing.rules.ts';
import { BusLine, LineDown, NoAnswer } from './line.server.ts';
import { ModbusException, type ReadRequest, assertWritten, readAnswer, readPdu, writePdu } from './pdu.rules.ts';
import { type PointReads, UnitRounds, UnitState } from './unit-rounds.server.ts';

const SCAN_TIMEOUT_MS = 250;
/** Exceptions from this number on are those of a gateway: no unit answered. */
const GATEWAY_EXCEPTIONS = 10;
/** A gateway answers that the unit behind it does not. */
const UNIT_SILENT = 11;

/** A point with its registers. */
interface RegisterPoint extends BusPoint {
  readonly span: Located;
}

/** A unit with the points that begin a block of their own, because a block over them was refused. */
class ModbusUnit extends UnitState {
  readonly cuts = new Set<string>();
}

const isAddressFault = (error: unknown): error is ModbusException =>
  error instanceof ModbusException && error.code <= 3;

function located(points: readonly BusPoint[]): RegisterPoint[] {
  return points.flatMap((one) => {
    const span = registersOf(one.address);
    return span ? [{ ...one, span }] : [];
  });
}

const pointsIn = (block: ReadRequest, points: readonly RegisterPoint[]): readonly RegisterPoint[] =>
  points.filter(
    ({ span }) =>
      span.area === block.area &&
      span.register >= block.register &&
      span.register + span.count <= block.register + block.count,
  );

/** Reads of the points that lie within a block. */
function readsIn(block: ReadRequest, words: readonly number[], points: readonly RegisterPoint[]): PointReads {
  return Object.fromEntries(
    pointsIn(block, points).map((one): [string, PointReads[string]] => {
      const from = one.span.register - block.register;
      const own = words.slice(from, from + one.span.count);
      const hex = hexOfBytes(Uint8Array.from(bytesOfWords(own)));
      return [one.code, { value: valueOfWords(own, one.form), words: hex, exception: null }];
    }),
  );
}

/** Return why a point takes no writes, or null if it does. */
function unwritable({ isWritable, readModifyWrite, form, span }: RegisterPoint): 'readOnly' | 'part' | null {
  if (!isWritable || span.area === 1 || span.area === 3) return 'readOnly';
  return isPart(form, span.count) && span.area === 4 && !readModifyWrite ? 'part' : null;
}

/** Reads and writes the units of one Modbus bus over one connection. All requests share one queue, commands first. */
export class ModbusBus implements PolledBus {
  readonly #line: BusLine<ModbusRequest, Uint8Array>;
  readonly #rounds: UnitRounds<ModbusUnit>;
  readonly #retries: number;

  constructor(options: BusOptions & { readonly transport: Transport }, events: BusEvents) {
    this.#line = new BusLine(options, modbusWire(options.transport), events);
    this.#retries = options.retries ?? 0;
    this.#rounds = new UnitRounds({
      ...options,
      events,
      make: (unit, isOnline, now) => new ModbusUnit(unit, isOnline, now),
      read: (state, points, reads) => this.#read(state, points, reads),
      isDown: () => this.#line.isDown,
    });
    this.follow(options.units);
  }

  get address(): string {
    return this.#line.address;
  }

  get isOpen(): boolean {
    return this.#line.isOpen;
  }

  follow(units: readonly BusUnit[]): void {
    this.#rounds.follow(units);
  }

  close(): void {
    this.#line.close();
  }

  begin(): Promise<void> {
    return this.#line.begin();
  }

  poll(): Promise<void> {
    return this.#rounds.poll();
  }

  pollDue(): Promise<number> {
    return this.#rounds.pollDue();
  }

  readUnit(unit: UnitId): Promise<void> {
    return this.#rounds.readUnit(unit);
  }

  async #read(state: ModbusUnit, wanted: readonly BusPoint[], reads: PointReads): Promise<void> {
    const points = located(wanted);
    const blocks = (some: readonly RegisterPoint[]): ReadRequest[] =>
      planBlocks(
        some.filter(({ address }) => state.refusalOf(address) === undefined).map(({ span }) => span),
        state.cuts,
      );
    const waiting = blocks(points);
    for (let block = waiting.shift(); block; block = waiting.shift()) {
      const words = await this.#readBlock(state, block, points);
      if (words) Object.assign(reads, readsIn(block, words, points));
      // The blocks that replace a refused one, from its split point on.
      else waiting.unshift(...blocks(pointsIn(block, points)));
    }
  }

  /** Return the words of a block, or null after an address fault, for which the block is split and remembered. */
  async #readBlock(state: ModbusUnit, block: ReadRequest, points: readonly RegisterPoint[]): Promise<number[] | null> {
    try {
      const words = readAnswer(await this.#line.send({ unit: state.unit.unit, pdu: readPdu(block) }), block);
      this.#rounds.answered(state);
      return words;
    } catch (error) {
      if (error instanceof ModbusException && error.code === UNIT_SILENT) throw new NoAnswer(error.message);
      if (!isAddressFault(error)) throw error;
      this.#rounds.answered(state);
      const within = pointsIn(block, points);
      const cut = splitOf(
        block,
        within.map((one) => one.span),
      );
      if (cut) state.cuts.add(cut);
      // The points of the block overlap, so they are refused together.
      else this.#rounds.refused(state, new Set(within.map(({ address }) => address)), error.code);
      return null;
    }
  }

  /** Ask units one by one for a register, and return those that answer: also a refusal is an answer. */
  async scan(units: readonly number[]): Promise<number[]> {
    const found: number[] = [];
    const request = readPdu({ area: 4, register: 0, count: 1 });
    for (const unit of units) {
      try {
        const pdu = await this.#line.send({ unit, pdu: request }, SCAN_TIMEOUT_MS);
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
  async write(unit: UnitId, code: string, value: PointValue): Promise<WriteResult> {
    const state = this.#rounds.stateOf(unit);
    const [point] = located(state?.unit.points.filter((one) => one.code === code) ?? []);
    if (!state || !point) return { result: 'refused', reason: 'unknown' };
    const reason = unwritable(point);
    if (reason) return { result: 'refused', reason };
    for (let attempt = 0; ; attempt += 1)
      try {
        const result = await this.#line.together((send) => this.#writeBy((pdu) => send({ unit, pdu }), point, value));
        this.#rounds.answered(state);
        return result;
      } catch (error) {
        if (error instanceof ModbusException) return { result: 'failed', reason: `exception ${error.code}` };
        if (!(error instanceof NoAnswer)) return { result: 'failed', reason: 'connection' };
        if (attempt >= this.#retries) return { result: 'failed', reason: 'timeout' };
      }
  }

  async #writeBy(
    send: (pdu: Uint8Array) => Promise<Uint8Array>,
    point: RegisterPoint,
    value: PointValue,
  ): Promise<WriteResult> {
    const read = async (): Promise<number[]> => readAnswer(await send(readPdu(point.span)), point.span);
    const isCoil = point.span.area === 0;
    const present = isPart(point.form, point.span.count) && !isCoil ? await read() : point.span.count;
    const now = typeof present === 'number' ? Array.from({ length: present }, () => 0) : present;
    const words = isCoil ? [Number(value === true || value === 1)] : wordsOfValue(value, point.form, now);
    if (!words) return { result: 'refused', reason: 'range' };
    const pdu = writePdu({ area: isCoil ? 0 : 4, register: point.span.register, words });
    assertWritten(await send(pdu), pdu);
    const after = await read();
    return words.every((one, at) => after[at] === one)
      ? { result: 'done', value: valueOfWords(after, point.form) }
      : { result: 'failed', reason: 'notTaken' };
  }
}
