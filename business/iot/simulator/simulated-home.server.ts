import type { PlantedFault } from '../alarms/built-in/planted-fault.rules.ts';
import { Household } from './household.rules.ts';
import { actsBefore, machineOf } from './machine.rules.ts';
import type { Machine, Minute } from './minute.rules.ts';
import type { DeviceClient } from './mqtt-client.server.ts';
import { Executed, type HeardCommand, mannerOf } from './obedience.rules.ts';
import { Random, seedOf } from './random.rules.ts';
import type { Weather } from './weather.rules.ts';

/** Facts of a device that its simulation needs. */
export interface SimulatedDevice {
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly secret: string;
  readonly parentKey: string | null;
  readonly mac: string | null;
  readonly serialNumber: string | null;
  readonly reportSeconds: number;
  /** Last counter values by property, from which the machine continues. */
  readonly counters?: Readonly<Record<string, number>>;
}

/** A reply that is later than this is meant to be late, so it is sent although the command has expired. */
const LATEST_OBEYED_MS = 10_000;

/** Name and devices of a home to simulate. */
export interface SimulatedHomeOptions {
  readonly name: string;
  readonly devices: readonly SimulatedDevice[];
}

/** Ways in which a home can misbehave: silence, repeats, wrong order, delay, wrong clock, wrong values, power cut. */
export type Misbehaviour = 'silence' | 'duplicate' | 'shuffled' | 'late' | 'clock' | 'noise' | 'power';

/** Called for each message of a home that is sent, and for each that is acknowledged. */
export interface HomeObserver {
  sent(deviceKey: string, ts: number, params: Readonly<Record<string, unknown>>): void;
  acknowledged(deviceKey: string, ts: number, params: Readonly<Record<string, unknown>>): void;
}

interface Running {
  readonly of: SimulatedDevice;
  readonly machine: Machine;
  /** Difference between the stored counters and those of the new machine, by property. */
  readonly ahead: ReadonlyMap<string, number>;
  next: number;
}

/** Return how much the stored counters are ahead of a new machine, whose values follow from its seed. */
function aheadOf({ counters = {} }: SimulatedDevice, machine: Machine): ReadonlyMap<string, number> {
  const fresh = machine.values();
  return new Map(
    Object.entries(counters).flatMap(([name, shown]) => {
      const begin = fresh[name];
      return typeof begin === 'number' && shown > begin ? [[name, shown - begin] as const] : [];
    }),
  );
}

/**
 * Simulates one home: its people, its machines, and their reports. Machines behind a gateway report over its
 * connection.
 */
export class SimulatedHome {
  readonly household: Household;
  readonly #random: Random;
  readonly #devices: Running[] = [];
  readonly #client: (device: SimulatedDevice) => DeviceClient | undefined;
  readonly #observer: HomeObserver | undefined;
  readonly name: string;
  #last = 0;
  /** Messages held back, because the home misbehaves as `late` or `shuffled`. */ #held: (() => void)[] = [];
  misbehaves: Misbehaviour | null = null;
  /** Values that commands have set, by device key. */ readonly #set = new Map<string, Record<string, unknown>>();
  readonly #executed = new Map<string, Executed>();
  /** Sends the log of a device to an address; null: the home sends no files. */
  sendLog: ((url: string, deviceKey: string) => Promise<boolean>) | null = null;
  /** Fault that a command planted in the home; null: none. */ fault: PlantedFault | null = null;
  /** Fault that comes and goes by itself; null: none. */ liveFault: PlantedFault | null = null;

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

  /** Simulate minute by minute up to a moment, and send the reports that are due. */
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
    const params = { ...machine.values(), ...this.#faultOf(of), ...this.#set.get(of.deviceKey) };
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

  /** Return the values by which a machine shows the fault of its home; empty if the fault is of another model. */
  #faultOf({ modelCode }: SimulatedDevice): PlantedFault['values'] {
    const fault = this.fault ?? this.liveFault;
    return fault?.modelCode === modelCode ? fault.values : {};
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

  /**
   * Execute a command that arrived on the connection of a device, for itself or a sub-device: set the values, reply, and
   * report.
   */
  obey(on: SimulatedDevice, command: HeardCommand, now: () => number): void {
    const key = command.dev ?? on.deviceKey;
    const running = this.#devices.find(({ of }) => of.deviceKey === key);
    const client = this.#client(on);
    if (!running || !client || this.misbehaves === 'silence' || this.misbehaves === 'power') return;
    const { delayMs, isTwice } = mannerOf(this.#random);
    if (delayMs === null) return;
    setTimeout(() => {
      // A device ignores a command after its end of validity.
      if (command.expire !== undefined && now() > command.expire && delayMs < LATEST_OBEYED_MS) return;
      const executed = this.#executed.get(key) ?? new Executed();
      this.#executed.set(key, executed);
      const code = executed.take(command.id);
      if (code === 200 && command.params)
        this.#set.set(key, { ...this.#set.get(key), ...this.#settable(running, command) });
      const reply = { id: command.id, code, ...(command.dev !== undefined && { dev: command.dev }) };
      const answer = (): void => {
        if (code === 200 && command.service === 'syncDevices') this.#listSubDevices(running.of, client);
        void client.publish('reply', reply);
        if (isTwice) void client.publish('reply', reply);
        this.#report(running, now());
      };
      const url = command.params?.url;
      if (code === 200 && typeof url === 'string' && this.sendLog) void this.sendLog(url, key).finally(answer);
      else answer();
    }, delayMs).unref();
  }

  /** Send the list of the devices behind a gateway. */
  #listSubDevices({ deviceKey }: SimulatedDevice, client: DeviceClient): void {
    const behind = this.devices.filter(({ parentKey }) => parentKey === deviceKey);
    const subs = behind.map((one) => ({ dev: one.deviceKey, model: one.modelCode, sn: one.serialNumber }));
    void client.publish('topo', { full: true, subs });
  }

  /** Return the values of a command that the machine reports: parameters of services are no properties. */
  #settable({ machine }: Running, { params = {} }: HeardCommand): Record<string, unknown> {
    const known = machine.values();
    return Object.fromEntries(Object.entries(params).filter(([name]) => name in known));
  }

  /** Number of executed commands, and of those that were executed more than once. */
  get executions(): { readonly commands: number; readonly twice: number } {
    const all = [...this.#executed.values()].map(({ counts }) => counts);
    return {
      commands: all.reduce((sum, { commands }) => sum + commands, 0),
      twice: all.reduce((sum, { twice }) => sum + twice, 0),
    };
  }

  get devices(): readonly SimulatedDevice[] {
    return this.#devices.map(({ of }) => of);
  }
}
