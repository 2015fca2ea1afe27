import {
  type Field,
  type FieldOptions,
  type IsRequired,
  type Of,
  type ValueOf,
  field,
} from '#kernel/language/field.ts';
import type { FreeJson } from './free-json.ts';
import { placeUnder } from './place.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import type { AnswerOf, AnswerShape } from '#kernel/language/calls/shape.ts';

/**
 * Inputs of a call by name. Beside ordinary fields there are arrays of rows (`lines`) and rows of a paper (`draft`).
 */
export type Inputs = Readonly<Record<string, Field>>;

/** An array of rows in a body; each row is read by the fields of `each`. */
export interface LinesField extends Field {
  readonly kind: 'lines';
  readonly each: Inputs;
  readonly most: number;
  /** The rows belong to this paper; they are passed as sent, and checked when they are saved. */
  readonly rowsOf?: Pick<AnyPaper, 'name'>;
  /** The field of `each` that gets the value of a line that is not an object, such as a bare id. */
  readonly plain?: string;
}

/**
 * A row of a paper as its writer sends it. Other keys than fields of the paper are not read, and the fields are checked
 * when the row is saved.
 */
export interface DraftField extends Field {
  readonly kind: 'draft';
  readonly draftOf: AnyPaper;
  /** The fields of the row are the body itself, not an object within it. */ readonly isWhole?: true;
  /** Names of the only fields that are read; absent: all fields of the paper. */ readonly only?: readonly string[];
}

/**
 * A text that is used exactly as it was sent, with its spaces: a password, or a code of another program. No message of
 * a refusal repeats the text.
 */
export interface ExactField extends Field {
  readonly kind: 'exact';
  readonly most: number;
}

/** One of a few words that the call itself names; any other is refused. */
export interface OneOfField extends Field {
  readonly kind: 'oneOf';
  readonly among: readonly string[];
}

/** Precision of a date: a day (`2026-11-26`), a month (`2026-11`), a year (`2026`). */
export type CalendarForm = 'day' | 'month' | 'year';

/** A date of one of the precisions in `forms`; any other text is refused. */
export interface CalendarField extends Field {
  readonly kind: 'calendar';
  readonly forms: readonly CalendarForm[];
}

/** An input that is passed as it was sent; the handler of the call checks it. */
export interface UnreadField extends Field {
  readonly kind: 'unread';
  readonly because: FreeJson;
}

export const isOneOfField = (field: Field): field is OneOfField => field.kind === 'oneOf';
export const isCalendarField = (field: Field): field is CalendarField => field.kind === 'calendar';
export const isExactField = (field: Field): field is ExactField => field.kind === 'exact';
export const isUnreadField = (field: Field): field is UnreadField => field.kind === 'unread';

/** Filters of the list of a paper, as sent: every query parameter that is not another input of the call. */
export interface FiltersField extends Field {
  readonly kind: 'filters';
  /** The paper of the list; undefined where the call names the paper in an input. */ readonly filtersOf?: AnyPaper;
  /** Filters that the list reads although they are no fields of the paper; they are documented here. */
  readonly besides: Inputs;
  /** Any field of the paper may be named; the call ignores those that it does not read. */ readonly isLoose?: true;
}

/** Several values: an array, or a text that joins them by commas. */
export interface SeveralField extends Field {
  readonly kind: 'several';
  /** The field that reads each value. */ readonly item: Field;
  readonly most: number;
}

export const isSeveralField = (field: Field): field is SeveralField => field.kind === 'several';
export const isFiltersField = (field: Field): field is FiltersField => field.kind === 'filters';
export const isLinesField = (field: Field): field is LinesField => field.kind === 'lines';
export const isDraftField = (field: Field): field is DraftField => field.kind === 'draft';

/** The fields of a row as its writer sent them, not yet checked. `submit` and `resubmit` of a context check them. */
export type SentRow<P> = { readonly [K in FieldName<P> | LineName<P> | 'id' | 'version']?: unknown };
type LineName<P> = P extends { readonly lines?: infer L } ? keyof NonNullable<L> & string : never;

type Present<F> = IsRequired<F> extends true ? true : F extends { readonly initial: {} } ? true : false;

/** The inputs as they are read, each by its kind. An optional input that was not sent is null. */
export type InputOf<I> = { readonly [K in keyof I]: Present<I[K]> extends true ? ValueOf<I[K]> : ValueOf<I[K]> | null };

/** The inputs of a save beyond the fields of its row. `draft`: store the row unfinished. */
export type ExtrasOf<P> = { readonly draft: boolean } & (P extends { readonly extras?: infer X }
  ? InputOf<NonNullable<X>>
  : unknown);

