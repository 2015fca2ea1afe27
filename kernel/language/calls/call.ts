import {
  type Field,
  type FieldOptions,
  type IsRequired,
  type Of,
  type ValueOf,
  field,
} from '#kernel/language/field.ts';
import { placeUnder } from './place.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import type { AnswerOf, AnswerShape } from '#kernel/language/calls/shape.ts';

/** What is asked of a caller, by name: fields, rows of fields (`lines`), the row of a paper (`draft`). */
export type Inputs = Readonly<Record<string, Field>>;

/** Rows that a body carries: each is read by its fields. */
export interface LinesField extends Field {
  readonly kind: 'lines';
  readonly each: Inputs;
  readonly most: number;
  /** They are rows of this paper, read when they are saved. */ readonly rowsOf?: Pick<AnyPaper, 'name'>;
  /** The field that is meant by a line which is no object. */ readonly plain?: string;
}

/** A row of a paper as its writer sends it: its fields alone are taken, and read when it is saved. */
export interface DraftField extends Field {
  readonly kind: 'draft';
  readonly draftOf: AnyPaper;
  /** Its fields stand in the body itself, not in a part of it. */ readonly isWhole?: true;
  /** Of its fields these alone are taken. */ readonly only?: readonly string[];
}

/** A text taken sign by sign, spaces too: a password, a code of another program. No refusal repeats it. */
export interface ExactField extends Field {
  readonly kind: 'exact';
  readonly most: number;
}

/** One of a few words that the call itself names; any other is refused. */
export interface OneOfField extends Field {
  readonly kind: 'oneOf';
  readonly among: readonly string[];
}

/** A part of the calendar: a day (`2026-11-26`), a month (`2026-11`), a year (`2026`). */
export type CalendarForm = 'day' | 'month' | 'year';

/** A part of the calendar in one of some forms; what is no date is refused. */
export interface CalendarField extends Field {
  readonly kind: 'calendar';
  readonly forms: readonly CalendarForm[];
}

/** What only the work itself can read: it comes as it was sent. */
export interface UnreadField extends Field {
  readonly kind: 'unread';
}

export const isOneOfField = (field: Field): field is OneOfField => field.kind === 'oneOf';
export const isCalendarField = (field: Field): field is CalendarField => field.kind === 'calendar';
export const isExactField = (field: Field): field is ExactField => field.kind === 'exact';
export const isUnreadField = (field: Field): field is UnreadField => field.kind === 'unread';

/** Filters of the list of a paper, as they are sent: whatever a call does not ask otherwise. */
export interface FiltersField extends Field {
  readonly kind: 'filters';
  /** Of which list; undefined where the call itself names the paper. */ readonly filtersOf?: AnyPaper;
  /** Filters that are no fields of it: said, and read where the list reads them. */ readonly besides: Inputs;
  /** Any field of the paper may be named; the call passes over those that it does not read. */ readonly isLoose?: true;
}

/** Several values: an array, or a text that joins them by commas. */
export interface SeveralField extends Field {
  readonly kind: 'several';
  /** How each of them is read. */ readonly item: Field;
  readonly most: number;
}

export const isSeveralField = (field: Field): field is SeveralField => field.kind === 'several';
export const isFiltersField = (field: Field): field is FiltersField => field.kind === 'filters';
export const isLinesField = (field: Field): field is LinesField => field.kind === 'lines';
export const isDraftField = (field: Field): field is DraftField => field.kind === 'draft';

/** The fields of a row that its writer sent, unread: `submit` and `resubmit` of a context read them. */
export type SentRow<P> = { readonly [K in FieldName<P> | LineName<P> | 'id' | 'version']?: unknown };
type LineName<P> = P extends { readonly lines?: infer L } ? keyof NonNullable<L> & string : never;

type Present<F> = IsRequired<F> extends true ? true : F extends { readonly initial: {} } ? true : false;

/** What is read of what is asked: each by its kind; what may be left out is null where it is. */
export type InputOf<I> = { readonly [K in keyof I]: Present<I[K]> extends true ? ValueOf<I[K]> : ValueOf<I[K]> | null };

