import type { Random } from './random.rules.ts';
import { localHour } from './weather.rules.ts';

/** Litres of water used in one minute: cold, hot, and drinking water. */
export interface WaterUse {
  readonly cold: number;
  readonly hot: number;
  readonly drinking: number;
}

const isWeekend = (ms: number): boolean => [0, 6].includes(new Date(ms + 8 * 3_600_000).getUTCDay());

/** Simulates the people of a home, their presence and consumption, and the climate of its rooms. */
export class Household {
  readonly people: number;
  readonly area: number;
  readonly #lossPerDegree: number;
  readonly #random: Random;
  readonly #alwaysThere: boolean;
  readonly #leaves: number;
  readonly #returns: number;
  /** Mean temperature of all rooms, ℃. */ room = 19;
  co2 = 650;
  indoorPm25 = 20;
  humidity = 50;

  constructor(random: Random) {
    this.#random = random;
    this.people = random.pick([1, 2, 2, 3, 3, 3, 4, 4, 5, 6]);
    this.area = random.pick([92, 105, 118, 128, 145, 158, 220, 310]);
    // Heat loss per ℃: 25 to 55 W/㎡ at −5 ℃ outdoors and 20 ℃ indoors, a difference of 25 ℃.
    this.#lossPerDegree = (this.area * random.between(25, 55)) / 25;
    this.#alwaysThere = random.chance(0.2);
    this.#leaves = random.normal(8, 0.6);
    this.#returns = random.normal(18.5, 0.6);
    this.room = random.between(18, 22);
  }

  present(ms: number): number {
    const hour = localHour(ms);
    if (this.#alwaysThere) return Math.max(1, Math.round(this.people * 0.6));
    if (isWeekend(ms)) return Math.max(1, Math.round(this.people * 0.7));
    return hour > this.#leaves && hour < this.#returns ? 0 : this.people;
  }

  isAsleep(ms: number): boolean {
    const hour = localHour(ms);
    return hour < 6.5 || hour > 23;
  }

  /** Return the heat loss to the outdoors, in watts. */
  lossAt(outdoor: number): number {
    return this.#lossPerDegree * (this.room - outdoor);
  }

  /**
   * Simulate a minute. `heat`: of machines in watts, negative when cooling. `air`: fresh air in m³/h, and the share of
   * dust that its filter holds.
   */
  step(
    ms: number,
    outdoor: { outdoor: number; pm25: number },
    heat: number,
    air: { flow: number; filter: number },
  ): void {
    const people = this.present(ms);
    const capacity = this.area * 110_000;
    this.room += ((heat - this.lossAt(outdoor.outdoor) + people * 80 + 150) * 60) / capacity;
    const volume = this.area * 2.7;
    const exchange = (air.flow + volume * 0.3) / 60;
    this.co2 += (people * 0.3 * 1e6) / 1000 / volume - ((this.co2 - 420) * exchange) / volume;
    this.co2 = Math.max(420, this.co2);
    const cleaned = (air.flow * (1 - air.filter) + volume * 0.3) / 60;
    this.indoorPm25 += (outdoor.pm25 * cleaned) / volume - (this.indoorPm25 * exchange) / volume;
    this.indoorPm25 = Math.max(2, this.indoorPm25);
    this.humidity = Math.min(
      80,
      Math.max(25, this.humidity + this.#random.normal(0, 0.15) + (48 - this.humidity) * 0.002),
    );
  }

  /** Return the water used in a minute for showers, taps and laundry, most of it in the morning and evening. */
  waterOf(ms: number): WaterUse {
    const hour = localHour(ms);
    const busy = (hour > 6.5 && hour < 8.5) || (hour > 18.5 && hour < 22.5) ? 4 : this.isAsleep(ms) ? 0.1 : 1;
    const share = (this.present(ms) * busy) / 1000;
    return {
      cold: (this.#random.chance(share * 9) ? 6 : 0) + (this.#random.chance(share * 0.8) ? 60 : 0),
      hot: this.#random.chance(share * 1.5) ? this.#random.between(20, 45) : 0,
      drinking: this.#random.chance(share * 8) ? this.#random.between(0.3, 2) : 0,
    };
  }

  /** Return the power of all other consumers, in watts. */
  appliances(ms: number): number {
    const standby = 60 + this.area * 0.3;
    const active = this.present(ms) > 0 && !this.isAsleep(ms) ? this.present(ms) * this.#random.between(40, 160) : 0;
    return standby + active + (this.#random.chance(0.02) ? 1500 : 0);
  }
}
