import type { Label } from '#kernel/language/label.ts';

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
