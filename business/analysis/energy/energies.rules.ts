import type { Label } from '#kernel/language/label.ts';

/** Kinds of energy, as used in the paths of calls and screens. */
export const ENERGIES = ['heat', 'fresh', 'water', 'ammeter', 'air'] as const;
export type Energy = (typeof ENERGIES)[number];

/** Kinds of periods. The bucket of a day is an hour, of a month a day, of a year a month, and of `total` a year. */
export const PERIODS = ['day', 'month', 'year', 'total'] as const;
export type EnergyPeriod = (typeof PERIODS)[number];

export const WATER_KINDS = ['ge_clean', 'pure', 'clean', 'soft'] as const;
export type WaterKind = (typeof WATER_KINDS)[number];

export const energyNames: Readonly<Record<Energy, Label>> = {
  heat: ['热量', 'Heat'],
  fresh: ['新风', 'Fresh air'],
  water: ['水', 'Water'],
  ammeter: ['电量', 'Electricity'],
  air: ['空调', 'Air conditioning'],
};

/** Categories of the devices that measure each energy. */
export const categoriesOf: Readonly<Record<Energy, readonly string[]>> = {
  heat: ['heat_pump', 'boiler'],
  fresh: ['fresh_air'],
  water: ['water_softener', 'water_purifier', 'water_meter', 'prefilter'],
  ammeter: ['ammeter'],
  air: ['air_conditioner'],
};