/** The inputs of a save beyond the fields of its row, as they are sent. */
export type SentExtras<P> = { readonly draft?: boolean } & (P extends { readonly extras?: infer X }
  ? SentInput<NonNullable<X>>
  : unknown);

/** The body of a save: fields of the row, and the inputs beyond them. */
export type SentBody<P> = SentRow<P> & SentExtras<P>;

/**
 * A value as a form holds it before it is checked. A dictionary key is any text, a number may be a text, and an empty
 * value is ''.
 */
type Sent<V> = V extends string ? string : V extends number ? number | string : V;

/** The sent form of a field: an array of rows for `lines`, else one value. */
type SentOf<F> = F extends { readonly each: infer E } ? readonly SentInput<E>[] : Sent<ValueOf<F>>;

/** The names of the inputs that are the body itself (`isWhole`). */
type Wholes<I> = { [K in keyof I]: I[K] extends { readonly isWhole: true } ? K : never }[keyof I];

/** The input as sent: required and optional names. The fields of an `isWhole` row are spread into it. */
export type SentInput<I> = {
  readonly [K in Exclude<keyof I, Wholes<I>> as IsRequired<I[K]> extends true ? K : never]: SentOf<I[K]>;
} & {
  readonly [K in Exclude<keyof I, Wholes<I>> as IsRequired<I[K]> extends true ? never : K]?:
    SentOf<I[K]> | null | undefined;
} & ([Wholes<I>] extends [never] ? unknown : ValueOf<I[Wholes<I>]>);

/** Return the field under a type that states its value; the compiler cannot check this claim. */
const typed = <T>(field: unknown): T => field as T;

