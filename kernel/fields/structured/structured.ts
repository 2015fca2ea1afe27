import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { FreeJson } from '#kernel/language/calls/free-json.ts';
import type { AnswerShape } from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import { flagKind } from '../flag/flag.ts';
import { type Accepted, type Kind, type Wording, isEmpty, malformed, problem } from '../kind.ts';

/** A part of a structured value: its name, its label and its type. */
export interface StructuredPart {
  readonly name: string;
  readonly label: Label;
  readonly type: 'text' | 'number' | 'flag' | 'day' | 'choice' | 'ref';
  readonly choices?: Readonly<Record<string, Label>>;
  readonly paper?: string;
  readonly required?: boolean;
  /** The part is for programs only; readers do not see it. */ readonly technical?: boolean;
  /** The text is a list of codes: a scanner that ends in Enter begins the next one. */ readonly several?: boolean;
}

/** Rows of an input that are about the lines of its paper, so that nobody types their ids. */
export interface RowsOfLines {
  /** The name of the lines in the paper. */ readonly of: string;
  /** Fields of a line beside the inputs. */ readonly shows: readonly string[];
  /** For each part the field of the line that it begins with; a part that is not listed begins empty. */
  readonly starts: Readonly<Record<string, string>>;
  /** Parts that only lines have whose value to begin with is filled. */ readonly filled?: readonly string[];
  /** The part that explains why another part is below its beginning. */
  readonly reason?: { readonly part: string; readonly below: string };
}

/** The form of a value without parts in the API document: its shape, or the reason why it may be any JSON. */
interface ValueForm {
  readonly shape?: AnswerShape;
  readonly free?: FreeJson;
}

/**
 * A value with parts: one record, or with `rows` several, stored as JSON of at most 64 kB. `filtersOf`: its rows are
 * filters (`name`, `value`) of the paper that another field names. They are updated when a dictionary key is renamed.
 * `changesOf`: its rows are logged changes (`field`, `old`, `new`), and another field holds the business type (`logAs`)
 * of the changed paper. Readers see changes only of fields that they may read.
 */
export const structured = <
  V = Record<string, unknown>,
  const O extends FieldOptions & {
    parts?: readonly StructuredPart[];
    rows?: boolean;
    perLine?: RowsOfLines;
    filtersOf?: string;
    changesOf?: string;
  } = FieldOptions,
>(
  label: Label,
  options?: O & ValueForm,
): Of<V, O> => field<V, O>('structured', label, options, { wide: true });

interface LineRows {
  readonly rows: true;
  readonly parts: readonly StructuredPart[];
  readonly perLine: RowsOfLines;
}

const lineId: StructuredPart = { name: 'id', label: ['明细', 'Line'], type: 'text', required: true, technical: true };

/** An input with one row for each line of its paper; a row names its line by `id`, which nobody types. */
export const rowsOfLines = <V extends { readonly id: string }>(
  label: Label,
  parts: readonly StructuredPart[],
  perLine: RowsOfLines,
): Of<V[], LineRows> => structured<V[], LineRows>(label, { rows: true, parts: [lineId, ...parts], perLine });

/** Return the parts of a field that refer to rows. */
export const pointingParts = (of: object): readonly StructuredPart[] =>
  ((of as { parts?: readonly StructuredPart[] }).parts ?? []).filter((part) => part.paper !== undefined);

/** Return a structured value from the wire: an object or array, or the JSON text that published clients send. */
export function partsFrom(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const LARGEST = 65_536;

function fits(row: unknown, of: { label: Label }, parts: readonly StructuredPart[]): Accepted | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return malformed(of);
  return parts.map((part) => fitsPart((row as Record<string, unknown>)[part.name], of, part)).find(Boolean);
}

