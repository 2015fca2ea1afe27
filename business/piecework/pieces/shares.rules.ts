import Big from 'big.js';
import { cents } from '../standards/price.rules.ts';

/** One member's part of a process: share (0…1) and factors. */
export interface MemberShare {
  readonly shareRatio: string;
  readonly qualityCoef: string;
  readonly timeCoef: string;
  readonly pieceRatio: string;
}

const isOne = (text: string): boolean => new Big(text).eq(1);

const plain = ({ qualityCoef, timeCoef, pieceRatio }: MemberShare): boolean =>
  [qualityCoef, timeCoef, pieceRatio].every(isOne);

/** Check that the shares of a process add up to 1. */
export const isWhole = (parts: readonly Pick<MemberShare, 'shareRatio'>[]): boolean =>
  parts.reduce((sum, part) => sum.plus(part.shareRatio), new Big(0)).eq(1);

/**
 * Return each member's amount of an unrounded base. The last member is the lead. With all factors 1 the lead receives
 * what rounding leaves, so that the parts add up to the rounded base.
 */
export function amountsOf(base: Big, parts: readonly MemberShare[]): Big[] {
  const each = parts.map((part) =>
    cents(base.times(part.shareRatio).times(part.qualityCoef).times(part.timeCoef).times(part.pieceRatio)),
  );
  if (parts.length === 0 || !parts.every(plain) || !isWhole(parts)) return each;
  const others = each.slice(0, -1).reduce((sum, one) => sum.plus(one), new Big(0));
  return [...each.slice(0, -1), cents(base).minus(others)];
}

/** Return equal shares of four decimals; the last one takes the remainder. */
export function equalShares(count: number): string[] {
  const one = new Big(1).div(count).round(4, Big.roundDown);
  return Array.from({ length: count }, (_, at) =>
    (at < count - 1 ? one : new Big(1).minus(one.times(count - 1))).toFixed(4),
  );
}
