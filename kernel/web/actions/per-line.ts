import type { RowsOfLines, StructuredPart } from '#kernel/fields/structured/structured.ts';
import { withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import type { WireRow } from '../registry/rows.ts';
import type { Target } from '../registry/target.ts';

/** Typed values of one line, by the name of the part. */
export type LineInput = Readonly<Record<string, string>>;

/** Typed values of lines by the name of the input; null where nothing differs from the lines themselves. */
export type LinesTyped = Readonly<Record<string, readonly LineInput[] | null>>;

export const asksPerLine = (field: Field): RowsOfLines | undefined => (field as { perLine?: RowsOfLines }).perLine;

/** Return the parts of an input that people see. */
export const partsToAsk = (field: Field): readonly StructuredPart[] =>
  ((field as { parts?: readonly StructuredPart[] }).parts ?? []).filter((part) => !part.technical);

/** Return the text of a value of a line, without needless zeros. */
function startText(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /^-?\d+\.\d+$/.test(text) ? withoutNeedlessZeros(text) : text;
}

/** The inputs of one line: their parts, what each begins with, and what is typed. */
export interface LineInputs {
  readonly id: string;
  readonly parts: readonly StructuredPart[];
  readonly starts: LineInput;
  readonly values: LineInput;
}

/** Return the inputs of a line. Parts that only filled lines have are left out of others. */
export function inputsOfLine(field: Field, rule: RowsOfLines, line: WireRow, typed: LineInput = {}): LineInputs {
  const startOf = ({ name }: StructuredPart): string => startText(rule.starts[name] && line[rule.starts[name]]);
  const parts = partsToAsk(field).filter((part) => !rule.filled?.includes(part.name) || startOf(part) !== '');
  const starts = Object.fromEntries(parts.map((part) => [part.name, startOf(part)]));
  return { id: line.id, parts, starts, values: { ...starts, ...typed } };
}

const isChanged = ({ parts, starts, values }: LineInputs): boolean =>
  parts.some(({ name }) => values[name].trim() !== starts[name]);

/** Return the rows of the call: all lines, or null where nothing was changed. Empty parts that began empty are left out. */
export function rowsToSend(lines: readonly LineInputs[]): readonly LineInput[] | null {
  if (!lines.some(isChanged)) return null;
  return lines.map(({ id, parts, starts, values }) => ({
    id,
    ...Object.fromEntries(
      parts
        .filter(({ name }) => values[name].trim() !== '' || starts[name] !== '')
        .map(({ name }) => [name, values[name].trim()]),
    ),
  }));
}

/** Does a line need the reason why one of its parts is below its beginning? */
export function lacksReason({ reason }: RowsOfLines, { starts, values }: LineInputs): boolean {
  if (!reason || values[reason.part]?.trim()) return false;
  return Number(values[reason.below]) < Number(starts[reason.below]);
}

/**
 * Return the names of inputs per line and of all others. Several rows have no inputs per line: the action then takes
 * the lines as they are.
 */
export function perLineOf(
  fields: Fields,
  rows: readonly WireRow[],
  all: Target | undefined,
): readonly [perLine: readonly string[], others: readonly string[]] {
  const names = Object.keys(fields);
  const perLine = names.filter((name) => asksPerLine(fields[name]));
  const others = names.filter((name) => !perLine.includes(name));
  return [rows.length === 1 && !all ? perLine : [], others];
}

/** A refusal of the action, with the problems of its inputs. */
interface Refusal {
  readonly message: string;
  readonly fields: readonly { readonly field: string; readonly msg: string }[];
}

/**
 * Return the text of a refusal for below the inputs; empty where each problem is shown at its input. A problem of a line
 * needs the whole message, which names the line.
 */
export function problemBelow(
  { message, fields }: Refusal,
  shown: readonly string[],
  hasLines: boolean,
): readonly string[] {
  const others = fields.filter((one) => !shown.includes(one.field));
  if (fields.length && !others.length) return [];
  return hasLines || !others.length ? [message] : others.map((one) => one.msg);
}

/** Columns beyond which the dialog of lines is wide. */
const MANY_COLUMNS = 7;

/** Return the width of the dialog of an action in px, by the columns of its widest table of lines. */
export function dialogWidth(fields: Fields, perLine: readonly string[]): number {
  if (!perLine.length) return 520;
  const columns = perLine.map(
    (name) => partsToAsk(fields[name]).length + (asksPerLine(fields[name])?.shows.length ?? 0),
  );
  return Math.max(...columns) > MANY_COLUMNS ? 1080 : 820;
}

/** Return the inputs per line for the call; those without a difference are left out. */
export const linesInput = (typed: LinesTyped): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(typed).filter(([, lines]) => lines !== null));