/** A text that is used exactly as it was sent, at most `most` characters (default 4,000). */
export const exactText = <const O extends FieldOptions & { most?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('exact', label, options, { most: options?.most ?? 4000 } as Partial<Field>);

/** One of a few words, such as the format of a file; any other word is refused. */
export const choiceOf = <const C extends readonly string[], const O extends FieldOptions>(
  label: Label,
  among: C,
  options?: O,
): Of<C[number], O> => field<C[number], O>('oneOf', label, options, { among } as Partial<Field>);

/** A day, a month or a year; `forms` lists those that the call accepts. */
export const calendar = <const O extends FieldOptions>(
  label: Label,
  forms: readonly CalendarForm[],
  options?: O,
): Of<string, O> => field<string, O>('calendar', label, options, { forms } as Partial<Field>);

/** An input that is passed as it was sent, and may be any JSON for this reason. */
export const asSent = <const O extends FieldOptions>(because: FreeJson, label: Label, options?: O): Of<unknown, O> =>
  field<unknown, O>('unread', label, options, { because } as Partial<Field>);

/**
 * Rows in a body, at most `most` (default 500); an empty array is a value too. `plain`: the field that gets the value
 * of a line that is not an object.
 */
export const lines = <const I extends Inputs, const O extends FieldOptions & { most?: number; plain?: keyof I }>(
  label: Label,
  each: I,
  options?: O,
): Of<readonly InputOf<I>[], O> & { readonly each: I } => typed({ kind: 'lines', label, each, most: 500, ...options });

/** Rows of a paper in a body, at most `most` (default 500), which are checked when they are saved. */
export const rows = <P extends AnyPaper, const O extends FieldOptions & { most?: number }>(
  paper: P,
  options?: O,
): Of<readonly SentRow<P>[], O> =>
  typed({ kind: 'lines', label: paper.title, each: {}, rowsOf: paper, most: 500, ...options });

/** Rows of a paper of another room, by the name of the paper, at most `most` (default 500). */
export const rowsNamed = <const O extends FieldOptions & { most?: number }>(
  paper: string,
  label: Label,
  options?: O,
): Of<readonly SentRow<AnyPaper>[], O> =>
  typed({ kind: 'lines', label, each: {}, rowsOf: { name: paper }, most: 500, ...options });

/** One row of a paper as an input. `true` on the wire means a row without fields. */
export const draft = <P extends AnyPaper, const O extends FieldOptions>(paper: P, options?: O): Of<SentRow<P>, O> =>
  typed({ kind: 'draft', label: paper.title, draftOf: paper, ...options });

/**
 * One row of a paper whose fields are the body itself, beside other inputs. `only`: the fields that are read, all of
 * them optional.
 */
export const wholeBody = <P extends AnyPaper, const N extends keyof SentRow<P> = keyof SentRow<P>>(
  paper: P,
  only?: readonly N[],
): Of<Pick<SentRow<P>, N>, { required: true }> & { readonly isWhole: true } =>
  typed({
    kind: 'draft',
    label: paper.title,
    draftOf: paper,
    isWhole: true,
    required: true,
    ...(only && { only }),
  });

/** Several values, at most `most` (default 500), each read by the field; duplicates count once. */
export const several = <F extends Field, const O extends FieldOptions & { most?: number }>(
  label: Label,
  item: F,
  options?: O,
): Of<readonly ValueOf<F>[], O> => typed({ kind: 'several', label, item, many: true, most: 500, ...options });

/** Filters of a list by name, with their values as sent. */
export type ListFilters = Readonly<Record<string, string>>;

/**
 * The filters of the list of a paper, in addition to other inputs. `besides`: filters that are no fields of the paper.
 */
export const filters = (paper: AnyPaper, besides: Inputs = {}): Of<ListFilters, { initial: {} }> =>
  typed({ kind: 'filters', label: paper.title, filtersOf: paper, besides, initial: {} });

/** The filters of the list of a paper that another input of the call names. */
export const filtersOfNamed = (): Of<ListFilters, { initial: {} }> =>
  typed({ kind: 'filters', label: ['筛选', 'Filters'], besides: {}, initial: {} });

/** Values of fields of a paper that another input of the call names. Fields that the call does not read are ignored. */
export const valuesOfNamed = (): Of<ListFilters, { initial: {} }> =>
  typed({ kind: 'filters', label: ['筛选', 'Filters'], besides: {}, isLoose: true, initial: {} });

/** The inputs, the answer and the refusals of a call. */
export interface Contract {
  /** Inputs in the query string; a POST may send them in its body too. */
  readonly query?: Inputs;
  readonly body?: Inputs;
  /** Headers that the call reads beside those of every call. */
  readonly headers?: Inputs;
  /** The call reads the id and the secret of a client (`Authorization: Basic …`), and may require them. */
  readonly client?: 'required' | 'optional';
  /**
   * The body is one row of this paper: a complete `new` one, a `change` of an existing one with its id, or `either`.
   */
  readonly row?: { readonly of: AnyPaper; readonly as: 'new' | 'change' | 'either' };
  readonly answer: AnswerShape;
  /** Reasons of refusals of this call, beyond those that every call may answer; a room may add its own. */
  readonly refuses?: readonly string[];
}

/** GET reads; the others may change something. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the HTTP API: its address, callers, inputs and answer. It contains no code, so server, browser, API
 * document and tests can all read it.
 */
export interface Call<
  Q extends Inputs = Inputs,
  B extends Inputs = Inputs,
  S extends AnswerShape = AnswerShape,
> extends Contract {
  readonly method: HttpMethod;
  /** Path below /api/. Each `{name}` in it is replaced by the query input of that name. */
  readonly path: string;
  /** Further addresses of the same call, each as a whole path. */
  readonly aliases?: readonly string[];
  readonly paper?: AnyPaper;
  /**
   * The action whose button the caller needs, such as view, add or export. Other values: `person` (any account),
   * `guest` (also a provider's login without an account), `anonymous` (no login).
   */
  readonly needs: string;
  /** Code of a further button that the caller must hold, one of the room and of no paper (`Room.buttons`). */
  readonly button?: string;
  readonly title: Label;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: S;
}

/** Any call, where its types do not matter. */
// oxlint-disable-next-line no-explicit-any -- the one place where a call of unknown shape is named
export type AnyCall = Call<any, any, any>;

/** The input of a call as read: query and body together. */
export type CallInputOf<C> = C extends Call<infer Q, infer B> ? InputOf<Q> & InputOf<B> : never;
/** The input of a call as sent. */
export type CallSent<C> = C extends Call<infer Q, infer B> ? SentInput<Q> & SentInput<B> : never;
export type CallAnswer<C> = C extends Call<Inputs, Inputs, infer S> ? AnswerOf<S> : never;

type Spec<Q extends Inputs, B extends Inputs, S extends AnswerShape> = Omit<Call<Q, B, S>, 'path' | 'paper'>;

// oxlint-disable-next-line no-empty-object-type -- a call without inputs
type None = {};

/** Declare a call of a paper: below its path, or at a whole path. */
export const call = <S extends AnswerShape, const Q extends Inputs = None, const B extends Inputs = None>(
  paper: AnyPaper,
  path: string,
  spec: Spec<Q, B, S>,
): Call<Q, B, S> => ({ ...spec, paper, path: placeUnder(paper, path) });

/** Declare a call that belongs to no paper, by its path below /api/. */
export const roomCall = <S extends AnswerShape, const Q extends Inputs = None, const B extends Inputs = None>(
  path: string,
  spec: Spec<Q, B, S>,
): Call<Q, B, S> => ({ ...spec, path });