/** What a save carries besides the fields of its row, read; `draft`: it is kept unfinished. */
export type ExtrasOf<P> = { readonly draft: boolean } & (P extends { readonly extras?: infer X }
  ? InputOf<NonNullable<X>>
  : unknown);

/** The same as it is sent. */
export type SentExtras<P> = { readonly draft?: boolean } & (P extends { readonly extras?: infer X }
  ? SentInput<NonNullable<X>>
  : unknown);

/** The body of a save: fields of the row, and what it carries besides. */
export type SentBody<P> = SentRow<P> & SentExtras<P>;

/** As a form holds it: a key is a text before it is checked, and nothing is an empty one. */
type Sent<V> = V extends string ? string : V extends number ? number | string : V;

/** A field of its rows, or one value. */
type SentOf<F> = F extends { readonly each: infer E } ? readonly SentInput<E>[] : Sent<ValueOf<F>>;

/** The names of what is the body itself. */
type Wholes<I> = { [K in keyof I]: I[K] extends { readonly isWhole: true } ? K : never }[keyof I];

/** What a caller sends: what must be there, and what may; the fields of a row that is the body stand in it by their names. */
export type SentInput<I> = {
  readonly [K in Exclude<keyof I, Wholes<I>> as IsRequired<I[K]> extends true ? K : never]: SentOf<I[K]>;
} & {
  readonly [K in Exclude<keyof I, Wholes<I>> as IsRequired<I[K]> extends true ? never : K]?:
    SentOf<I[K]> | null | undefined;
} & ([Wholes<I>] extends [never] ? unknown : ValueOf<I[Wholes<I>]>);

/** What an input is read as stands in its type alone, where nothing else can check it. */
const typed = <T>(field: unknown): T => field as T;

