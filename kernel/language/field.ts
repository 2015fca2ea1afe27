import type { Dictionary } from './dictionary.ts';
import type { Label } from './label.ts';

/** How a field may be filtered in the search bar: exact value (or any of several), contained text, or a range. */
export type FilterMode = 'exact' | 'like' | 'range';

/** How personal data is hidden: `phone` 138****1234, `idCard` 3101**********1234, `amount` ****; `shown` is personal but visible (names, addresses): never logged. */
export type Mask = 'phone' | 'idCard' | 'amount' | 'shown';

/** What every kind of field can be told. Absent means no. */
export interface FieldOptions {
  /** Must have a value when saved (a paper in state `draft` too). */
  readonly required?: boolean;
  /** Must have a value before a later action; the form marks it, the action checks it. */
  readonly needed?: boolean;
  /** Set by the server; people only read it. */
  readonly auto?: boolean;
  /** Computed when read, by the expression of the paper's server file; has no column. */
  readonly computed?: boolean;
  /** Copied once from the paper that the reference field `from` points at: optional on the wire. */
  readonly copied?: { readonly from: string; readonly field: string };
  /** No two living rows of a tenant may share it. */
  readonly unique?: boolean;
  /** A column of the list; the first twelve start visible. */
  readonly list?: boolean;
  /** Added up below the list, over all rows that match. Money always is, where this is not false; of other numbers only those whose sum means something. */
  readonly sum?: boolean;
  readonly filter?: FilterMode;
  readonly personal?: Mask;
  /** Of a masked field, the buttons each of which reads it in clear, where they are not those of its paper. */
  readonly revealedBy?: readonly string[];
  /** Its reader may neither read it nor ask about it: pay, for who may not reveal it. Set by `readable`, never in a definition. */
  readonly veiled?: true;
  /** Of what a call asks: sent as nothing it empties, and is read as '' or []; only what was not sent at all is null. */
  readonly canEmpty?: true;
  /** Value of a new row where the person gives none. */
  readonly initial?: unknown;
  /** A reference that a new form begins with where its person has one row to pick from and no other: himself, as a rule. */
  readonly onlyChoice?: boolean;
  /** The call that tells which choices its writer has, where those are fewer than may be seen: what is not among them is refused. */
  readonly offered?: string;
  /** A valid value where the kind alone cannot know one, for import templates and tests; `#` stands for a number that makes it differ, '' for a value that tests leave out. */
  readonly example?: string;
  /** What is said where it is empty and must not be, where other words are wanted than 请输入… and 请选择…. */
  readonly missing?: Label;
  /** A sentence below the input, where it helps. */
  readonly help?: Label;
  /** Other headings under which sheets of others carry it; an import knows them too. */
  readonly headings?: readonly string[];
  /** Column width in pixels; each kind has its own default. */
  readonly width?: number;
  /** The button of its paper (`buttons`) by which a person may read it: for all others it is as if the field were not there. */
  readonly readers?: string;
  /** Never sent to anybody (a password hash). */
  readonly secret?: boolean;
  /** Written by people, kept encrypted, and read back by nobody: readers are told only whether it is set. */
  readonly sealed?: boolean;
  /** The product itself says it, beside or instead of people: kept in both languages (`keptWords`) and read in that of the reader. */
  readonly isProductText?: boolean;
  /** For programs alone, as clients of the family: our own screens and sheets leave it out, whether it is computed or stored. */
  readonly wire?: boolean;
  /** A number that clients of the family read as a text, a list they read joined by commas, or parts they read as JSON in a text. */
  readonly asText?: boolean;
  /** A text that some calls answer as a number where it is one, as clients of the family expect. */
  readonly asNumber?: boolean;
  /** Whole row of the form. */
  readonly wide?: boolean;
}

/** A field of a paper: data only. Its faces (column, filter, cell, input …) are those of its kind. `V` is the type of its value in a row. */
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
  /** How the numbers of the paper begin. */
  readonly prefix?: string;
  /** A number that counts through the year (`BZ-2026-0001`) instead of the day. */
  readonly cycle?: 'year';
  readonly many?: boolean;
  /** Only for the compiler: the value, whether it is always there, whether a person may give it, and whether he must. */
  readonly '~'?: { value: V; required: Required; given: Given; must: Must };
}

export type Fields = Readonly<Record<string, Field>>;

/** Is it the number of its paper, which the server gives? */
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

/** The field type that follows from a value and the options given. */
export type Of<V, O> = Field<V, Flag<O, 'required'>, IsGiven<O>, IsMust<O>> &
  (O extends { readonly initial: {} } ? { readonly initial: {} } : unknown);

export type ValueOf<T> = T extends Field<infer V, boolean, boolean> ? V : never;
export type IsRequired<T> = T extends Field<unknown, infer R, boolean> ? R : false;
export type IsGivenByPerson<T> = T extends Field<unknown, boolean, infer G> ? G : false;
export type IsMustGive<T> = T extends Field<unknown, boolean, boolean, infer M> ? M : false;

/** Makes a field of a kind; used by the kinds only. */
export function field<V, const O extends FieldOptions>(
  kind: string,
  label: Label,
  options: O | undefined,
  more: Partial<Field> = {},
): Of<V, O> {
  return { kind, label, ...more, ...options } as Of<V, O>;
}
