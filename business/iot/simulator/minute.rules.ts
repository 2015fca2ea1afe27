import type { Household } from './household.rules.ts';
import type { Weather } from './weather.rules.ts';

/** What a machine sends: values by the identifiers of its thing model. */
export type MachineValues = Record<string, number | boolean | string>;

/** What a machine sees of the home at one minute. */
export interface Minute {
  readonly ms: number;
  readonly weather: Weather;
  readonly home: Household;
  readonly water: { readonly cold: number; readonly hot: number; readonly drinking: number };
  /** W that the meter sees, gathered by the machines. */ electricity: number;
  /** W of heat into the rooms (negative: out of them). */ heat: number;
  /** m³/h through the fresh-air machine, and what share of the dust its filter holds. */
  air: { flow: number; filter: number };
}

/** A simulated machine: a minute at a time, with counters that rise by exactly what was used. */
export interface Machine {
  step(minute: Minute): void;
  values(): MachineValues;
}

/** A number with so many decimals, as a display shows it. */
export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Held between two ends. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Months in which homes are heated, and those in which they are cooled. */
export const isHeating = (ms: number): boolean =>
  [0, 1, 2, 10, 11].includes(new Date(ms + 8 * 3_600_000).getUTCMonth());
export const isCooling = (ms: number): boolean => [5, 6, 7, 8].includes(new Date(ms + 8 * 3_600_000).getUTCMonth());
