import { type Machine, type Minute, type MachineValues, clamp, round } from '../minute.rules.ts';
import type { Random } from '../random.rules.ts';
import { localHour } from '../weather.rules.ts';

/** Simulates an electricity meter: it counts the consumption of all machines and people, by tariff. */
export class Ammeter implements Machine {
  readonly #random: Random;
  #total: number;
  #peak: number;
  #flat: number;
  #valley: number;
  #power = 0;
  #voltage = 226;
  constructor(random: Random) {
    this.#random = random;
    this.#total = random.between(3000, 30_000);
    this.#peak = this.#total * 0.35;
    this.#flat = this.#total * 0.4;
    this.#valley = this.#total * 0.25;
  }

  step(minute: Minute): void {
    this.#power = minute.electricity + minute.home.appliances(minute.ms);
    const used = this.#power / 60_000;
    const hour = localHour(minute.ms);
    this.#total += used;
    if ((hour >= 8 && hour < 11) || (hour >= 18 && hour < 21)) this.#peak += used;
    else if (hour >= 22 || hour < 6) this.#valley += used;
    else this.#flat += used;
    this.#voltage = 226 - (hour > 18 && hour < 21 ? 4 : 0) + this.#random.normal(0, 1.6);
  }

  values(): MachineValues {
    return {
      totalEnergy: round(this.#total, 2),
      peakEnergy: round(this.#peak, 2),
      flatEnergy: round(this.#flat, 2),
      valleyEnergy: round(this.#valley, 2),
      voltageA: round(this.#voltage, 1),
      voltageB: round(this.#voltage + this.#random.normal(0, 0.8), 1),
      voltageC: round(this.#voltage + this.#random.normal(0, 0.8), 1),
      currentA: round(this.#power / 3 / this.#voltage, 2),
      currentB: round(this.#power / 3 / this.#voltage, 2),
      currentC: round(this.#power / 3 / this.#voltage, 2),
      power: round(this.#power / 1000, 3),
      powerFactor: round(0.93 + this.#random.normal(0, 0.01), 2),
      relay: true,
    };
  }
}

/** Simulates a gateway or wall panel, which reports its own load, memory and uptime. */
export class HomeGateway implements Machine {
  readonly #random: Random;
  readonly #behind: number;
  #memory: number;
  #minutes: number;
  constructor(random: Random, behind: number) {
    this.#random = random;
    this.#behind = behind;
    this.#memory = random.between(38, 60);
    this.#minutes = Math.round(random.between(1000, 90_000));
  }

  step(): void {
    this.#minutes += 1;
    this.#memory = clamp(this.#memory + this.#random.normal(0, 0.1), 30, 85);
  }

  values(): MachineValues {
    return {
      cpu: Math.round(clamp(this.#random.normal(14, 5), 2, 90)),
      mem: Math.round(this.#memory),
      disk: 41,
      signal: Math.round(this.#random.normal(-58, 4)),
      subOnline: this.#behind,
      appVersion: '3.2.1',
      ip: '192.168.1.2',
      upMinutes: this.#minutes,
    };
  }
}