function fitsPart(value: unknown, of: { label: Label }, part: StructuredPart): Accepted | undefined {
  if (isEmpty(value))
    return part.required
      ? problem(`${of.label[0]}:请输入${part.label[0]}`, `${of.label[1]}: enter ${part.label[1]}`)
      : undefined;
  const wrong =
    (part.type === 'number' && !Number.isFinite(Number(value))) ||
    (part.type === 'choice' && !Object.hasOwn(part.choices ?? {}, String(value)));
  return wrong ? malformed(part) : undefined;
}

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const { parts, rows } = of as { parts?: readonly StructuredPart[]; rows?: boolean };
  const read = partsFrom(value);
  if (typeof read !== 'object' || read === null || Boolean(rows) !== Array.isArray(read)) return malformed(of);
  if (JSON.stringify(read).length > LARGEST) return problem(`${of.label[0]}内容过多`, `${of.label[1]} is too long`);
  for (const row of Array.isArray(read) ? read : [read]) {
    const wrong = parts && fits(row, of, parts);
    if (wrong) return wrong;
  }
  return { value: read };
}

/**
 * Return a part as text: its choice, yes or no, the caption of a known row, the nested value, else the value itself.
 */
function partInWords(value: unknown, part: StructuredPart, wording: Wording): string {
  if (typeof value === 'object')
    return Array.isArray(value)
      ? value.map((one) => partInWords(one, part, wording)).join(wording.language === 'en' ? '; ' : '；')
      : `(${inWords(value, {}, wording)})`;
  if (typeof value === 'boolean') return flagKind.text(value, { kind: 'flag', label: part.label }, wording);
  const chosen = part.choices?.[String(value)]?.[wording.language === 'en' ? 1 : 0];
  return (
    chosen ??
    (part.paper && wording.name({ kind: 'ref', label: part.label, paper: part.paper }, String(value))) ??
    String(value)
  );
}

function inWords(value: unknown, of: { parts?: readonly StructuredPart[] }, wording: Wording): string {
  if (Array.isArray(value))
    return value.map((row) => inWords(row, of, wording)).join(wording.language === 'en' ? '; ' : '；');
  const row = (value ?? {}) as Record<string, unknown>;
  return (of.parts ?? Object.keys(row).map((name): StructuredPart => ({ name, label: [name, name], type: 'text' })))
    .filter((part) => row[part.name] !== undefined && row[part.name] !== null && row[part.name] !== '')
    .map((part) => `${part.label[wording.language === 'en' ? 1 : 0]} ${partInWords(row[part.name], part, wording)}`)
    .join(wording.language === 'en' ? ', ' : '，');
}

function samplePart(part: StructuredPart, n: number): unknown {
  if (part.type === 'number') return n % 100;
  if (part.type === 'flag') return n % 2 === 0;
  if (part.type === 'day') return `2026-${String((n % 12) + 1).padStart(2, '0')}-15`;
  return part.type === 'choice' ? Object.keys(part.choices ?? {})[0] : `${part.label[0]}${n}`;
}

export const structuredKind: Kind = {
  name: 'structured',
  chosen: false,
  operators: ['null', 'notnull'],
  orders: false,
  width: 180,
  beyondCell: true,
  perRow: true,
  accept,
  parse: accept,
  text: (value, of, wording) => inWords(value, of as { parts?: readonly StructuredPart[] }, wording),
  sample(of, n) {
    const { parts, rows } = of as { parts?: readonly StructuredPart[]; rows?: boolean };
    if (!parts) return undefined;
    const row = Object.fromEntries(
      parts.filter((part) => part.type !== 'ref').map((part) => [part.name, samplePart(part, n)]),
    );
    return rows ? [row] : row;
  },
  schema(of) {
    const { parts, rows } = of as { parts?: readonly StructuredPart[]; rows?: boolean };
    const one = parts
      ? { type: 'object', properties: Object.fromEntries(parts.map((part) => [part.name, partSchema(part)])) }
      : {};
    return rows ? { type: 'array', items: one } : { ...one, type: 'object' };
  },
};

const PART_TYPES: Readonly<Record<StructuredPart['type'], readonly string[]>> = {
  text: ['string', 'number', 'boolean', 'null'],
  number: ['number', 'string', 'null'],
  flag: ['boolean', 'string', 'null'],
  day: ['string', 'null'],
  choice: ['string', 'null'],
  ref: ['string', 'null'],
};

const partSchema = ({ type, label }: StructuredPart): object => ({ type: PART_TYPES[type], title: label[1] });

/**
 * For a field with `changesOf`: return the name of the field with the business type (`logAs`) of the changed paper.
 * Undefined for any other field.
 */
export const changesAbout = (of: object): string | undefined => (of as { changesOf?: string }).changesOf;
