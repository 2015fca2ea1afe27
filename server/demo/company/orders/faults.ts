import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import { airFaults } from './faults/air.ts';
import { heatFaults } from './faults/heat.ts';
import { waterFaults } from './faults/water.ts';

/** The finding of a fault and its repair. Text, cause and measure are consistent, and the part fits the machine. */
export interface Remedy {
  readonly cause: 'wear' | 'lack' | 'use' | 'quality' | 'water' | 'power' | 'install' | 'firmware' | 'weather';
  readonly measure: 'adjust' | 'clean' | 'replacePart' | 'refill' | 'reset' | 'rewire' | 'vent' | 'seal' | 'guide';
  /** The text of the technician; `{p}` is the name of the part. */
  readonly content: string;
  /** Beginning of the names of items that fit as the part; absent: no part is needed. */
  readonly part?: string;
  /** Frequency relative to other remedies of the fault; 1 by default. */
  readonly weight?: number;
}

/** A class of fault of a system: its machines, the callers' texts, and its remedies. */
export interface SeedFault {
  readonly category: string;
  readonly machines: readonly string[];
  /** Texts of callers; `{r}` is replaced by a room, `{c}` by the code on the panel. */
  readonly words: readonly string[];
  readonly code?: readonly string[];
  readonly remedies: readonly Remedy[];
}

/** Faults by their system. */
export const faults: Readonly<Record<string, readonly SeedFault[]>> = { ...airFaults, ...heatFaults, ...waterFaults };

const rooms = ['客厅', '主卧', '次卧', '儿童房', '书房', '餐厅'];
const asides = [
  '',
  '',
  '',
  '',
  '家里有老人，麻烦早点来。',
  '下午都在家。',
  '请先打电话。',
  '上个月刚修过类似的。',
  '物业说要提前登记。',
  '周末才有人。',
];

const heating = new Set([11, 12, 1, 2, 3]);
const cooling = new Set([6, 7, 8, 9]);

/**
 * Return whether a fault can occur in a month: no heat only in the heating season, no cooling only in the cooling
 * season.
 */
export const isInSeason = (category: string, month: number): boolean =>
  category === 'noHeat' ? heating.has(month) : category === 'noCool' ? cooling.has(month) : true;

/** Relative frequency of calls about the machines of a system, by season; 1 for other systems. */
const seasonal: Readonly<Record<string, readonly [whenHeated: number, whenCooled: number, between: number]>> = {
  hvac: [0.7, 1.9, 0.8],
  floorHeat: [1.8, 0.3, 0.7],
  boiler: [1.8, 0.4, 0.8],
  heatPump: [1.4, 1.2, 0.7],
};

/** Return the relative frequency of calls about a machine of this system in a month; 1 is normal. */
export const calledAbout = (system: string, month: number): number =>
  seasonal[system]?.[heating.has(month) ? 0 : cooling.has(month) ? 1 : 2] ?? 1;

export interface FaultReport {
  readonly category: string;
  readonly description: string;
  readonly code: string | null;
  readonly remedy: Remedy;
}

const byPeople: Remedy = {
  cause: 'use',
  measure: 'rewire',
  content: '外力损坏部位已修复，线路重新固定，通电试机正常',
};

const remedyOf = (chance: Chance, remedies: readonly Remedy[]): Remedy =>
  remedies[Number(chance.weighted(Object.fromEntries(remedies.map((one, at) => [String(at), one.weight ?? 1]))))];

/** Return the faults that a machine can have in a month; `machine` is its category. */
export const faultsOf = (system: string, machine: string, month: number): SeedFault[] =>
  (faults[system] ?? []).filter((one) => one.machines.includes(machine) && isInSeason(one.category, month));

/** Return a random fault that a machine can have in a month, with a caller's text. A few are damage by people. */
export function faultOf(
  chance: Chance,
  { system, category }: { system: string; category: string },
  month: number,
): FaultReport {
  const fault = chance.pick(faultsOf(system, category, month));
  const code = fault.code ? chance.pick(fault.code) : null;
  const text = chance
    .pick(fault.words)
    .replace('{r}', chance.pick(rooms))
    .replace('{c}', code ?? '');
  if (chance.percent(2))
    return { category: 'damage', description: `装修师傅碰坏了：${text}`, code: null, remedy: byPeople };
  const remedy = remedyOf(chance, fault.remedies);
  return { category: fault.category, description: `${text}${chance.pick(asides)}`, code, remedy };
}

/** Return the beginnings of names of the parts for repairs of some systems. */
export const partsFor = (systems: readonly string[]): string[] => [
  ...new Set(
    systems.flatMap((system) =>
      (faults[system] ?? []).flatMap((fault) => fault.remedies.flatMap((one) => (one.part ? [one.part] : []))),
    ),
  ),
];
