import { airSensor, electricityMeter, freshAir, purifiers, softener, waterMeter } from './air-water.rules.ts';
import { gateway, wallPanel } from './gateways.rules.ts';
import { airConditioner, heatPump, indoorUnit, thermostat } from './heating.rules.ts';
import type { BuiltInModel } from './models.rules.ts';

/** All built-in thing models; most have a simulated machine. */
export const builtInCatalogue: readonly BuiltInModel[] = [
  heatPump,
  freshAir,
  softener,
  ...purifiers,
  electricityMeter,
  waterMeter,
  airConditioner,
  indoorUnit,
  thermostat,
  airSensor,
  gateway,
  wallPanel,
];
