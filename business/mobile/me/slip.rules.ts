import Big from 'big.js';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import type { wageLineType } from '#business/piecework/dictionaries.ts';
import { addDays, addMinutes, weekdayOf } from '#kernel/language/days.ts';

export type SlipLineType = KeyOf<typeof wageLineType>;

/** A line of a wage sheet as the server returns it; amounts in CNY, deductions below 0. */
export interface SlipLine {
  readonly id: string;
  readonly wageLineType: SlipLineType;
  readonly sourceId: string | null;
  readonly sourceNo: string | null;
  readonly qty: string | null;
  readonly unitPrice: string | null;
  readonly amount: string;
  readonly bizDate: string | null;
  readonly reason: string | null;
  readonly lineKey?: string | null;
}
export interface SlipDispute {
  readonly id: string;
  readonly wageLineId: string | null;
  readonly disputeKind: string;
  readonly note: string;
  readonly claimedValue: string | null;
  readonly disputeStatus: string;
  readonly answer: string | null;
}
export interface Slip {
  readonly id: string;
  readonly wageNo: string;
  readonly wagePeriod: string;
  readonly totalAmount: string;
  readonly wageStatus: string;
  readonly pieceCount: number | null;
  readonly sendTime: string | null;
  readonly signTime: string | null;
  readonly lines?: readonly SlipLine[];
  /** Customer and work of each line, by the line's id. */
  readonly earnedBy?: Readonly<Record<string, { readonly customer: string; readonly work: string }>>;
  /** Sentences that explain the total and its difference from other sums. */ readonly why?: readonly Label[];
  readonly disputes?: readonly SlipDispute[];
}

/** One kind of earnings on a payslip, with its lines. The kinds have a fixed order. */
export interface SlipPart {
  readonly key: string;
  readonly label: Label;
  readonly types: readonly SlipLineType[];
  readonly amount: string;
  readonly lines: readonly SlipLine[];
}

const kinds: readonly { readonly key: string; readonly label: Label; readonly types: readonly SlipLineType[] }[] = [
  { key: 'piece', label: ['计件', 'Piecework'], types: ['piece'] },
  { key: 'base', label: ['底薪', 'Base pay'], types: ['base'] },
  { key: 'marketing', label: ['营销提成', 'Commission'], types: ['marketing'] },
  { key: 'allowance', label: ['补贴', 'Allowances'], types: ['mileage', 'overtime', 'duty', 'heat'] },
  { key: 'bonus', label: ['奖励', 'Bonus'], types: ['bonus', 'adjust'] },
  { key: 'topUp', label: ['最低工资补足', 'Minimum-wage top-up'], types: ['topUp'] },
];
const DEDUCTIONS: readonly SlipLineType[] = ['penalty', 'toolComp', 'lossComp', 'carry', 'adjust'];
const DAMAGES: readonly SlipLineType[] = ['toolComp', 'lossComp', 'carry'];

const sum = (lines: readonly SlipLine[]): Big => lines.reduce((all, line) => all.plus(line.amount), new Big(0));
const below = (line: SlipLine): boolean => new Big(line.amount).lt(0);

/** Return the earnings by kind; kinds without a line are omitted. */
export const earnedOf = (lines: readonly SlipLine[]): SlipPart[] =>
  kinds
    .map(({ key, label, types }) => {
      const own = lines.filter((line) => types.includes(line.wageLineType) && !below(line));
      return { key, label, types, amount: sum(own).toFixed(2), lines: own };
    })
    .filter((part) => part.lines.length > 0);

export interface Deducted {
  readonly lines: readonly SlipLine[];
  /** Sum of the deductions. */ readonly amount: string;
  readonly damage: string;
  /** Damages carried over to the next month. */ readonly rest: string;
  readonly taken: string;
}

/**
 * Return the deductions of a payslip. Damages above the permitted share of the earnings are carried to the next month
 * (`rest`).
 */
export function deductedOf(lines: readonly SlipLine[]): Deducted {
  const own = lines.filter((line) => DEDUCTIONS.includes(line.wageLineType) && below(line));
  const rest = sum(lines.filter((line) => line.wageLineType === 'carry' && !below(line)));
  const damage = sum(own.filter((line) => DAMAGES.includes(line.wageLineType))).times(-1);
  return {
    lines: own,
    amount: sum(own).plus(rest).toFixed(2),
    damage: damage.toFixed(2),
    rest: rest.toFixed(2),
    taken: damage.minus(rest).toFixed(2),
  };
}

export interface SlipWeek {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly lines: readonly SlipLine[];
}

/** Group lines by calendar week, the latest first; within a week the highest amount first. */
export function weeksOf(lines: readonly SlipLine[]): SlipWeek[] {
  const weeks = new Map<string, SlipLine[]>();
  for (const line of lines) {
    const day = line.bizDate ?? '';
    const monday = day ? addDays(day, 1 - weekdayOf(day)) : '';
    weeks.set(monday, [...(weeks.get(monday) ?? []), line]);
  }
  return [...weeks]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([monday, own]) => ({
      from: monday,
      to: monday ? addDays(monday, 6) : '',
      amount: sum(own).toFixed(2),
      lines: own.toSorted((one, other) => new Big(other.amount).cmp(one.amount)),
    }));
}

const DAYS_TO_SIGN = 3;

/** Return the end of the time to dispute a slip: 72 hours after it was sent. */
export const signBy = (slip: Slip): string | null =>
  slip.sendTime ? addMinutes(slip.sendTime, DAYS_TO_SIGN * 1440) : null;
