import { type Machine, type Minute, type MachineValues, round } from '../minute.rules.ts';
import type { Random } from '../random.rules.ts';
import { localHour } from '../weather.rules.ts';

/** Simulates a water softener: it regenerates at night when its capacity is used up. */
export class Softener implements Machine {
  readonly #random: Random;
  #total: number;
  #flow = 0;
  #salt: number;
  #since = 0;
  #regenerating = 0;
  /** When it may regenerate next (milliseconds): 02:00 in Shanghai. */ #next = 0;
  #count: number;
  constructor(random: Random) {
    this.#random = random;
    this.#total = Math.round(random.between(20_000, 400_000));
    this.#salt = random.between(20, 100);
    this.#count = Math.round(random.between(10, 150));
    this.#since = random.between(0, 1800);
  }

  step(minute: Minute): void {
    this.#next = (Math.floor((minute.ms + 6 * 3_600_000) / 86_400_000) + 1) * 86_400_000 - 6 * 3_600_000;
    const used = minute.water.cold + minute.water.hot + minute.water.drinking;
    this.#flow = used;
    this.#total += used;
    this.#since += used;
    if (this.#regenerating > 0) this.#regenerating -= 1;
    const hour = localHour(minute.ms);
    if (this.#since > 2200 && hour > 2 && hour < 2.1 && this.#regenerating === 0) {
      this.#regenerating = 70;
      this.#since = 0;
      this.#count += 1;
      this.#salt = Math.max(0, this.#salt - 2.5);
    }
  }

  values(): MachineValues {
    const state = this.#regenerating;
    return {
      totalWater: round(this.#total, 1),
      flow: round(this.#flow, 1),
      saltLevel: Math.round(this.#salt),
      hardnessOut: round(18 + this.#since / 180 + this.#random.normal(0, 0.6), 1),
      regenState: state > 50 ? 1 : state > 20 ? 2 : state > 0 ? 3 : 0,
      nextRegenTime: this.#next,
      regenCount: this.#count,
      bypass: false,
      valvePos: state > 0 ? 3 : 1,
      inPressure: round(0.28 + this.#random.normal(0, 0.01), 2),
    };
  }
}

/**
 * Simulates a drinking-water purifier by reverse osmosis. `waste`: litres of waste water for each litre of pure water.
 */
export class Purifier implements Machine {
  readonly #random: Random;
  readonly #waste: number;
  #pure: number;
  #wasted: number;
  #making = false;
  readonly #filters: number[];
  #rejection: number;
  constructor(random: Random, waste: number) {
    this.#random = random;
    this.#waste = waste;
    this.#pure = random.between(6000, 30_000);
    this.#wasted = this.#pure * waste;
    this.#filters = [1, 2, 3, 4].map(() => random.between(10, 100));
    this.#rejection = random.between(0.9, 0.97);
  }

  step({ water }: Minute): void {
    this.#making = water.drinking > 0;
    this.#pure += water.drinking;
    this.#wasted += water.drinking * this.#waste;
    this.#filters.forEach((value, at) => {
      this.#filters[at] = Math.max(0, value - 0.00003 * (4 - at) - water.drinking * 0.002);
    });
    this.#rejection = Math.max(0.8, this.#rejection - 1e-7);
  }

  values(): MachineValues {
    const tdsIn = Math.round(235 + this.#random.normal(0, 4));
    const [one, two, three, four] = this.#filters.map((value) => Math.round(value));
    return {
      tdsIn,
      tdsOut: Math.round(tdsIn * (1 - this.#rejection)),
      pureWater: round(this.#pure, 1),
      wasteWater: round(this.#wasted, 1),
      totalWater: round(this.#pure + this.#wasted, 1),
      filter1Percent: one,
      filter2Percent: two,
      filter3Percent: three,
      filter4Percent: four,
      makingWater: this.#making,
      flushState: 0,
      tempIn: round(16 + this.#random.normal(0, 0.2), 1),
      leak: false,
    };
  }
}

/** Simulates a water meter, in cubic metres. */
export class WaterMeter implements Machine {
  readonly #random: Random;
  #litres: number;
  #flow = 0;
  constructor(random: Random) {
    this.#random = random;
    this.#litres = random.between(30_000, 600_000);
  }

  step({ water }: Minute): void {
    this.#flow = water.cold + water.hot + water.drinking;
    this.#litres += this.#flow;
  }

  values(): MachineValues {
    return {
      totalWater: round(this.#litres / 1000, 3),
      flow: round((this.#flow * 60) / 1000, 3),
      batteryVolt: round(3.58 + this.#random.normal(0, 0.01), 2),
      valve: true,
      faultBits: 0,
    };
  }
}
