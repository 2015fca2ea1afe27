import { AirSensor, FreshAir } from './machines/air-machines.rules.ts';
import { Ammeter, HomeGateway } from './machines/electric-machines.rules.ts';
import { AirIndoor, AirOutdoor, HeatPump, Thermostat } from './machines/heating-machines.rules.ts';
import type { Machine } from './minute.rules.ts';
import type { Random } from './random.rules.ts';
import { Purifier, Softener, WaterMeter } from './machines/water-machines.rules.ts';

/** Functions that make a simulated machine, by model code. `behind`: number of devices behind a gateway. */
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

/** Return the simulated machine of a model; null: the model is not simulated. */
export function machineOf(modelCode: string, random: Random, behind: number): Machine | null {
  const make = Object.hasOwn(machines, modelCode) ? machines[modelCode] : undefined;
  return make?.(random, behind) ?? null;
}

/**
 * Compare two models for sorting: the electricity meter comes last, because it counts the consumption of the others.
 */
export const actsBefore = (a: string, b: string): number => Number(a === 'am01') - Number(b === 'am01');
