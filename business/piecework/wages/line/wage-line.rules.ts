import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import { refuse } from '../../refusals.ts';
import type { wageLine } from '../wage-line.paper.ts';

type Line = Row<typeof wageLine>;

/** Types that the product creates from approved papers; they are never entered. */
const ofSystem = new Set<string>(['piece', 'base', 'mileage', 'carry', 'topUp']);
/** Key prefix of a line that a person entered, by hand or with an act of another room. */
export const ENTERED = 'entered#';
const deductions = new Set<string>(['penalty', 'toolComp', 'lossComp']);

/** Refuse the type of a line that is never entered, and an amount with the wrong sign. */
export function assertAmount({ wageLineType, amount }: Pick<Line, 'wageLineType' | 'amount'>): void {
  if (ofSystem.has(wageLineType)) throw refuse.lineTypeOfSystem();
  const value = new Big(amount);
  const right = wageLineType === 'adjust' ? !value.eq(0) : deductions.has(wageLineType) ? value.lt(0) : value.gt(0);
  if (!right)
    throw refuse.lineSign({
      fields: [
        { field: 'amount', words: ['扣款类金额须小于0，其他须大于0', 'Deductions are below 0, everything else above'] },
      ],
    });
}
