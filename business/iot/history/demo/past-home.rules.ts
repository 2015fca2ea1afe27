import { Household } from '../../simulator/household.rules.ts';
import { actsBefore, machineOf } from '../../simulator/machine.rules.ts';
import type { Machine, Minute, MachineValues } from '../../simulator/minute.rules.ts';
import { Random, seedOf } from '../../simulator/random.rules.ts';
import { Weather } from '../../simulator/weather.rules.ts';
import type { FigureProperty } from '../figures/day-figures.rules.ts';

const MINUTE_MS = 60_000;

/** A device of a home whose past is made up. */
export interface PastDevice {
  readonly id: string;
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly parentKey: string | null;
  readonly properties: readonly FigureProperty[];
}

/** A home whose past is made up, until a moment (milliseconds). */
export interface PastHome {
  readonly name: string;
  readonly devices: readonly PastDevice[];
  readonly until: number;
}

/** What a device would have said, as the moments are. */
export interface Sample {
  readonly ts: number;
  readonly values: MachineValues;
}

/** One home that lives through its past as the simulator lets it live now: the same people, machines and seeds. */
export class PastLife {
  readonly #household: Household;
  readonly #weather: Weather;
  readonly machines: readonly { readonly of: PastDevice; readonly machine: Machine }[];

  constructor({ name, devices }: PastHome, weatherSeed: number) {
    this.#household = new Household(new Random(seedOf(name)));
    this.#weather = new Weather(new Random(weatherSeed));
    this.machines = devices
      .toSorted((a, b) => actsBefore(a.modelCode, b.modelCode))
      .flatMap((of) => {
        const behind = devices.filter((one) => one.parentKey === of.deviceKey).length;
        const machine = machineOf(of.modelCode, new Random(seedOf(of.deviceKey)), behind);
        return machine ? [{ of, machine }] : [];
      });
  }

  /** A minute of the home. */
  step(ms: number): void {
    this.#weather.step(ms);
    const minute: Minute = {
      ms,
      weather: this.#weather,
      home: this.#household,
      water: this.#household.waterOf(ms),
      electricity: 0,
      heat: 0,
      air: { flow: 0, filter: 0 },
    };
    for (const { machine } of this.machines) machine.step(minute);
    this.#household.step(ms, this.#weather, minute.heat, minute.air);
  }

  /** Lives minute by minute, and says something every `each` milliseconds. */
  samples(from: number, until: number, each: number): Map<PastDevice, Sample[]> {
    const found = new Map(this.machines.map(({ of }) => [of, [] as Sample[]]));
    for (let ms = from; ms < until; ms += MINUTE_MS) {
      this.step(ms);
      if ((ms - from) % each !== 0) continue;
      for (const { of, machine } of this.machines) found.get(of)!.push({ ts: ms, values: machine.values() });
    }
    return found;
  }
}

/** The weather of the past is the same for all homes. */
export const WEATHER_SEED = 7;
