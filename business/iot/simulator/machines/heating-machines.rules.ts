import { type Machine, type Minute, type MachineValues, clamp, isCooling, isHeating, round } from '../minute.rules.ts';
import type { Random } from '../random.rules.ts';
import { type Weather, localHour } from '../weather.rules.ts';

/** Share of heat pumps whose water filter is clogged. */
const CLOGGED = 0.12;

/**
 * Simulates an air-source heat pump: demand drives the compressor, and the coefficient of performance depends on the
 * temperatures.
 */
export class HeatPump implements Machine {
  readonly #random: Random;
  #frequency = 0;
  #tank = 48;
  #outlet = 35;
  #energy: number;
  #heat: number;
  #minutes: number;
  #power = 0;
  #defrost = 0;
  #sinceDefrost = 0;
  #outdoor = 10;
  readonly #setTemp = 42;
  /** The water filter is clogged: less flow, and more electricity for the same heat. */
  readonly #isClogged: boolean;
  #mode = 0;
  constructor(random: Random) {
    this.#random = random;
    this.#energy = random.between(1500, 9000);
    this.#heat = this.#energy * 3.1;
    this.#minutes = Math.round(random.between(60_000, 400_000));
    this.#isClogged = random.next() < CLOGGED;
  }

  step(minute: Minute): void {
    const { ms, weather, water } = minute;
    this.#outdoor = weather.outdoor;
    this.#mode = isHeating(ms) ? 0 : isCooling(ms) ? 1 : 2;
    this.#tank -= 0.004 + water.hot * 0.05;
    const heatsTank = this.#wantsTank(ms);
    this.#frequency += (clamp(this.#gap(minute) * 40 + (heatsTank ? 35 : 0), 0, 110) - this.#frequency) * 0.15;
    if (this.#frequency < 8) this.#frequency = 0;
    this.#turnDefrost(weather);
    this.#run(minute, heatsTank);
  }

  /** Return by how many ℃ the rooms miss their target temperature; 0 outside the heating and cooling months. */
  #gap({ ms, home }: Minute): number {
    if (isHeating(ms)) return 20.5 - home.room;
    return isCooling(ms) ? home.room - 25.5 : 0;
  }

