import { moneyText } from '#kernel/language/values.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { counted } from '../i18n/plural.ts';
import { readList } from '../registry/paper-calls.ts';
import type { Target } from '../registry/target.ts';
import { rowCaption } from '../registry/row-caption.ts';
import type { WireRow } from '../registry/rows.ts';

/** Number of rows named in a confirmation about money; the others are counted. */
const MAX_NAMED = 3;

/** Decimals of an amount of money. */
const CENTS = 2;

/**
 * Return the sum of a money field over the rows, or over all that match. Undefined if the person may not read the
 * field.
 */
async function sumOf(
  of: AnyPaper,
  money: string,
  rows: readonly WireRow[],
  all: Target | undefined,
): Promise<string | undefined> {
  if (all && 'matching' in all)
    return (await readList(of, { ...all.matching.filters, size: 1, exactTotal: '1' })).sums?.[money] || undefined;
  const amounts = rows.map((row) => String(row[money] ?? '0'));
  return amounts.every((one) => /^-?\d+(\.\d{1,2})?$/.test(one))
    ? decimalOf(
        amounts.reduce((sum, one) => sum + stepsOf(one, CENTS), 0n),
        CENTS,
      )
    : undefined;
}

/** Return the text of a confirmation about money: the names of the first rows, the number of rows, and the sum. */
export async function moneySubject(
  of: AnyPaper,
  money: string,
  rows: readonly WireRow[],
  language: Language,
  all?: Target,
): Promise<string> {
  const sum = await sumOf(of, money, rows, all);
  const hint = (of.hint ?? []).filter((name: string) => name !== money);
  const names = rows
    .slice(0, MAX_NAMED)
    .map((row) => [rowCaption(of, row, language), ...hint.map((name: string) => row[name])].filter(Boolean).join(' '));
  const count = all && 'matching' in all ? all.matching.count : rows.length;
  const isWhole = count === names.length;
  return labelIn(
    [
      `${names.join('、')}${isWhole ? '' : ` 等 ${count} 条`}${sum ? `，${count > 1 ? '合计 ' : ''}¥${moneyText(sum)}` : ''}`,
      `${names.join(', ')}${isWhole ? '' : `, ${counted(count, 'row')} in all`}${sum ? `: ¥${moneyText(sum)}` : ''}`,
    ],
    language,
  );
}
