import type { Household } from './household.rules.ts';
import type { Weather } from './weather.rules.ts';

/** Values of a machine, by property. */
export type MachineValues = Record<string, number | boolean | string>;

/** State of a home in one minute, as input of its machines. */
export interface Minute {
  readonly ms: number;
  readonly weather: Weather;
  readonly home: Household;
  readonly water: { readonly cold: number; readonly hot: number; readonly drinking: number };
  /** Electric power of all machines so far, in watts; each adds its own. */ electricity: number;
  /** Heat into the rooms in watts; negative when cooling. */ heat: number;
  /** Fresh air in m³/h, and the share of dust that its filter holds. */
  air: { flow: number; filter: number };
}

/** A simulated machine that advances minute by minute. Its counters grow by exactly its consumption. */
export interface Machine {
  step(minute: Minute): void;
  values(): MachineValues;
}

/** Return a number rounded to so many decimals. */
export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Return a value limited to a range. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Is it a month with heating? November to March, in Shanghai. */
export const isHeating = (ms: number): boolean =>
  [0, 1, 2, 10, 11].includes(new Date(ms + 8 * 3_600_000).getUTCMonth());
export const isCooling = (ms: number): boolean => [5, 6, 7, 8].includes(new Date(ms + 8 * 3_600_000).getUTCMonth());
