import type { TracingCodec } from '../codec/binary.rules.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import type { BusEvents, BusOptions, BusPoint, BusUnit, PolledBus, UnitId, WriteResult } from '../modbus/bus.rules.ts';
import { BusLine } from '../modbus/line.server.ts';
import { type PointReads, UnitRounds, UnitState } from '../modbus/unit-rounds.server.ts';
import type { PointValue } from '../points/value.rules.ts';
import { type MeterProtocol, meterCodec } from './meter-protocol.rules.ts';
import { type MeterAnswer, type MeterRequest, meterWire } from './meter-wire.rules.ts';

/** A meter with its points. */
class Meter extends UnitState {
  readonly #protocol: MeterProtocol;
  readonly #codecs = new Map<string, TracingCodec>();

  constructor(protocol: MeterProtocol, ...rest: ConstructorParameters<typeof UnitState>) {
    super(...rest);
    this.#protocol = protocol;
  }

  /** Return the points by the identifier that asks for them. */
  byIdentifier(points: readonly BusPoint[]): ReadonlyMap<string | null, readonly BusPoint[]> {
    return Map.groupBy(points, ({ address }) => this.#protocol.diOf(address));
  }

  /** Read a point in the frame of an answer. Throw `FrameFault` if it does not fit. */
  valueIn(frame: Uint8Array, { code, address, form }: BusPoint): PointValue {
    const codec = this.#codecs.get(code) ?? meterCodec(this.#protocol, this.#protocol.fieldsOf(code, address, form));
    this.#codecs.set(code, codec);
    return (codec.decode(frame).props[code] ?? null) as PointValue;
  }
}

/** Reads the meters of one bus over one connection, one request at a time. Nothing is written to a meter. */
export class MeterBus implements PolledBus {
  readonly #line: BusLine<MeterRequest, MeterAnswer>;
  readonly #rounds: UnitRounds<Meter>;
  readonly #events: BusEvents;

  constructor(options: BusOptions & { readonly protocol: MeterProtocol }, events: BusEvents) {
    const { protocol } = options;
    this.#events = events;
    this.#line = new BusLine(options, meterWire(protocol), events);
    this.#rounds = new UnitRounds({
      ...options,
      events,
      make: (...of) => new Meter(protocol, ...of),
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

  write(): Promise<WriteResult> {
    return Promise.resolve({ result: 'refused', reason: 'readOnly' });
  }

  scan(): Promise<number[]> {
    return Promise.resolve([]);
  }

  async #read(state: Meter, points: readonly BusPoint[], reads: PointReads): Promise<void> {
    const { unit } = state.unit;
    for (const [di, some] of state.byIdentifier(points)) {
      if (di === null) continue;
      const answer = await this.#line.send({ unit, di });
      this.#rounds.answered(state);
      if ('refusal' in answer) this.#rounds.refused(state, new Set(some.map(({ address }) => address)), answer.refusal);
      else
        for (const one of some)
          reads[one.code] = { value: this.#valueOf(state, one, answer.frame), words: answer.data, exception: null };
    }
  }

  /** Return the value of a point; null, with the reason as an event, if it does not fit the answer. */
  #valueOf(state: Meter, point: BusPoint, frame: Uint8Array): PointValue {
    try {
      return state.valueIn(frame, point);
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      this.#events.wrong?.(state.unit.unit, error.words);
      return null;
    }
  }
}
