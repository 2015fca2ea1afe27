import { withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';

/** A number is shown as a date by its format. */
export type DateStyle = 'day' | 'moment' | 'time';

/** How the numbers of a cell are shown: as a date, or with at least these digits before and after the point. */
export type CellStyle = { readonly date: DateStyle } | { readonly whole: number; readonly decimals: number };

/** Maximum length of a number format that is read. */
const MAX_FORMAT = 255;
const MAX_ZEROS = 30;
/** Digits of a number that a sheet stores. */
const STORED_DIGITS = 15;

/** Built-in date formats of every spreadsheet, Chinese and Japanese ones included. */
const builtIn: readonly (readonly [from: number, to: number, style: DateStyle])[] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'moment'],
  [27, 31, 'day'],
  [32, 35, 'time'],
  [36, 36, 'day'],
  [45, 47, 'time'],
  [50, 58, 'day'],
];

function dateStyle(code: string): DateStyle | undefined {
  const [day, time] = [/[yd]/.test(code), /[hs]/.test(code)];
  return day && time ? 'moment' : day ? 'day' : time ? 'time' : undefined;
}

/**
 * Return the style of a number format by its id; undefined: as the number is. `codes`: the formats that the workbook
 * defines, by id.
 */
export function cellStyle(format: number, codes: ReadonlyMap<number, string>): CellStyle | undefined {
  const known = builtIn.find(([from, to]) => format >= from && format <= to);
  if (known) return { date: known[2] };
  // Colours, literal texts and escaped characters are no part of the pattern.
  const code = (codes.get(format) ?? '')
    .slice(0, MAX_FORMAT)
    .replaceAll(/"[^"]*"|\[[^\][]*\]|\\./g, '')
    .toLowerCase();
  if (code === 'general') return undefined;
  const zeros = /^(0+)(?:\.(0+))?$/.exec(code);
  if (zeros && zeros[0].length <= MAX_ZEROS) return { whole: zeros[1].length, decimals: zeros[2]?.length ?? 0 };
  const date = dateStyle(code);
  return date && { date };
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Return the text of a date by its serial number. */
function dateText(serial: number, style: DateStyle, since1904: boolean): string {
  const seconds = Math.round((serial + (since1904 ? 1462 : 0)) * 86_400);
  const at = new Date(Date.UTC(1899, 11, 30) + seconds * 1000);
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  if (style === 'time') return time;
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return style === 'moment' || seconds % 86_400 !== 0 ? `${day} ${time}` : day;
}

/** Return a number with the zeros of its format: 7 as `007`, 1.1 as `1.10`. */
function withZeros(number: string, { whole, decimals }: { whole: number; decimals: number }): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number);
  if (!parts) return number;
  const after = (parts[3] ?? '').padEnd(decimals, '0');
  return `${parts[1]}${parts[2].padStart(whole, '0')}${after && `.${after}`}`;
}

/**
 * Return a number without the error of its floating point: a sheet stores 1.1 as 1.1000000000000001. A number whose
 * last digits the sheet has lost keeps its exponent (see `cellProblem`).
 */
function numberText(raw: string): string {
  if (raw.length < STORED_DIGITS && !/e/i.test(raw)) return raw;
  const number = Number(Number(raw).toPrecision(STORED_DIGITS));
  if (Math.abs(number) >= 10 ** STORED_DIGITS) return number.toExponential(STORED_DIGITS - 1).toUpperCase();
  return number !== 0 && Math.abs(number) < 1e-6 ? withoutNeedlessZeros(number.toFixed(10)) : String(number);
}

/** Return the text of a number cell, as its format shows it. */
export function numberCell(raw: string, style: CellStyle | undefined, since1904: boolean): string {
  if (!style || !Number.isFinite(Number(raw))) return numberText(raw);
  return 'date' in style ? dateText(Number(raw), style.date, since1904) : withZeros(numberText(raw), style);
}