  /** Should the tank be heated? It is below 44 ℃, or below 50 ℃ before the morning and the evening. */
  #wantsTank(ms: number): boolean {
    const hour = localHour(ms);
    const isTime = (hour > 5.5 && hour < 6.5) || (hour > 17 && hour < 18);
    return this.#tank < (isTime ? 50 : 44);
  }

  /**
   * Run the compressor for a minute: add heat and consumption, by a coefficient of performance that depends on the
   * temperatures.
   */
  #run(minute: Minute, heatsTank: boolean): void {
    const isRunning = this.#frequency > 0;
    this.#outlet += ((isRunning ? 32 + this.#frequency * 0.14 : 26) - this.#outlet) * 0.1;
    const lift = Math.max(8, this.#outlet + 5 - this.#outdoor);
    const clean = clamp((0.42 * (273 + (isRunning ? 40 : 28))) / lift, 1.8, 5.5);
    const performance = this.#isClogged ? clean * 0.74 : clean;
    const heat = this.#defrost > 0 ? -1500 : this.#frequency * 95;
    this.#power = isRunning ? Math.abs(heat) / performance + 90 : 12;
    if (heatsTank && isRunning) this.#tank += 0.18;
    const share = isCooling(minute.ms) ? -0.8 : heatsTank ? 0.5 : 1;
    minute.heat += heat * share;
    minute.electricity += this.#power;
    this.#energy += this.#power / 60_000;
    this.#heat += Math.max(0, heat) / 60_000;
    if (isRunning) this.#minutes += 1;
  }

  /** Advance defrosting: in cold and damp weather the evaporator ices up, and is defrosted for four minutes. */
  #turnDefrost(weather: Weather): void {
    if (this.#defrost > 0) {
      this.#defrost -= 1;
      return;
    }
    const isIcy = weather.outdoor > -7 && weather.outdoor < 5 && weather.humidity > 75;
    if (this.#frequency > 0 && isIcy) this.#sinceDefrost += 1;
    if (this.#sinceDefrost > 35 + this.#random.next() * 35) {
      this.#sinceDefrost = 0;
      this.#defrost = 4;
    }
  }

  values(): MachineValues {
    const running = this.#frequency > 0;
    return {
      powerSwitch: true,
      mode: this.#mode,
      setTemp: this.#setTemp,
      inletTemp: round(this.#outlet - (running ? 4.6 : 0.4) + this.#random.normal(0, 0.1), 1),
      outletTemp: round(this.#outlet + this.#random.normal(0, 0.1), 1),
      ambientTemp: round(this.#outdoor + this.#random.normal(0, 0.2), 1),
      exhaustTemp: round(running ? 55 + this.#frequency * 0.35 : 30, 1),
      tankTemp: round(this.#tank, 1),
      flow: round((running ? 1.15 + this.#frequency / 300 : 0.2) * (this.#isClogged ? 0.55 : 1), 2),
      pressHigh: round(running ? 1.9 + this.#frequency / 80 : 1.1, 2),
      pressLow: round(running ? 0.85 - this.#frequency / 400 : 1.05, 2),
      compFreq: round(this.#frequency, 0),
      fanSpeed: running ? 620 + Math.round(this.#frequency * 2.5) : 0,
      power: round(this.#power, 0),
      totalEnergy: round(this.#energy, 2),
      totalHeat: round(this.#heat, 2),
      runMinutes: this.#minutes,
      defrosting: this.#defrost > 0,
      faultBits: 0,
    };
  }
}

/**
 * Simulates the outdoor unit of an air conditioner. It runs only when people are at home and the rooms are too warm or
 * too cold.
 */
export class AirOutdoor implements Machine {
  readonly #random: Random;
  #energy: number;
  #frequency = 0;
  #power = 8;
  #outdoor = 15;
  #mode = 0;
  #minutes: number;
  constructor(random: Random) {
    this.#random = random;
    this.#energy = random.between(300, 6000);
    this.#minutes = Math.round(random.between(5000, 200_000));
  }

  step(minute: Minute): void {
    const { home, weather, ms } = minute;
    this.#outdoor = weather.outdoor;
    const isThere = home.present(ms) > 0;
    const cooling = isCooling(ms) && home.room > 26;
    const heating = isHeating(ms) && home.room < 18.5;
    this.#mode = cooling ? 1 : 0;
    if (this.#frequency > 0) this.#minutes += 1;
    const wanted = isThere && (cooling || heating) ? 62 : 0;
    this.#frequency += (wanted - this.#frequency) * 0.2;
    if (this.#frequency < 5) this.#frequency = 0;
    this.#power = this.#frequency > 0 ? this.#frequency * 27 : 8;
    minute.electricity += this.#power;
    minute.heat += this.#frequency * 75 * (cooling ? -1 : 1);
    this.#energy += this.#power / 60_000;
  }

  values(): MachineValues {
    return {
      power: Math.round(this.#power),
      totalEnergy: round(this.#energy, 2),
      compFreq: Math.round(this.#frequency),
      outTemp: round(this.#outdoor + this.#random.normal(0, 0.2), 1),
      mode: this.#frequency === 0 ? 2 : this.#mode,
      current: round(this.#power / 226, 1),
      runMinutes: this.#minutes,
      faultBits: 0,
    };
  }
}

/** Simulates the indoor unit of one room. */
export class AirIndoor implements Machine {
  readonly #random: Random;
  readonly #offset: number;
  #room = 20;
  #on = false;
  #mode = 0;
  #hours: number;
  constructor(random: Random) {
    this.#random = random;
    this.#offset = random.normal(0, 0.7);
    this.#hours = random.between(0, 900);
  }

  step({ home, ms }: Minute): void {
    this.#room = home.room + this.#offset;
    this.#on = home.present(ms) > 0 && ((isCooling(ms) && home.room > 26) || (isHeating(ms) && home.room < 18.5));
    this.#mode = isCooling(ms) ? 1 : 0;
    if (this.#on) this.#hours += 1 / 60;
  }

  values(): MachineValues {
    return {
      powerSwitch: this.#on,
      mode: this.#mode,
      setTemp: this.#mode === 1 ? 26 : 21,
      roomTemp: round(this.#room + this.#random.normal(0, 0.05), 1),
      fanSpeed: this.#on ? 2 : 0,
      swing: false,
      filterHours: round(this.#hours, 1),
    };
  }
}

/** Simulates the thermostat of one room: its valve opens below the target temperature. */
export class Thermostat implements Machine {
  readonly #random: Random;
  readonly #offset: number;
  readonly #wanted: number;
  #room = 20;
  #humidity = 50;
  #open = false;
  #battery: number;
  constructor(random: Random) {
    this.#random = random;
    this.#offset = random.normal(0, 0.8);
    this.#wanted = random.pick([19.5, 20, 20, 20.5, 21, 22]);
    this.#battery = random.between(35, 100);
  }

  step({ home }: Minute): void {
    this.#room = home.room + this.#offset;
    this.#humidity = home.humidity;
    if (this.#room < this.#wanted - 0.5) this.#open = true;
    if (this.#room > this.#wanted + 0.5) this.#open = false;
    this.#battery = Math.max(5, this.#battery - 0.00002);
  }

  values(): MachineValues {
    return {
      roomTemp: round(this.#room + this.#random.normal(0, 0.05), 1),
      humidity: round(this.#humidity, 1),
      setTemp: this.#wanted,
      valveOpen: this.#open ? 100 : 0,
      battery: Math.round(this.#battery),
    };
  }
}
