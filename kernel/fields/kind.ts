import type { Field } from '#kernel/language/field.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import { ruleOperatorWords } from '#kernel/language/row-rule.ts';

/** A value to store, or its problem. */
export type Accepted = { readonly value: unknown } | { readonly problem: Label };

/** Operators of filters. A filter is named by its field, an underscore and the operator, such as `phone_like`. */
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

/** Names of the operators in both languages; '' is a filter without an operator. */
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

/** The context in which a kind writes a value as text: the language, and the names of keys and rows. */
export interface Wording {
  readonly language: Language;
  /** Return the name of a dictionary's key, or of the row with an id. */
  name(field: Field, key: string): string | undefined;
}

/** The context in which a kind reads a cell of a sheet, which names keys and rows by their text. */
export interface Lookup {
  key(field: Field, name: string): string | undefined;
}

/** For a kind of hierarchical codes, where each code begins with the code of its parent row. */
export interface CodeLevels {
  /** Return the length of the codes at the level of this field, in characters. */
  length(field: Field): number;
  /** Return the name of the field with the parent row, in the same paper. */
  above(field: Field): string | undefined;
}

/**
 * The pure part of a kind of field. Other code reads these facts and never compares names of kinds.
 * The column is in `.server.ts`, cell and input are in `.view.tsx` beside it.
 */
export interface Kind {
  readonly name: string;
  /** The value is chosen and not typed, so messages begin with 请选择 instead of 请输入. */
  readonly chosen: boolean;
  readonly operators: readonly Operator[];
  readonly orders: boolean;
  readonly width: number;
  readonly align?: 'end';
  /** The text is never broken into several lines, on screen or in print. */
  readonly unbroken?: true;
  /** The values are ids or codes of rows, or ids of files. */
  readonly pointsTo?: 'row' | 'file';
  /**
   * The field refers to one row of another paper. It is indexed by default and in every answer of a list. The details
   * of both rows show the other row as a related one.
   */
  readonly isRelation?: true;
  /** Shows the picture of the referenced row beside its name. */
  readonly showsPortrait?: true;
  /** For kinds whose rows are known by codes instead of ids: the levels of these codes. */
  readonly code?: CodeLevels;
  /**
   * Scopes of roles may select rows by this field: by the person or the department in it. Filters by a department
   * include those below it.
   */
  readonly subject?: 'person' | 'department';
  readonly number?: 'whole' | 'decimal';
  /** Return the maximum that a person may enter; undefined for none. */
  readonly maxOf?: (field: Field) => number | undefined;
  /** Sums of its values mean something, so lists show them unless the field's `sum` is false. */
  readonly sums?: true;
  /** An amount of money in yuan. Screens that need the amount of a paper show its first field of such a kind. */
  readonly isAmount?: true;
  readonly time?: 'day' | 'moment';
  /**
   * For codes that identify one thing: return the beginning to search for from the typed text. Sheets and the global
   * search find a row by the code.
   */
  readonly beginsWith?: (typed: string) => string;
  /** Free text of one line, or of several. */
  readonly freeText?: 'line' | 'lines';
  /** A change by a person asks for an optional reason, which the history of the row shows. */
  readonly asksWhy?: true;
  /** A personal number, found by the complete number or its last four digits only. */
  readonly foundByTail?: true;
  /** Labels of all possible values, by value. */
  readonly choices?: Readonly<Record<string, Label>>;
  /** Reports and lists may group rows by it, because equal values mean the same. */
  readonly groups?: true;
  /** A drawing, which has no text for searches or sheets. */
  readonly drawn?: true;
  /** The text may contain pictures that are stored in the product. */
  readonly embedsPictures?: true;
  /** Too large for a cell of a sheet, so sheets leave it out. */
  readonly beyondCell?: true;
  /** The value is individual for each row, so bulk edits leave it out. */
  readonly perRow?: true;
  /** Read a value from the wire; never called with an empty one. */
  accept(value: unknown, field: Field): Accepted;
  /** Return the value as text, for cells without a view of their own, exports and the audit. */
  text(value: unknown, field: Field, wording: Wording): string;
  /** Read a cell of an imported sheet; never called with an empty one. */
  parse(cell: string, field: Field, lookup: Lookup): Accepted;
  /** Return a valid value for tests and import templates; `n` varies it. */
  sample(field: Field, n: number): unknown;
  /** Return the JSON Schema of the value on the wire. */
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

/** Return whether a wire value is empty: absent, null, '', [] or {}; numbers and booleans never are. */
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

/**
 * Return the message of a missing value: 请输入报修地址 / 请选择系统类别. English labels are not always nouns (`From`), so they come
 * first.
 */
export const missing = (kind: Kind, field: Field): Label =>
  field.missing ??
  (kind.chosen
    ? [`请选择${field.label[0]}`, `${field.label[1]} is required`]
    : [`请输入${field.label[0]}`, `${field.label[1]} is required`]);

export const tooLong = (field: Field, most: number): Accepted =>
  problem(`${field.label[0]}不能超过${most}个字符`, `${field.label[1]} may have at most ${most} characters`);

/** Return a string from the wire, trimmed; numbers become text. Undefined for anything else. */
export function incomingText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
}

/**
 * Return whether a text has control characters: NUL and half surrogate pairs cannot be stored, others are never
 * intended.
 */
export const hasControls = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/u.test(text);
