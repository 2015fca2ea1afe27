import type { Random } from './random.rules.ts';

/** Mean temperature of each month in Shanghai, ℃ (1991–2020, China Meteorological Administration). */
const MONTHS = [5, 6.9, 11, 16.5, 21.6, 25, 29.2, 28.8, 25, 19.8, 14.1, 7.7];
/** Half of the difference between day and night, ℃. */
const DAILY = 4.5;
const COLDEST_HOUR = 5.5;
const HALF_WARM_HOURS = 9;

/** Hours of the local day, with parts. */
export const localHour = (ms: number): number => (((ms / 3_600_000 + 8) % 24) + 24) % 24;

const localMonth = (ms: number): { month: number; part: number } => {
  const day = new Date(ms + 8 * 3_600_000);
  return { month: day.getUTCMonth(), part: day.getUTCDate() / 31 };
};

/** What the month and the hour say; the weather of the day comes on top. */
export function expectedOutdoor(ms: number): number {
  const { month, part } = localMonth(ms);
  const other = part < 0.5 ? (month + 11) % 12 : (month + 1) % 12;
  const share = Math.abs(part - 0.5);
  const mean = MONTHS[month] * (1 - share) + MONTHS[other] * share;
  const since = (localHour(ms) - COLDEST_HOUR + 24) % 24;
  // Warms in nine hours and cools in fifteen.
  const turn =
    since < HALF_WARM_HOURS ? since / HALF_WARM_HOURS : 1 + (since - HALF_WARM_HOURS) / (24 - HALF_WARM_HOURS);
  return mean - DAILY * Math.cos(Math.PI * turn);
}

/** The weather: outdoor temperature (℃), humidity (%) and fine dust (μg/m³), a minute at a time. */
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

  step(ms: number): void {
    this.#drift = 0.998 * this.#drift + this.#random.normal(0, 0.12);
    this.outdoor = expectedOutdoor(ms) + this.#drift;
    this.humidity = Math.min(99, Math.max(30, this.humidity * 0.99 + 0.7 + this.#random.normal(0, 0.4)));
    this.#dust = Math.min(180, Math.max(5, this.#dust + this.#random.normal(0, 0.6)));
    this.pm25 = this.#dust;
  }
}
