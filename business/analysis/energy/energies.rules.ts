import type { Label } from '#kernel/language/label.ts';

/** Kinds of energy, as they stand in addresses. */
export const ENERGIES = ['heat', 'fresh', 'water', 'ammeter', 'air'] as const;
export type Energy = (typeof ENERGIES)[number];

/** A period: its hours, its days, its months, or all years. */
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

/** Which categories of devices an energy is measured by. */
export const categoriesOf: Readonly<Record<Energy, readonly string[]>> = {
  heat: ['heat_pump', 'boiler'],
  fresh: ['fresh_air'],
  water: ['water_softener', 'water_purifier', 'water_meter', 'prefilter'],
  ammeter: ['ammeter'],
  air: ['air_conditioner'],
};
