import type { Reading } from '#kernel/server';
import { isMore } from '#business/shared/money.rules.ts';
import { refuse } from '../../refusals.ts';

/** The parameter with the largest amount of one line of pay, CNY. */
export const LINE_MAX = 'as.wage.lineMax';

/** Refuse pay or a deduction of a line above the limit; the line is named. */
export async function assertLineMax(
  reading: Reading,
  lines: readonly { readonly name: string; readonly amount: string }[],
): Promise<void> {
  const max = await reading.parameter(LINE_MAX);
  const found = lines.find(({ amount }) => isMore(amount.replace('-', ''), max));
  if (found) throw refuse.lineTooHigh({ ...found, max });
}
