import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { flagKind } from '../flag/flag.ts';
import { type Accepted, type Kind, type Wording, isEmpty, malformed, problem } from '../kind.ts';

/** A part of a structured value: its name, words and how it is typed in. */
export interface StructuredPart {
  readonly name: string;
  readonly label: Label;
  readonly type: 'text' | 'number' | 'flag' | 'day' | 'choice' | 'ref';
  readonly choices?: Readonly<Record<string, Label>>;
  readonly paper?: string;
  readonly required?: boolean;
  /** What programs call the row: who reads it is told its other parts. */ readonly technical?: boolean;
}

/**
 * A value with parts: one record, or (`rows`) several. Kept as JSON; at most 64 kB. `filtersOf` = its rows are filters (`name`, `value`) of the
 * lists of a paper that another field of the row names: they follow when a key of a dictionary is called otherwise. `changesOf` = its rows are changes
 * (`field`, `old`, `new`) of papers that are logged as another field of the row says: readers are told of fields that they may read.
 */
export const structured = <
  V = Record<string, unknown>,
  const O extends FieldOptions & {
    parts?: readonly StructuredPart[];
    rows?: boolean;
    filtersOf?: string;
    changesOf?: string;
  } = FieldOptions,
>(
  label: Label,
  options?: O,
): Of<V, O> => field<V, O>('structured', label, options, { wide: true });

/** The parts of a field that point at rows. */
export const pointingParts = (of: object): readonly StructuredPart[] =>
  ((of as { parts?: readonly StructuredPart[] }).parts ?? []).filter((part) => part.paper !== undefined);

/** A value as it came over the wire: with its parts, or as the text that clients of the family read. */
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

/** How a part reads: its choice, yes or no, the row it points at where that is known, what lies within it, else the value. */
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
  schema: (of) => ({ type: (of as { rows?: boolean }).rows ? 'array' : 'object' }),
};

/** The field that says of which papers the changes are that a field keeps; undefined where it keeps none. */
export const changesAbout = (of: object): string | undefined => (of as { changesOf?: string }).changesOf;
