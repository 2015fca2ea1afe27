import type { Label } from '#kernel/language/label.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { ImportLayout } from '../layout/layout.ts';

/** A number as sheets show it after they have lost its last digits. */
const LOST_DIGITS = /^-?\d(?:\.\d+E\+\d{2,3}|E\+(?:1[5-9]|[2-9]\d|\d{3}))$/i;
const FORMULA_ERROR = /^#(?:N\/A|NAME\?|(?:REF|VALUE|DIV\/0|NUM|NULL|SPILL|CALC)[!])$/;

const lostDigits: Label = [
  '表格只存 15 位数字，后面的数位已丢失：请把这一列设为“文本”格式，再重新填写',
  'A sheet stores 15 digits of a number, the rest is lost: format the column as text and type the number again',
];

/** Return the problem of a cell whose content the sheet has lost; undefined: it can be read. */
export function cellProblem(cell: string): Label | undefined {
  if (FORMULA_ERROR.test(cell)) return [`单元格是公式错误 ${cell}`, `The cell has the formula error ${cell}`];
  return LOST_DIGITS.test(cell) ? lostDigits : undefined;
}

const behindHeader: Label = ['这一行的格数比表头多', 'The row has more cells than the header'];

/** Return the problem of a row that has content behind the last column of the header, with its probable cause. */
export function overflowProblem(
  cells: readonly string[],
  layout: Pick<ImportLayout, 'width' | 'delimiter'> | null,
): FieldProblem | undefined {
  const extra = layout ? cells.slice(layout.width).filter((cell) => cell !== '') : [];
  if (!layout || !extra.length) return undefined;
  const first = extra[0].slice(0, 20);
  const sign = layout.delimiter === '\t' ? 'Tab' : layout.delimiter;
  const words: Label = sign
    ? [
        `比表头多 ${extra.length} 格（“${first}”）：可能某格里有“${sign}”却没加引号，后面的格因此错位`,
        `${extra.length} more than the header (“${first}”): a cell may contain “${sign}” without quotes, so the cells after it have moved`,
      ]
    : [
        `表头之外还有 ${extra.length} 格内容（“${first}”）：请给那一列加表头，或清空`,
        `Content outside the header, ${extra.length} in all (“${first}”): give its column a header, or clear it`,
      ];
  return { field: '', words, group: behindHeader };
}
