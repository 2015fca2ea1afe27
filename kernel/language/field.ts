import type { Dictionary } from './dictionary.ts';
import type { Label } from './label.ts';

/** How the search bar filters a field: by an exact value or any of several, by a part of a text, or by a range. */
export type FilterMode = 'exact' | 'like' | 'range';

/**
 * How personal data is masked: `phone` as 138****1234, `idCard` as 3101**********1234, `amount` as ****. `shown` is not
 * masked, but never logged (names, addresses).
 */
export type Mask = 'phone' | 'idCard' | 'amount' | 'shown';

/** Options of every kind of field. Absent means no. */
export interface FieldOptions {
  /** Must have a value whenever the row is saved, also as a draft. */
  readonly required?: boolean;
  /** Must have a value before a later action. The form marks it, and the action is refused without it. */
  readonly needed?: boolean;
  /** Set by the server; people only read it. */
  readonly auto?: boolean;
  /**
   * Brought by an import only: forms do not ask for it, copies leave it out, and a save by hand that changes it is
   * refused.
   */
  readonly sheetOnly?: true;
  /** Computed when read, by the expression of the paper's server file; has no column. */
  readonly computed?: boolean;
  /**
   * Copied from the row that the reference `from` points at, when the row is created or the reference changes. A value
   * that the writer sends wins.
   */
  readonly copied?: { readonly from: string; readonly field: string };
  /** No two rows of a tenant may have the same value; removed rows do not count. */
  readonly unique?: boolean;
  /** A column of the list; the first twelve start visible. */
  readonly list?: boolean;
  /**
   * Show the sum of all matching rows below the list. Money has one unless this is false; other numbers only if this is
   * true.
   */
  readonly sum?: boolean;
  readonly filter?: FilterMode;
  readonly personal?: Mask;
  /** Buttons, each of which lets its holder read this masked field in clear; absent: those of its paper. */
  readonly revealedBy?: readonly string[];
  /**
   * The reader may neither read nor filter by this field: an amount of pay, for readers without the right to reveal it.
   * Set by `readablePaper`, never in a definition.
   */
  readonly veiled?: true;
  /**
   * For an input of a call: null, '' or [] is accepted as a value that empties the field. Only an input that was not
   * sent is null.
   */
  readonly canEmpty?: true;
  /** Value of a new row, if the person enters none. */
  readonly initial?: unknown;
  /** A reference that a new form fills in when the person can choose only one row, usually the person's own. */
  readonly onlyChoice?: boolean;
  /**
   * The call that returns the rows that the writer may choose, where these are fewer than the visible ones. A save with
   * any other row is refused.
   */
  readonly offered?: string;
  /**
   * A valid value for import templates and tests, where the kind cannot make one. `#` becomes a number. With '' the
   * tests leave the field empty.
   */
  readonly example?: string;
  /** A form refuses an empty value, although a new row would get the initial one. */
  readonly formRequires?: boolean;
  /** The refusal of an empty required value, where the standard 请输入… or 请选择… does not suit. */
  readonly missing?: Label;
  /** A sentence shown below the input, where the field needs one. */
  readonly help?: Label;
  /** Further column headings by which an import recognises this field, as other companies' sheets write them. */
  readonly headings?: readonly string[];
  /** Column width in pixels; each kind has its own default. */
  readonly width?: number;
  /** The button of its paper (`buttons`) whose holders may read it. For all others the field does not exist. */
  readonly readers?: string;
  /** Never sent to anybody (a password hash). */
  readonly secret?: boolean;
  /** Written by people, stored encrypted and never returned: readers see only whether it is set. */
  readonly sealed?: boolean;
  /**
   * A text that the product writes; in some fields people write texts too. It is stored in both languages
   * (`storedText`) and read in the reader's.
   */
  readonly isProductText?: boolean;
  /** Sent to API clients only; our own screens and sheets leave it out. */
  readonly wire?: boolean;
  /** Published clients read this value as a text: a number, a list joined by commas, parts as JSON. */
  readonly asText?: boolean;
  /** A text that some calls return as a JSON number if it is numeric, as published clients expect. */
  readonly asNumber?: boolean;
  /** The input fills the whole width of the form. */
  readonly wide?: boolean;
}

/**
 * A field of a paper, as data. Its column, filter, cell and input are those of its kind. `V` is the type of its value
 * in a row.
 */
export interface Field<
  V = unknown,
  Required extends boolean = boolean,
  Given extends boolean = boolean,
  Must extends boolean = boolean,
> extends FieldOptions {
  readonly kind: string;
  readonly label: Label;
  readonly max?: number;
  readonly min?: string;
  readonly dictionary?: Dictionary;
  readonly paper?: string;
  /** Prefix of the document numbers of the paper, such as `BZ`. */
  readonly prefix?: string;
  /** The counter of the number restarts each year (`BZ-2026-0001`); absent: each day. */
  readonly cycle?: 'year';
  readonly many?: boolean;
  /**
   * Never set, for the compiler: the value, whether it is always present, whether people may write it, and whether they
   * must.
   */
  readonly '~'?: { value: V; required: Required; given: Given; must: Must };
}

export type Fields = Readonly<Record<string, Field>>;

/** Is this field the document number of its paper, which the server sets? */
export const isPaperNumber = (field: Field): boolean => field.prefix !== undefined;

type Flag<O, K extends string> = O extends { readonly [P in K]: true } ? true : false;
type IsGiven<O> = Flag<O, 'auto'> extends true ? false : Flag<O, 'computed'> extends true ? false : true;
type IsMust<O> =
  IsGiven<O> extends false
    ? false
    : O extends { copied: object }
      ? false
      : O extends { initial: {} }
        ? false
        : Flag<O, 'required'>;

/** The type of a field, from the type of its value and its options. */
export type Of<V, O> = Field<V, Flag<O, 'required'>, IsGiven<O>, IsMust<O>> &
  (O extends { readonly initial: {} } ? { readonly initial: {} } : unknown);

export type ValueOf<T> = T extends Field<infer V, boolean, boolean> ? V : never;
export type IsRequired<T> = T extends Field<unknown, infer R, boolean> ? R : false;
export type IsGivenByPerson<T> = T extends Field<unknown, boolean, infer G> ? G : false;
export type IsMustGive<T> = T extends Field<unknown, boolean, boolean, infer M> ? M : false;

/** Return a field of a kind. Only the kinds in `kernel/fields` call it. */
export function field<V, const O extends FieldOptions>(
  kind: string,
  label: Label,
  options: O | undefined,
  more: Partial<Field> = {},
): Of<V, O> {
  return { kind, label, ...more, ...options } as Of<V, O>;
}
