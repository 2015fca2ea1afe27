import type { Household } from '../household.rules.ts';
import { type Machine, type Minute, type MachineValues, round } from '../minute.rules.ts';
import type { Random } from '../random.rules.ts';

/** Simulates a ventilation unit: it regulates carbon dioxide, and its filter ages with air and dust. */
export class FreshAir implements Machine {
  readonly #random: Random;
  #speed = 1;
  #filter: number;
  #hours: number;
  #energy: number;
  #minutes: number;
  #co2 = 600;
  #indoor = 20;
  #outdoor = 30;
  #supply = 18;
  #room = 20;
  #humidity = 50;
  constructor(random: Random) {
    this.#random = random;
    this.#filter = random.between(15, 100);
    this.#hours = (100 - this.#filter) * 20;
    this.#energy = random.between(100, 900);
    this.#minutes = Math.round(random.between(20_000, 300_000));
  }

  step(minute: Minute): void {
    const { home, weather } = minute;
    this.#co2 = home.co2;
    this.#indoor = home.indoorPm25;
    this.#outdoor = weather.pm25;
    this.#room = home.room;
    this.#humidity = home.humidity;
    this.#speed = home.co2 > 1300 ? 5 : home.co2 > 1000 ? 4 : home.co2 > 800 ? 3 : home.isAsleep(minute.ms) ? 1 : 2;
    const flow = this.#speed * 55;
    this.#supply = weather.outdoor + (home.room - weather.outdoor) * 0.72;
    this.#filter = Math.max(0, this.#filter - (flow * weather.pm25) / 4e8 - 0.00002);
    this.#hours += 1 / 60;
    const power = 14 + this.#speed * 17;
    this.#energy += power / 60_000;
    this.#minutes += 1;
    minute.air = { flow: minute.air.flow + flow, filter: 0.92 - (100 - this.#filter) / 500 };
    minute.electricity += power;
    minute.heat -= flow * 0.34 * (home.room - this.#supply);
  }

  values(): MachineValues {
    return {
      powerSwitch: true,
      mode: 0,
      speed: this.#speed,
      supplyTemp: round(this.#supply, 1),
      returnTemp: round(this.#room, 1),
      outdoorPm25: Math.round(this.#outdoor),
      indoorPm25: Math.round(this.#indoor),
      co2: Math.round(this.#co2 + this.#random.normal(0, 6)),
      humidity: round(this.#humidity, 1),
      filterPercent: Math.round(this.#filter),
      filterHours: Math.round(this.#hours),
      airVolume: this.#speed * 55,
      power: 14 + this.#speed * 17,
      totalEnergy: round(this.#energy, 2),
      runMinutes: this.#minutes,
      bypass: false,
    };
  }
}

/** Simulates an air sensor in the living room. */
export class AirSensor implements Machine {
  readonly #random: Random;
  #home: Household | null = null;
  constructor(random: Random) {
    this.#random = random;
  }

  step({ home }: Minute): void {
    this.#home = home;
  }

  values(): MachineValues {
    const home = this.#home;
    return {
      pm25: Math.round(home?.indoorPm25 ?? 20),
      pm10: Math.round((home?.indoorPm25 ?? 20) * 1.4),
      co2: Math.round((home?.co2 ?? 600) + this.#random.normal(0, 8)),
      tvoc: round(0.18 + Math.abs(this.#random.normal(0, 0.03)), 2),
      hcho: round(0.03 + Math.abs(this.#random.normal(0, 0.006)), 3),
      temp: round((home?.room ?? 20) + this.#random.normal(0, 0.1), 1),
      humidity: round(home?.humidity ?? 50, 1),
    };
  }
}
