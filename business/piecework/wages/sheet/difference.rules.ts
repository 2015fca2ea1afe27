import Big from 'big.js';
import type { Label } from '#kernel/language/label.ts';

/** The parts of a sheet in CNY; deductions are below 0, so that the parts add up to the total. */
export const sheetParts = [
  'baseAmount',
  'pieceAmount',
  'allowanceAmount',
  'marketingAmount',
  'bonusAmount',
  'penaltyAmount',
  'carryAmount',
  'minWageTopUp',
] as const;
export type WagePart = (typeof sheetParts)[number];

/** The compared values of a sheet, or of the sum of many. */
export type ComparedSheet = Readonly<Partial<Record<WagePart | 'totalAmount', string | null | undefined>>> & {
  readonly pieceCount?: number | string | null | undefined;
};

const names: Readonly<Record<WagePart, Label>> = {
  baseAmount: ['底薪', 'base pay'],
  pieceAmount: ['计件', 'piecework'],
  allowanceAmount: ['补贴', 'allowances'],
  marketingAmount: ['营销提成', 'commission'],
  bonusAmount: ['奖励', 'bonus'],
  penaltyAmount: ['扣款', 'deductions'],
  carryAmount: ['结转', 'carried over'],
  minWageTopUp: ['最低工资补足', 'minimum-wage top-up'],
};

/** The difference of two totals, and the parts that cause it, the largest first. */
export interface Difference {
  readonly total: string;
  readonly parts: readonly { readonly part: WagePart; readonly by: string }[];
  readonly pieces: number;
}

const less = (now: string | null | undefined, before: string | null | undefined): Big =>
  new Big(now || 0).minus(before || 0);

export function wageDifference(now: ComparedSheet, before: ComparedSheet): Difference {
  return {
    total: less(now.totalAmount, before.totalAmount).toFixed(2),
    parts: sheetParts
      .map((part) => ({ part, by: less(now[part], before[part]) }))
      .filter(({ by }) => !by.eq(0))
      .toSorted((a, b) => b.by.abs().cmp(a.by.abs()))
      .map(({ part, by }) => ({ part, by: by.toFixed(2) })),
    pieces: Number(now.pieceCount ?? 0) - Number(before.pieceCount ?? 0),
  };
}

const unsigned = (amount: string): string => amount.replace('-', '');

/**
 * Describe the change of one part. Deductions are negative amounts, so one that falls is described as a larger
 * deduction.
 */
function partWords(
  { part, by }: Difference['parts'][number],
  pieces: number,
  money: (amount: string) => string,
): Label {
  const [zh, en] = names[part];
  const isTaken = part === 'penaltyAmount' || part === 'carryAmount';
  const isMore = isTaken === by.startsWith('-');
  const amount = money(unsigned(by));
  const count = Math.abs(pieces);
  const of =
    part === 'pieceAmount' && pieces !== 0
      ? ([
          `（${pieces > 0 ? '多' : '少'} ${count} 单）`,
          ` (${count} ${pieces > 0 ? 'more' : 'fewer'} ${count === 1 ? 'piece' : 'pieces'})`,
        ] as const)
      : (['', ''] as const);
  return [`${zh}${isMore ? '多' : '少'} ${amount}${of[0]}`, `${en} ${amount} ${isMore ? 'more' : 'less'}${of[1]}`];
}

/** Number of parts that are named; the others are only counted. */
const MAX_PARTS = 3;

/** Explain the difference from another month in one sentence. `money` formats an amount. */
export function wageDifferenceWords(difference: Difference, month: Label, money: (amount: string) => string): Label {
  const { total, parts, pieces } = difference;
  if (!parts.length) return [`与 ${month[0]}相同`, `The same as ${month[1]}`];
  const words = parts.slice(0, MAX_PARTS).map((part) => partWords(part, pieces, money));
  const rest = parts.length - words.length;
  const amount = money(unsigned(total));
  const head: Label =
    Number(total) === 0
      ? [`与 ${month[0]}合计相同`, `The same in all as ${month[1]}`]
      : total.startsWith('-')
        ? [`比 ${month[0]}少 ${amount}`, `${amount} less than ${month[1]}`]
        : [`比 ${month[0]}多 ${amount}`, `${amount} more than ${month[1]}`];
  return [
    `${head[0]}：${words.map(([zh]) => zh).join('，')}${rest ? `，另有 ${rest} 项` : ''}`,
    `${head[1]}: ${words.map(([, en]) => en).join(', ')}${rest ? `, and ${rest} more` : ''}`,
  ];
}

/**
 * Number and pay of a technician's pieces for a month. `finished`: completed in it. `waiting`: those of them that its
 * sheet does not pay. `earlier`: completed in an earlier month, but paid by its sheet.
 */
export interface PieceBalance {
  readonly finished: { readonly count: number; readonly amount: string };
  readonly waiting: { readonly count: number; readonly amount: string };
  readonly earlier: { readonly count: number; readonly amount: string };
}

/** Explain why the pieces of a month do not add up to the pay for pieces; null where they do. */
export function balanceWords(
  { finished, waiting, earlier }: PieceBalance,
  paid: string,
  money: (amount: string) => string,
): Label | null {
  if (new Big(finished.amount).eq(paid)) return null;
  const rest = new Big(paid).minus(finished.amount).plus(waiting.amount).minus(earlier.amount);
  const why: Label[] = [
    ...(waiting.count
      ? [
          [
            `${waiting.count} 单还没审完或算进别的期间（${money(waiting.amount)}）`,
            `${waiting.count} not audited yet or paid with another month (${money(waiting.amount)})`,
          ] as Label,
        ]
      : []),
    ...(earlier.count
      ? [
          [
            `${earlier.count} 单是以前完工、本期才审完（${money(earlier.amount)}）`,
            `${earlier.count} finished before and audited for this one (${money(earlier.amount)})`,
          ] as Label,
        ]
      : []),
    ...(rest.eq(0)
      ? []
      : [[`${money(rest.toFixed(2))} 在入账后改过`, `${money(rest.toFixed(2))} changed since`] as Label]),
  ];
  return [
    `本期完工 ${finished.count} 单 ${money(finished.amount)}，工资单计 ${money(paid)}：${why.map(([zh]) => zh).join('；')}`,
    `${finished.count} pieces finished make ${money(finished.amount)}, the slip pays ${money(paid)}: ${why.map(([, en]) => en).join('; ')}`,
  ];
}
