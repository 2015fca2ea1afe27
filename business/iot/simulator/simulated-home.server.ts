import type { PlantedFault } from '../alarms/built-in/planted-fault.rules.ts';
import { Household } from './household.rules.ts';
import { actsBefore, machineOf } from './machine.rules.ts';
import type { Machine, Minute } from './minute.rules.ts';
import type { DeviceClient } from './mqtt-client.server.ts';
import { Random, seedOf } from './random.rules.ts';
import type { Weather } from './weather.rules.ts';

/** A device as its simulator must know it. */
export interface SimulatedDevice {
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly secret: string;
  readonly parentKey: string | null;
  readonly mac: string | null;
  readonly serialNumber: string | null;
  readonly reportSeconds: number;
  /** What its counters showed when it was last heard: they go on from there. */
  readonly counters?: Readonly<Record<string, number>>;
}

/** The devices of one home. */
export interface SimulatedHomeOptions {
  readonly name: string;
  readonly devices: readonly SimulatedDevice[];
}

/** What a home does wrong on request. */
export type Misbehaviour = 'silence' | 'duplicate' | 'shuffled' | 'late' | 'clock' | 'noise' | 'power';

/** Hears what homes send, and what of it is safe. */
export interface HomeObserver {
  sent(deviceKey: string, ts: number, params: Readonly<Record<string, unknown>>): void;
  acknowledged(deviceKey: string, ts: number, params: Readonly<Record<string, unknown>>): void;
}

interface Running {
  readonly of: SimulatedDevice;
  readonly machine: Machine;
  /** By how much its counters are ahead of those of a new machine. */ readonly ahead: ReadonlyMap<string, number>;
  next: number;
}

/** A machine begins where its seed lets it begin; its counters have counted on since. */
function aheadOf({ counters = {} }: SimulatedDevice, machine: Machine): ReadonlyMap<string, number> {
  const fresh = machine.values();
  return new Map(
    Object.entries(counters).flatMap(([name, shown]) => {
      const begin = fresh[name];
      return typeof begin === 'number' && shown > begin ? [[name, shown - begin] as const] : [];
    }),
  );
}

/** One home: its people, its machines, and the lines on which they report. Machines behind a gateway speak through it. */
export class SimulatedHome {
  readonly household: Household;
  readonly #random: Random;
  readonly #devices: Running[] = [];
  readonly #client: (device: SimulatedDevice) => DeviceClient | undefined;
  readonly #observer: HomeObserver | undefined;
  readonly name: string;
  #last = 0;
  /** Messages that wait for their turn, of a home that shuffles or is late. */ #held: (() => void)[] = [];
  misbehaves: Misbehaviour | null = null;
  /** A fault that one of its machines has. */ fault: PlantedFault | null = null;

  constructor(
    { name, devices }: SimulatedHomeOptions,
    client: (device: SimulatedDevice) => DeviceClient | undefined,
    observer?: HomeObserver,
  ) {
    this.#observer = observer;
    this.name = name;
    this.#random = new Random(seedOf(name));
    this.household = new Household(this.#random);
    this.#client = client;
    for (const of of devices.toSorted((a, b) => actsBefore(a.modelCode, b.modelCode))) {
      const behind = devices.filter((one) => one.parentKey === of.deviceKey).length;
      const machine = machineOf(of.modelCode, new Random(seedOf(of.deviceKey)), behind);
      if (machine) this.#devices.push({ of, machine, ahead: aheadOf(of, machine), next: 0 });
    }
  }

  /** Lives until a moment, a minute at a time, and reports what is due. */
  live(now: number, weather: Weather): void {
    if (this.#last === 0) this.#last = now - 60_000;
    for (; this.#last + 60_000 <= now; this.#last += 60_000) this.#step(this.#last + 60_000, weather);
    for (const device of this.#devices) {
      if (device.next === 0) device.next = now + this.#random.between(0, device.of.reportSeconds * 1000);
      if (now < device.next) continue;
      device.next = now + device.of.reportSeconds * 1000 * this.#random.between(0.9, 1.1);
      this.#report(device, now);
    }
  }

  #step(ms: number, weather: Weather): void {
    const minute: Minute = {
      ms,
      weather,
      home: this.household,
      water: this.household.waterOf(ms),
      electricity: 0,
      heat: 0,
      air: { flow: 0, filter: 0 },
    };
    for (const { machine } of this.#devices) machine.step(minute);
    this.household.step(ms, weather, minute.heat, minute.air);
  }

  #report({ of, machine, ahead }: Running, now: number): void {
    if (this.misbehaves === 'silence' || this.misbehaves === 'power') return;
    const params = { ...machine.values(), ...this.#faultOf(of) };
    for (const [name, more] of ahead) params[name] = Math.round((Number(params[name]) + more) * 1000) / 1000;
    if (this.misbehaves === 'noise' && this.#random.chance(0.3)) {
      const names = Object.keys(params).filter((name) => typeof params[name] === 'number');
      if (names.length > 0) params[this.#random.pick(names)] = 32_767;
    }
    const ts = this.misbehaves === 'clock' ? now + 8 * 3_600_000 : now;
    const send = (): void => this.#send(of, ts, params);
    if (this.misbehaves === 'late' || this.misbehaves === 'shuffled') {
      this.#held.push(send);
      if (this.#held.length >= 12) this.#release(this.misbehaves === 'shuffled');
      return;
    }
    send();
    if (this.misbehaves === 'duplicate') send();
  }

  /** The values by which a machine shows the fault that was planted in its home. */
  #faultOf({ modelCode }: SimulatedDevice): PlantedFault['values'] {
    return this.fault?.modelCode === modelCode ? this.fault.values : {};
  }

  #release(isShuffled: boolean): void {
    const held = this.#held;
    this.#held = [];
    if (isShuffled) held.sort(() => this.#random.next() - 0.5);
    for (const send of held) send();
  }

  #send(of: SimulatedDevice, ts: number, params: Readonly<Record<string, unknown>>): void {
    const gateway = this.#devices.find((one) => one.of.deviceKey === of.parentKey);
    const own = this.#client(of);
    const client = own ?? (gateway && this.#client(gateway.of));
    if (!client) return;
    this.#observer?.sent(of.deviceKey, ts, params);
    const safe = own
      ? own.publish('props', { id: `${ts}`, ts, params })
      : client.publish('sub/props', { items: [{ dev: of.deviceKey, ts, params }] });
    void safe.then((isSafe) => {
      if (isSafe) this.#observer?.acknowledged(of.deviceKey, ts, params);
    });
  }

  get devices(): readonly SimulatedDevice[] {
    return this.#devices.map(({ of }) => of);
  }
}
