import type { Random } from './random.rules.ts';

/** Mean temperature of each month in Shanghai, ℃ (1991–2020, China Meteorological Administration). */
const MONTHS = [5, 6.9, 11, 16.5, 21.6, 25, 29.2, 28.8, 25, 19.8, 14.1, 7.7];
/** Amplitude of the temperature over a day, ℃: half of the difference between its maximum and minimum. */
const DAILY = 4.5;
const COLDEST_HOUR = 5.5;
const HALF_WARM_HOURS = 9;

/** Return the hour of the day in Shanghai, with fractions. */
export const localHour = (ms: number): number => (((ms / 3_600_000 + 8) % 24) + 24) % 24;

const localMonth = (ms: number): { month: number; part: number } => {
  const day = new Date(ms + 8 * 3_600_000);
  return { month: day.getUTCMonth(), part: day.getUTCDate() / 31 };
};

/** Return the usual temperature for the month and hour (℃), without random deviation. */
export function expectedOutdoor(ms: number): number {
  const { month, part } = localMonth(ms);
  const other = part < 0.5 ? (month + 11) % 12 : (month + 1) % 12;
  const share = Math.abs(part - 0.5);
  const mean = MONTHS[month] * (1 - share) + MONTHS[other] * share;
  const since = (localHour(ms) - COLDEST_HOUR + 24) % 24;
  // From 05:30 the temperature rises for nine hours, then it falls for fifteen.
  const turn =
    since < HALF_WARM_HOURS ? since / HALF_WARM_HOURS : 1 + (since - HALF_WARM_HOURS) / (24 - HALF_WARM_HOURS);
  return mean - DAILY * Math.cos(Math.PI * turn);
}

/** Factor of the random deviation from minute to minute: it slowly returns to zero. */
const DRIFT = 0.998;

/** Simulates outdoor temperature (℃), humidity (%) and fine dust (μg/m³). */
export class Weather {
  readonly #random: Random;
  #drift = 0;
  #dust: number;
  outdoor = 0;
  humidity = 70;
  pm25 = 35;

  constructor(random: Random) {
    this.#random = random;
    this.#dust = random.between(20, 60);
  }

  /** Advance the weather by some minutes; several at once have the same statistical effect as single ones. */
  step(ms: number, minutes = 1): void {
    const left = DRIFT ** minutes;
    const spread = minutes === 1 ? 1 : Math.sqrt((1 - left * left) / (1 - DRIFT * DRIFT));
    this.#drift = left * this.#drift + this.#random.normal(0, 0.12 * spread);
    this.outdoor = expectedOutdoor(ms) + this.#drift;
    this.humidity = Math.min(99, Math.max(30, this.humidity * 0.99 + 0.7 + this.#random.normal(0, 0.4)));
    this.#dust = Math.min(180, Math.max(5, this.#dust + this.#random.normal(0, 0.6)));
    this.pm25 = this.#dust;
  }
}
