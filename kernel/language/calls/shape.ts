import type { Field, IsRequired, ValueOf } from '#kernel/language/field.ts';
import type { FreeJson } from '#kernel/language/calls/free-json.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, BaseRow, FieldName, Paper } from '#kernel/language/paper.ts';

/**
 * The shape of an answer. The compiler, the server, the API document and the tests read it. `A` is the type of the
 * answer.
 */
export type AnswerShape<A = unknown> = (
  | { readonly is: 'text' | 'number' | 'flag' | 'label' | 'nothing' }
  | { readonly is: 'anything'; readonly because: FreeJson }
  | { readonly is: 'named'; readonly name: string; readonly make: () => AnswerShape }
  | { readonly is: 'choice'; readonly among: readonly string[] }
  | { readonly is: 'sent'; readonly paper: AnyPaper }
  | { readonly is: 'change'; readonly paper: Pick<AnyPaper, 'name'> }
  | { readonly is: 'row'; readonly paper: AnyPaper; readonly only?: readonly string[]; readonly more?: Parts }
  | { readonly is: 'someRow'; readonly name?: string }
  | { readonly is: 'list' | 'map' | 'page' | 'optional' | 'nullable'; readonly of: Part; readonly beside?: Parts }
  | { readonly is: 'record'; readonly parts: Parts }
  | { readonly is: 'either'; readonly of: readonly AnswerShape[] }
  | { readonly is: 'tree'; readonly name: string; readonly of: AnswerShape }
  | { readonly is: 'file'; readonly types: readonly string[] }
  | { readonly is: 'stream' }
) & {
  /** Never set: it carries the type of the answer for the compiler. */ readonly '~'?: { readonly answer: A };
};

/** A part of an answer: a shape, or a field whose kind and label describe the value. */
export type Part = AnswerShape | Field;
export type Parts = Readonly<Record<string, Part>>;

/** The value of a field on the wire. An empty field that is not required is null or ''. */
export type WireValue<F> = IsRequired<F> extends true ? ValueOf<F> : ValueOf<F> | null | '';

/** A row of a paper that is not known at compile time. */
export type AnyAnsweredRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
};

/** A row on the wire. Required fields are present, unless hidden from the reader; any other field may be missing. */
export type AnsweredRow<P> =
  P extends Paper<string, infer F>
    ? string extends keyof F
      ? AnyAnsweredRow
      : Readonly<Omit<BaseRow, keyof F>> & {
          readonly [K in keyof F as IsRequired<F[K]> extends true ? K : never]: ValueOf<F[K]>;
        } & {
          readonly [K in keyof F as IsRequired<F[K]> extends true ? never : K]?: WireValue<F[K]>;
        } & {
          /** By field: the label of its dictionary key, or the caption of the row that it refers to. */
          readonly _names?: Readonly<Record<string, string>>;
          /** Names of the actions and buttons that its reader may press on this row. */
          readonly _can?: readonly string[];
          readonly _portraits?: Readonly<Record<string, string>>;
        }
    : never;

/** The type of the answer of a shape, a field or a call. */
export type AnswerOf<S> = S extends { readonly '~'?: { readonly answer: infer A } }
  ? A
  : S extends { readonly answer: infer T }
    ? AnswerOf<T>
    : S extends Field
      ? WireValue<S>
      : never;

type OptionalKeys<P> = { [K in keyof P]: P[K] extends { readonly is: 'optional' } ? K : never }[keyof P];
type RecordOf<P> = { readonly [K in Exclude<keyof P, OptionalKeys<P>>]: AnswerOf<P[K]> } & {
  readonly [K in OptionalKeys<P>]?: AnswerOf<P[K]>;
};