/** A text taken sign by sign, at most `most` of them (4,000 unless said). */
export const exactText = <const O extends FieldOptions & { most?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('exact', label, options, { most: options?.most ?? 4000 } as Partial<Field>);

/** One of a few words, such as the format of a file; a call that is sent another one is refused. */
export const choiceOf = <const C extends readonly string[], const O extends FieldOptions>(
  label: Label,
  among: C,
  options?: O,
): Of<C[number], O> => field<C[number], O>('oneOf', label, options, { among } as Partial<Field>);

/** A day, a month or a year, as far as the call takes them. */
export const calendar = <const O extends FieldOptions>(
  label: Label,
  forms: readonly CalendarForm[],
  options?: O,
): Of<string, O> => field<string, O>('calendar', label, options, { forms } as Partial<Field>);

/** What comes as it was sent; say beside it who reads it. */
export const asSent = <const O extends FieldOptions>(label: Label, options?: O): Of<unknown, O> =>
  field<unknown, O>('unread', label, options);

/** Rows in a body, at most `most` (500 unless said); none at all is a value too. `plain`: a line that is no object is this field of it. */
export const lines = <const I extends Inputs, const O extends FieldOptions & { most?: number; plain?: keyof I }>(
  label: Label,
  each: I,
  options?: O,
): Of<readonly InputOf<I>[], O> & { readonly each: I } => typed({ kind: 'lines', label, each, most: 500, ...options });

/** Rows of a paper in a body, at most `most` (500 unless said). */
export const rows = <P extends AnyPaper, const O extends FieldOptions & { most?: number }>(
  paper: P,
  options?: O,
): Of<readonly SentRow<P>[], O> =>
  typed({ kind: 'lines', label: paper.title, each: {}, rowsOf: paper, most: 500, ...options });

/** The same of a paper of another room, by its name. */
export const rowsNamed = <const O extends FieldOptions & { most?: number }>(
  paper: string,
  label: Label,
  options?: O,
): Of<readonly SentRow<AnyPaper>[], O> =>
  typed({ kind: 'lines', label, each: {}, rowsOf: { name: paper }, most: 500, ...options });

/** The row of a paper among what is asked. `true` on the wire: a row of which nothing is said but that there shall be one. */
export const draft = <P extends AnyPaper, const O extends FieldOptions>(paper: P, options?: O): Of<SentRow<P>, O> =>
  typed({ kind: 'draft', label: paper.title, draftOf: paper, ...options });

/** The row of a paper as the body itself, beside whatever else is asked; `only`: these fields of it, each of which may be left out. */
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

/** Several values, at most `most` (500 unless said), each read as the field says; doubles count once. */
export const several = <F extends Field, const O extends FieldOptions & { most?: number }>(
  label: Label,
  item: F,
  options?: O,
): Of<readonly ValueOf<F>[], O> => typed({ kind: 'several', label, item, many: true, most: 500, ...options });

/** Filters by their names, each as it was sent. */
export type ListFilters = Readonly<Record<string, string>>;

/** The filters of the list of a paper, beside whatever else is asked. */
export const filters = (paper: AnyPaper, besides: Inputs = {}): Of<ListFilters, { initial: {} }> =>
  typed({ kind: 'filters', label: paper.title, filtersOf: paper, besides, initial: {} });

/** The same of the paper that the call names among its inputs. */
export const filtersOfNamed = (): Of<ListFilters, { initial: {} }> =>
  typed({ kind: 'filters', label: ['筛选', 'Filters'], besides: {}, initial: {} });

/** Values of fields of the paper that the call names among its inputs. */
export const valuesOfNamed = (): Of<ListFilters, { initial: {} }> =>
  typed({ kind: 'filters', label: ['筛选', 'Filters'], besides: {}, isLoose: true, initial: {} });

/** What goes over the wire with a call. */
export interface Contract {
  /** Asked in the address; of a POST they may stand in its body too. */
  readonly query?: Inputs;
  readonly body?: Inputs;
  /** The body is one row of this paper: a `new` one, with all that it must have; a `change` of one, by its id; or `either`. */
  readonly row?: { readonly of: AnyPaper; readonly as: 'new' | 'change' | 'either' };
  readonly answer: AnswerShape;
  /** Reasons by which the product refuses it beside those of every call; a room may add its own. */
  readonly refuses?: readonly string[];
}

/** GET reads; the others may change something. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the wire: where it stands, who may ask it, what it asks and what it answers. Pure: server, browser, document and tests read it. */
export interface Call<
  Q extends Inputs = Inputs,
  B extends Inputs = Inputs,
  S extends AnswerShape = AnswerShape,
> extends Contract {
  readonly method: HttpMethod;
  /** Below /api/; each `{place}` is filled in by the query field of that name. */
  readonly path: string;
  /** Other whole addresses of the same call. */
  readonly aliases?: readonly string[];
  readonly paper?: AnyPaper;
  /** The action of the button it needs: view, add, edit, export …, or `person` = everybody who is logged in, `guest`, `anonymous`. */
  readonly needs: string;
  /** A button of no paper (`Room.buttons`) that its caller must hold besides. */
  readonly button?: string;
  readonly title: Label;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: S;
}

/** Any call, where its types do not matter. */
// oxlint-disable-next-line no-explicit-any -- the one place where a call of unknown shape is named
export type AnyCall = Call<any, any, any>;

/** What is read of a call: its query and its body together. */
export type CallInputOf<C> = C extends Call<infer Q, infer B> ? InputOf<Q> & InputOf<B> : never;
/** What a client sends with it. */
export type CallSent<C> = C extends Call<infer Q, infer B> ? SentInput<Q> & SentInput<B> : never;
export type CallAnswer<C> = C extends Call<Inputs, Inputs, infer S> ? AnswerOf<S> : never;

type Spec<Q extends Inputs, B extends Inputs, S extends AnswerShape> = Omit<Call<Q, B, S>, 'path' | 'paper'>;

// oxlint-disable-next-line no-empty-object-type -- a call that asks nothing
type None = {};

/** A call of a paper: below the path of the paper, or where a whole path says. */
export const call = <S extends AnswerShape, const Q extends Inputs = None, const B extends Inputs = None>(
  paper: AnyPaper,
  path: string,
  spec: Spec<Q, B, S>,
): Call<Q, B, S> => ({ ...spec, paper, path: placeUnder(paper, path) });

/** A call that belongs to no paper. */
export const roomCall = <S extends AnswerShape, const Q extends Inputs = None, const B extends Inputs = None>(
  path: string,
  spec: Spec<Q, B, S>,
): Call<Q, B, S> => ({ ...spec, path });
