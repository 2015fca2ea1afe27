import type { Label } from '#kernel/language/label.ts';
import { quantile } from '../compare/quartiles.rules.ts';
import { WORSE } from './month-rank.rules.ts';

/** Symptoms of a heat pump's day; null: not measured. */
export interface Symptoms {
  readonly flow: number | null;
  /** Outlet minus inlet temperature (K). */ readonly spread: number | null;
  readonly pressLow: number | null;
  readonly defrosts: number | null;
  readonly starts: number | null;
  readonly auxHours: number | null;
  readonly outlet: number | null;
}

export const SYMPTOM_NAMES = [
  'flow',
  'outletTemp',
  'inletTemp',
  'pressLow',
  'defrosting',
  'powerSwitch',
  'auxHeat',
] as const;

/** Probable causes; `always`: the device was never as good as similar ones. */
export type RankGuess = 'flow' | 'refrigerant' | 'sensor' | 'hydraulic' | 'aux' | 'curve' | 'always' | 'unseen';

/** Evidence for or against: a symptom of this device beside the value that is expected. */
export interface Sign {
  readonly of: keyof Symptoms;
  readonly value: number;
  readonly usual: number;
  /** The value speaks for a fault. */ readonly isBad: boolean;
}

interface SignRule {
  readonly of: keyof Symptoms;
  readonly guess: RankGuess;
  readonly isBad: (value: number, usual: number) => boolean;
}

/** Rules in the order in which they decide. */
const RULES: readonly SignRule[] = [
  { of: 'flow', guess: 'flow', isBad: (value, usual) => value < usual * 0.7 },
  { of: 'pressLow', guess: 'refrigerant', isBad: (value, usual) => value < usual * 0.85 },
  { of: 'defrosts', guess: 'sensor', isBad: (value, usual) => value >= 6 && value > usual * 2 },
  { of: 'starts', guess: 'hydraulic', isBad: (value, usual) => value >= 24 && value > usual * 2 },
  { of: 'auxHours', guess: 'aux', isBad: (value, usual) => value >= 1 && value > usual * 2 },
  { of: 'outlet', guess: 'curve', isBad: (value, usual) => value > usual + 4 },
  { of: 'spread', guess: 'flow', isBad: (value, usual) => value > usual * 1.5 },
];

const medianOf = (days: readonly Symptoms[], of: keyof Symptoms): number | null =>
  quantile(
    days.flatMap((day) => day[of] ?? []),
    0.5,
  );

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Return the evidence on a device: medians of its bad days beside its own days before, or else beside similar devices.
 */
export const rankSigns = (bad: readonly Symptoms[], before: readonly Symptoms[], peers: readonly Symptoms[]): Sign[] =>
  RULES.flatMap(({ of, isBad }) => {
    const value = medianOf(bad, of);
    const usual = medianOf(before, of) ?? medianOf(peers, of);
    if (value === null || usual === null) return [];
    return [{ of, value: rounded(value), usual: rounded(usual), isBad: isBad(value, usual) }];
  });

/** Return the probable cause: the first rule with evidence, else that it was always so, or that nothing is seen. */
export function guessOf(signs: readonly Sign[], worse: number | null, own: number | null): RankGuess | null {
  if (worse === null || worse <= WORSE) return null;
  const found = RULES.find(({ of }) => signs.some((sign) => sign.of === of && sign.isBad));
  if (found) return found.guess;
  return own !== null && own <= WORSE / 3 ? 'always' : 'unseen';
}

export const guessWords: Readonly<Record<RankGuess, Label>> = {
  flow: ['像过滤器堵', 'Perhaps a clogged strainer'],
  refrigerant: ['像缺氟', 'Perhaps too little refrigerant'],
  sensor: ['像传感器偏', 'Perhaps a drifting sensor'],
  hydraulic: ['像水力不平衡', 'Perhaps hydraulic imbalance'],
  aux: ['辅热开得多', 'Much auxiliary heat'],
  curve: ['出水偏高，调曲线', 'Outlet too warm: adjust the curve'],
  always: ['一直这样，看设定', 'Always so: check the settings'],
  unseen: ['看不出', 'No cause seen'],
};

const symptomWords: Readonly<Record<keyof Symptoms, readonly [zh: string, en: string, unit: string]>> = {
  flow: ['流量', 'Flow', ' m³/h'],
  spread: ['供回温差', 'Supply–return spread', ' K'],
  pressLow: ['低压', 'Low pressure', ' MPa'],
  defrosts: ['一天除霜', 'Defrosts a day', ''],
  starts: ['一天启停', 'Starts a day', ''],
  auxHours: ['一天辅热', 'Auxiliary heat a day', ' h'],
  outlet: ['出水', 'Outlet', ' ℃'],
};

/** Return a sign in words: its symptom with the value, and the expected value. */
export const signWords = ({ of, value, usual }: Omit<Sign, 'isBad'>): { what: Label; value: string; usual: string } => {
  const [zh, en, unit] = symptomWords[of];
  return { what: [zh, en], value: `${value}${unit}`, usual: `${usual}${unit}` };
};
