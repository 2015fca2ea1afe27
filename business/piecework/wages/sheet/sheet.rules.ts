import Big from 'big.js';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { wageLineType } from '../../dictionaries.ts';

export type WageLineType = KeyOf<typeof wageLineType>;

/**
 * Σ of the lines of one technician and period by kind; deductions are below 0. `adjustUp` and `adjustDown` split the
 * adjustments by sign.
 */
export type WageSums = Readonly<
  Partial<Record<Exclude<WageLineType, 'carry' | 'topUp' | 'adjust'> | 'adjustUp' | 'adjustDown' | 'carryIn', string>>
>;

export interface WageTerms {
  /** Own employee: the minimum wage applies. */ readonly own: boolean;
  /** CNY a month. */ readonly minWage: string;
  /** Largest share of the earned amount that damages may take, 0…1. */ readonly deductCap: string;
}

export interface Wage {
  readonly earned: string;
  readonly penalty: string;
  readonly damage: string;
  readonly taken: string;
  /** The damages that are carried to the next period. */
  readonly rest: string;
  readonly topUp: string;
  readonly total: string;
  readonly columns: {
    readonly baseAmount: string;
    readonly pieceAmount: string;
    readonly allowanceAmount: string;
    readonly marketingAmount: string;
    readonly bonusAmount: string;
    readonly penaltyAmount: string;
    readonly carryAmount: string;
    readonly minWageTopUp: string;
  };
}

const zero = new Big(0);
const most = (...all: Big[]): Big => all.reduce((a, b) => (a.gt(b) ? a : b));
const least = (...all: Big[]): Big => all.reduce((a, b) => (a.lt(b) ? a : b));

/**
 * Calculate the pay of a technician. Damages are tools, losses and the amount carried in. They take at most a share of
 * the earned amount, and never reduce pay below the minimum wage. The rest is carried to the next period.
 */
export function wageOf(sums: WageSums, { own, minWage, deductCap }: WageTerms): Wage {
  const sum = (...names: (keyof WageSums)[]): Big => names.reduce((all, name) => all.plus(sums[name] ?? 0), zero);
  const least0 = own ? new Big(minWage) : zero;
  const earned = sum(
    'base',
    'piece',
    'mileage',
    'overtime',
    'duty',
    'heat',
    'marketing',
    'bonus',
    'adjustUp',
    'adjustDown',
  );
  const penalty = sum('penalty').times(-1);
  const damage = sum('toolComp', 'lossComp', 'carryIn').times(-1);
  const cap = earned.times(deductCap).round(2, Big.roundDown);
  const taken = most(zero, least(damage, cap, earned.minus(penalty).minus(least0)));
  const topUp = own ? most(zero, least0.minus(earned).plus(penalty)) : zero;
  const rest = damage.minus(taken);
  const text = (amount: Big): string => amount.toFixed(2);
  return {
    earned: text(earned),
    penalty: text(penalty),
    damage: text(damage),
    taken: text(taken),
    rest: text(rest),
    topUp: text(topUp),
    total: text(earned.minus(penalty).minus(taken).plus(topUp)),
    columns: {
      baseAmount: text(sum('base')),
      pieceAmount: text(sum('piece')),
      allowanceAmount: text(sum('mileage', 'overtime', 'duty', 'heat')),
      marketingAmount: text(sum('marketing')),
      bonusAmount: text(sum('bonus', 'adjustUp')),
      penaltyAmount: text(sum('penalty', 'toolComp', 'lossComp', 'adjustDown')),
      carryAmount: text(sum('carryIn').plus(rest)),
      minWageTopUp: text(topUp),
    },
  };
}

/** The column of a sheet that shows a line, as SQL over `l`; adjustments by their sign. */
export const columnSql: Readonly<Record<keyof Wage['columns'], string>> = {
  baseAmount: "l.wage_line_type = 'base'",
  pieceAmount: "l.wage_line_type = 'piece'",
  allowanceAmount: "l.wage_line_type in ('mileage', 'overtime', 'duty', 'heat')",
  marketingAmount: "l.wage_line_type = 'marketing'",
  bonusAmount: "(l.wage_line_type = 'bonus' or (l.wage_line_type = 'adjust' and l.amount >= 0))",
  penaltyAmount:
    "(l.wage_line_type in ('penalty', 'toolComp', 'lossComp') or (l.wage_line_type = 'adjust' and l.amount < 0))",
  carryAmount: "l.wage_line_type = 'carry'",
  minWageTopUp: "l.wage_line_type = 'topUp'",
};
