import { AirSensor, FreshAir } from './air-machines.rules.ts';
import { Ammeter, HomeGateway } from './electric-machines.rules.ts';
import { AirIndoor, AirOutdoor, HeatPump, Thermostat } from './heating-machines.rules.ts';
import type { Machine } from './minute.rules.ts';
import type { Random } from './random.rules.ts';
import { Purifier, Softener, WaterMeter } from './water-machines.rules.ts';

/** Machines by the code of their thing model. */
const machines: Readonly<Record<string, (random: Random, behind: number) => Machine>> = {
  hp01: (random) => new HeatPump(random),
  fa01: (random) => new FreshAir(random),
  ws01: (random) => new Softener(random),
  ro45: (random) => new Purifier(random, 1.5),
  ro65: (random) => new Purifier(random, 1),
  ro75: (random) => new Purifier(random, 2),
  am01: (random) => new Ammeter(random),
  wm01: (random) => new WaterMeter(random),
  ac01: (random) => new AirOutdoor(random),
  aci1: (random) => new AirIndoor(random),
  th01: (random) => new Thermostat(random),
  as01: (random) => new AirSensor(random),
  gw01: (random, behind) => new HomeGateway(random, behind),
  sc01: (random, behind) => new HomeGateway(random, behind),
};

/** The machine of a model; null for a model that is not simulated. */
export function machineOf(modelCode: string, random: Random, behind: number): Machine | null {
  const make = Object.hasOwn(machines, modelCode) ? machines[modelCode] : undefined;
  return make?.(random, behind) ?? null;
}

/** Machines of a home in the order in which they act: the meter counts what the others took. */
export const actsBefore = (a: string, b: string): number => Number(a === 'am01') - Number(b === 'am01');