/** One page of a list: its rows (`records`), and the number of all matching rows (`total`). */
export interface Page<T> {
  readonly records: T[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
  readonly totalApprox?: boolean;
  readonly sums?: Readonly<Record<string, string>>;
  readonly averages?: Readonly<Record<string, string>>;
}

export const anyText: AnswerShape<string> = { is: 'text' };
export const anyNumber: AnswerShape<number> = { is: 'number' };
export const yesOrNo: AnswerShape<boolean> = { is: 'flag' };
/** A label: an array of the Chinese and the English text. */
export const bothLanguages: AnswerShape<Label> = { is: 'label' };
/** No answer: an empty object on the wire. */
export const nothing: AnswerShape<unknown> = { is: 'nothing' };
/** Any JSON, whose structure the product does not define, with the reason. */
export const anything = (because: FreeJson): AnswerShape<unknown> => ({ is: 'anything', because });
/** A shape with a name of its own in the document, so that it may contain itself. */
export const namedShape = <T>(name: string, make: () => AnswerShape<T>): AnswerShape<T> => ({
  is: 'named',
  name,
  make,
});
export const streamAnswer: AnswerShape<unknown> = { is: 'stream' };

/** A text that is one of the texts in `among`. */
export const choice = <const W extends readonly string[]>(...among: W): AnswerShape<W[number]> => ({
  is: 'choice',
  among,
});

/**
 * A row of a paper as its reader sees it. `only`: the fields that it has; null or absent: all. `more`: keys beyond the
 * fields.
 */
export function of<P extends AnyPaper>(paper: P): AnswerShape<AnsweredRow<P>>;
export function of<P extends AnyPaper, const N extends FieldName<P> | keyof BaseRow>(
  paper: P,
  only: readonly N[],
): AnswerShape<Pick<AnsweredRow<P>, N & keyof AnsweredRow<P>>>;
export function of<P extends AnyPaper, const M extends Parts>(
  paper: P,
  only: null,
  more: M,
): AnswerShape<AnsweredRow<P> & RecordOf<M>>;
export function of<P extends AnyPaper, const N extends FieldName<P> | keyof BaseRow, const M extends Parts>(
  paper: P,
  only: readonly N[],
  more: M,
): AnswerShape<Pick<AnsweredRow<P>, N & keyof AnsweredRow<P>> & RecordOf<M>>;
export function of(paper: AnyPaper, only?: readonly string[] | null, more?: Parts): AnswerShape {
  return { is: 'row', paper, ...(only && { only }), ...(more && { more }) };
}

declare const SHOWN: unique symbol;

type WasShown = { readonly [SHOWN]: true };

/** A row that was read with its reader's rights. Only `visible` returns this type. */
export type Shown<P> = AnsweredRow<P> & WasShown;

/** A row of any paper that was read with its reader's rights: the proof for reading rows that belong to it. */
export type ShownRow = { readonly id: string } & WasShown;

/** A row in the form in which a writer sends it, such as the unsaved copy of a row. */
export const sentRow = (paper: AnyPaper): AnswerShape<unknown> => ({ is: 'sent', paper });

/** Some fields of a row in the form in which a change sends them. */
export const rowChange = (paper: Pick<AnyPaper, 'name'>): AnswerShape<unknown> => ({ is: 'change', paper });

/** A row of a paper of another room, by the paper's name. Without a name: of a paper that is known at run time only. */
export const someRow = (name?: string): AnswerShape<AnyAnsweredRow> => ({ is: 'someRow', ...(name && { name }) });

export const list = <const S extends Part>(each: S): AnswerShape<readonly AnswerOf<S>[]> => ({ is: 'list', of: each });
/** An object with keys that are known at run time only, and values of one shape. */
export const map = <const S extends Part>(each: S): AnswerShape<Readonly<Record<string, AnswerOf<S>>>> => ({
  is: 'map',
  of: each,
});
/** A page of a list. `beside`: keys of this list in addition to those of every page. */
export const page = <const S extends Part, const B extends Parts = Record<never, Part>>(
  each: S,
  beside?: B,
): AnswerShape<Page<AnswerOf<S>> & RecordOf<B>> => ({ is: 'page', of: each, ...(beside && { beside }) });
export const record = <const P extends Parts>(parts: P): AnswerShape<RecordOf<P>> => ({ is: 'record', parts });
/** A key of a record that may be missing. */
export const optional = <const S extends Part>(
  part: S,
): AnswerShape<AnswerOf<S> | undefined> & { readonly is: 'optional' } => ({
  is: 'optional',
  of: part,
});
export const nullable = <const S extends Part>(part: S): AnswerShape<AnswerOf<S> | null> => ({
  is: 'nullable',
  of: part,
});
export const either = <const S extends readonly AnswerShape[]>(...shapes: S): AnswerShape<AnswerOf<S[number]>> => ({
  is: 'either',
  of: shapes,
});

/** This shape, or an empty object where the row does not exist. */
export const orEmpty = <const S extends AnswerShape>(shape: S): AnswerShape<Partial<AnswerOf<S>>> => ({
  is: 'either',
  of: [shape, record({})],
});

/** A node of a tree with its child nodes. */
export type Nested<T> = T & { readonly children?: readonly Nested<T>[] };
/**
 * An array of root nodes with nested `children`; a node without children lacks the key. `name`: that of a node in the
 * document.
 */
export const tree = <T>(name: string, each: AnswerShape<T>): AnswerShape<readonly Nested<T>[]> => ({
  is: 'tree',
  name,
  of: each,
});

/** A file of one of these media types, sent without the JSON envelope of other answers. */
export const fileAnswer = (...types: readonly string[]): AnswerShape<unknown> => ({ is: 'file', types });
