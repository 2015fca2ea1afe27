import { inThrees } from '#kernel/fields/text/text-ends.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { counted } from '../i18n/plural.ts';
import { type Target, readList } from '../registry/paper-calls.ts';
import { rowCaption } from '../registry/row-caption.ts';
import type { WireRow } from '../registry/rows.ts';

/** So many rows are named in a question about money; the others are counted. */
const MAX_NAMED = 3;

/** Decimals of an amount of money. */
const CENTS = 2;

const amountWords = (amount: string): string => {
  const [whole, part = '00'] = amount.split('.');
  return `¥${whole.startsWith('-') ? `-${inThrees(whole.slice(1))}` : inThrees(whole)}.${part}`;
};

/** Return the sum of a money field: of the rows, or of all that match. Absent where the caller may not read the field. */
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

/** Name the rows whose money an action moves, and say the sum. */
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
      `${names.join('、')}${isWhole ? '' : ` 等 ${count} 条`}${sum ? `，${count > 1 ? '合计 ' : ''}${amountWords(sum)}` : ''}`,
      `${names.join(', ')}${isWhole ? '' : `, ${counted(count, 'row')} in all`}${sum ? `: ${amountWords(sum)}` : ''}`,
    ],
    language,
  );
}
