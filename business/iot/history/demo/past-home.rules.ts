import { Household } from '../../simulator/household.rules.ts';
import { actsBefore, machineOf } from '../../simulator/machine.rules.ts';
import type { Machine, Minute, MachineValues } from '../../simulator/minute.rules.ts';
import { Random, seedOf } from '../../simulator/random.rules.ts';
import { Weather } from '../../simulator/weather.rules.ts';
import type { FigureProperty } from '../figures/day-figures.rules.ts';

const MINUTE_MS = 60_000;

/** A device whose past is generated. */
export interface PastDevice {
  readonly id: string;
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly parentKey: string | null;
  readonly properties: readonly FigureProperty[];
}

/** A home whose past is generated, until a moment (milliseconds). */
export interface PastHome {
  readonly name: string;
  readonly devices: readonly PastDevice[];
  readonly until: number;
}

/** A generated message of a device. */
export interface Sample {
  readonly ts: number;
  readonly values: MachineValues;
}

/** Simulates the past of one home with the people, machines and seeds that the live simulator uses. */
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

  /** Simulate one minute of the home; the weather advances by `minutes`. */
  step(ms: number, minutes = 1): void {
    this.#weather.step(ms, minutes);
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

  /** Simulate minute by minute, and return a message of each device every `each` milliseconds. */
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

/** Range of the factor between the energy of the year before and of this year. */
const YEAR_BEFORE = [0.95, 1.05] as const;

/** Return the factor between a home's energy in the year before and in this year, from its name. */
export const yearBeforeOf = ({ name }: Pick<PastHome, 'name'>): number =>
  new Random(seedOf(`${name} a year before`)).between(...YEAR_BEFORE);

/** Seed of the past weather, so that it is the same for all homes. */
export const WEATHER_SEED = 7;
