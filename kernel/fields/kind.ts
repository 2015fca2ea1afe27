import type { Field } from '#kernel/language/field.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import { ruleOperatorWords } from '#kernel/language/row-rule.ts';

/** A value as it will be stored, or what is wrong with it. */
export type Accepted = { readonly value: unknown } | { readonly problem: Label };

/** The suffixes of the filter grammar; '' is the mode of the field itself. */
export type Operator =
  | 'equal'
  | 'notequal'
  | 'like'
  | 'notlike'
  | 'likeleft'
  | 'likeright'
  | 'gt'
  | 'ge'
  | 'lt'
  | 'le'
  | 'dategt'
  | 'datege'
  | 'datelt'
  | 'datele'
  | 'dateequal'
  | 'null'
  | 'notnull'
  | 'in'
  | 'notin';

/** How a filter compares, in words; '' is a plain value. */
export const operatorWords: Readonly<Record<Operator | '', Label>> = {
  ...ruleOperatorWords,
  '': ['为', 'is'],
  notlike: ['不包含', 'does not contain'],
  likeleft: ['结尾是', 'ends with'],
  likeright: ['开头是', 'begins with'],
  notin: ['不属于', 'none of'],
  datege: ['不早于', 'not before'],
  dategt: ['不早于', 'not before'],
  datele: ['不晚于', 'not after'],
  datelt: ['不晚于', 'not after'],
  dateequal: ['等于', 'is'],
};

/** What a kind needs to know to write a value in words. */
export interface Wording {
  readonly language: Language;
  /** The name of a key of a dictionary, or of the row an id points at. */
  name(field: Field, key: string): string | undefined;
}

/** What a kind needs to read what a person wrote into a sheet: the key behind a name. */
export interface Lookup {
  key(field: Field, name: string): string | undefined;
}

/** The code of a row that begins with the code of the row above. */
export interface CodeLevels {
  /** How long the codes are that a field takes. */
  length(field: Field): number;
  /** The field beside it that holds the row above. */
  above(field: Field): string | undefined;
}

/** The pure face of a kind of field: what everything else asks it, instead of how it is called. The column stands in `.server.ts`, cell and input in `.view.tsx` beside it. */
export interface Kind {
  readonly name: string;
  /** Chosen rather than typed: 请选择 instead of 请输入. */
  readonly chosen: boolean;
  readonly operators: readonly Operator[];
  readonly orders: boolean;
  readonly width: number;
  readonly align?: 'end';
  /** Stands on one line, on paper too. */
  readonly unbroken?: true;
  /** What its values are ids or codes of. */
  readonly pointsTo?: 'row' | 'file';
  /** Ties a row to one other of a paper that the field names: indexed unasked, carried by every list, followed from both ends. */
  readonly isRelation?: true;
  /** Beside the name of the row it points at stands its picture. */
  readonly showsPortrait?: true;
  /** Of rows known by a code instead of an id: it says by itself what it means. */
  readonly code?: CodeLevels;
  /** Whose a row is by it, for the scopes of roles; a department means those below it too. */
  readonly subject?: 'person' | 'department';
  readonly number?: 'whole' | 'decimal';
  /** The largest value that a person may enter. */
  readonly maxOf?: (field: Field) => number | undefined;
  /** Its sum means something, unless its field says otherwise. */
  readonly sums?: true;
  /** An amount of money: what a document comes to. */
  readonly isAmount?: true;
  readonly time?: 'day' | 'moment';
  /** Names one thing by a code: sheets and the search over everything know it by that, the search by its beginning, which this reads from what is typed. */
  readonly beginsWith?: (typed: string) => string;
  /** Free text of one line, or of several. */
  readonly freeText?: 'line' | 'lines';
  /** A number of a person: found by all of it or by its last four digits, never by other parts. */
  readonly foundByTail?: true;
  /** All its values as text, in words. */
  readonly choices?: Readonly<Record<string, Label>>;
  /** Reports may group by it: equal values mean the same. */
  readonly groups?: true;
  /** A drawing: in words it says nothing. */
  readonly drawn?: true;
  /** A text in which pictures of the product stand. */
  readonly embedsPictures?: true;
  /** Too much for a cell of a sheet. */
  readonly beyondCell?: true;
  /** Each row has its own: never set in many rows at once. */
  readonly perRow?: true;
  /** Reads a value from the wire; never called with an empty one. */
  accept(value: unknown, field: Field): Accepted;
  /** The value in words, for cells without a view of their own, exports and the audit. */
  text(value: unknown, field: Field, wording: Wording): string;
  /** Reads a cell of an imported sheet; never called with an empty one. */
  parse(cell: string, field: Field, lookup: Lookup): Accepted;
  /** A valid value for tests and import templates; `n` makes it differ. */
  sample(field: Field, n: number): unknown;
  /** JSON Schema of the value on the wire. */
  schema(field: Field): Record<string, unknown>;
}

export const textOperators: readonly Operator[] = [
  'equal',
  'notequal',
  'like',
  'notlike',
  'likeleft',
  'likeright',
  'null',
  'notnull',
  'in',
];
export const keyOperators: readonly Operator[] = ['equal', 'notequal', 'in', 'notin', 'null', 'notnull'];
export const rangeOperators: readonly Operator[] = ['equal', 'notequal', 'gt', 'ge', 'lt', 'le', 'null', 'notnull'];
export const dateOperators: readonly Operator[] = [
  'equal',
  'gt',
  'ge',
  'lt',
  'le',
  'dategt',
  'datege',
  'datelt',
  'datele',
  'dateequal',
  'null',
  'notnull',
];

/** Empty on the wire: absent, null, '', [] and {}; numbers and booleans never. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' &&
    Object.keys(value).length === 0 &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype));

export const problem = (zh: string, en: string): Accepted => ({ problem: [zh, en] });

export const malformed = (field: Pick<Field, 'label'>): Accepted =>
  problem(`${field.label[0]}格式不正确`, `${field.label[1]} is not in the right form`);

/** 请输入报修地址 / 请选择系统类别, as the field is typed or chosen; English labels are no nouns at times (`From`), so they stand in front. */
export const missing = (kind: Kind, field: Field): Label =>
  field.missing ??
  (kind.chosen
    ? [`请选择${field.label[0]}`, `${field.label[1]} is required`]
    : [`请输入${field.label[0]}`, `${field.label[1]} is required`]);

export const tooLong = (field: Field, most: number): Accepted =>
  problem(`${field.label[0]}不能超过${most}个字符`, `${field.label[1]} may have at most ${most} characters`);

/** A string from the wire: trimmed; numbers are taken as written. Anything else is no text. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
}

/** NUL and half a sign of two cannot be stored; other control characters are never meant. */
export const hasControls = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/u.test(text);
