import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import { airFaults } from './faults/air.ts';
import { heatFaults } from './faults/heat.ts';
import { waterFaults } from './faults/water.ts';

/** What is found behind a fault and done about it: its words, cause and measure fit each other, and the part is one that such a machine has. */
export interface Remedy {
  readonly cause: 'wear' | 'lack' | 'use' | 'quality' | 'water' | 'power' | 'install' | 'firmware' | 'weather';
  readonly measure: 'adjust' | 'clean' | 'replacePart' | 'refill' | 'reset' | 'rewire' | 'vent' | 'seal' | 'guide';
  /** What the technician writes; `{p}` is the part as its item is called. */
  readonly content: string;
  /** How the names of fitting items begin. */
  readonly part?: string;
  /** How often, against the others of the same fault; absent: 1. */
  readonly weight?: number;
}

/** A class of fault of a system: the machines that show it, what callers say, and what is behind it. */
export interface SeedFault {
  readonly category: string;
  readonly machines: readonly string[];
  /** `{r}` is a room, `{c}` the code on the panel. */
  readonly words: readonly string[];
  readonly code?: readonly string[];
  readonly remedies: readonly Remedy[];
}

/** Faults by the system they befall. */
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

/** Heating fails in winter, cooling in summer. */
export const isInSeason = (category: string, month: number): boolean =>
  category === 'noHeat' ? heating.has(month) : category === 'noCool' ? cooling.has(month) : true;

/** How often the machines of a system are called about in a month, against the others and against themselves in other months. */
const seasonal: Readonly<Record<string, readonly [whenHeated: number, whenCooled: number, between: number]>> = {
  hvac: [0.7, 1.9, 0.8],
  floorHeat: [1.8, 0.3, 0.7],
  boiler: [1.8, 0.4, 0.8],
  heatPump: [1.4, 1.2, 0.7],
};

/** How often a machine of this system is called about in this month. */
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

/** Faults that a machine of this system and category may have in this month. */
export const faultsOf = (system: string, machine: string, month: number): SeedFault[] =>
  (faults[system] ?? []).filter((one) => one.machines.includes(machine) && isInSeason(one.category, month));

/** What a caller says about a machine in this month, and what it will turn out to be; damage by people is rare. */
export function faultOf(
  chance: Chance,
  { system, category }: { system: string; category: string },
  month: number,
): FaultReport {
  const fault = chance.pick(faultsOf(system, category, month));
  const code = fault.code ? chance.pick(fault.code) : null;
  const told = chance
    .pick(fault.words)
    .replace('{r}', chance.pick(rooms))
    .replace('{c}', code ?? '');
  if (chance.percent(2))
    return { category: 'damage', description: `装修师傅碰坏了：${told}`, code: null, remedy: byPeople };
  const remedy = remedyOf(chance, fault.remedies);
  return { category: fault.category, description: `${told}${chance.pick(asides)}`, code, remedy };
}

/** The parts with which the faults of some systems are mended, by the beginnings of their names. */
export const partsFor = (systems: readonly string[]): string[] => [
  ...new Set(
    systems.flatMap((system) =>
      (faults[system] ?? []).flatMap((fault) => fault.remedies.flatMap((one) => (one.part ? [one.part] : []))),
    ),
  ),
];
