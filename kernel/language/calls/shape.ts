import type { Field, IsRequired, ValueOf } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, BaseRow, FieldName, Paper } from '#kernel/language/paper.ts';

/** What a call answers: the compiler, the server, the document of all calls and the tests read it. `A` is the type of the answer. */
export type AnswerShape<A = unknown> = (
  | { readonly is: 'text' | 'number' | 'flag' | 'label' | 'anything' | 'nothing' }
  | { readonly is: 'choice'; readonly among: readonly string[] }
  | { readonly is: 'sent'; readonly paper: AnyPaper }
  | { readonly is: 'row'; readonly paper: AnyPaper; readonly only?: readonly string[]; readonly more?: Parts }
  | { readonly is: 'someRow'; readonly name?: string }
  | { readonly is: 'list' | 'map' | 'page' | 'optional' | 'nullable'; readonly of: Part; readonly beside?: Parts }
  | { readonly is: 'record'; readonly parts: Parts }
  | { readonly is: 'either'; readonly of: readonly AnswerShape[] }
  | { readonly is: 'tree'; readonly of: AnswerShape }
  | { readonly is: 'file'; readonly types: readonly string[] }
  | { readonly is: 'stream' }
) & {
  /** Only for the compiler. */ readonly '~'?: { readonly answer: A };
};

/** A part of an answer: a shape, or a field that says kind and words of the value. */
export type Part = AnswerShape | Field;
export type Parts = Readonly<Record<string, Part>>;

/** A value on the wire: its kind's own, or one of those that stand for nothing. */
export type WireValue<F> = IsRequired<F> extends true ? ValueOf<F> : ValueOf<F> | null | '';

/** A row of a paper that is known only when it is read. */
export type AnyAnsweredRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
};

/** A row on the wire. What its definition requires is there, unless it is hidden from its reader; of other fields an unknown number is missing. */
export type AnsweredRow<P> =
  P extends Paper<string, infer F>
    ? string extends keyof F
      ? AnyAnsweredRow
      : Readonly<Omit<BaseRow, keyof F>> & {
          readonly [K in keyof F as IsRequired<F[K]> extends true ? K : never]: ValueOf<F[K]>;
        } & {
          readonly [K in keyof F as IsRequired<F[K]> extends true ? never : K]?: WireValue<F[K]>;
        } & {
          /** Words of keys and of rows pointed at, by the names of their fields. */
          readonly _names?: Readonly<Record<string, string>>;
          /** What its reader may do with it. */ readonly _can?: readonly string[];
          readonly _portraits?: Readonly<Record<string, string>>;
        }
    : never;

/** The answer of a shape, a field or a call. */
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

/** A page of a list. */
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
/** Words in both languages. */
export const bothLanguages: AnswerShape<Label> = { is: 'label' };
/** Nothing to say: an empty object on the wire. */
export const nothing: AnswerShape<unknown> = { is: 'nothing' };
/** What only its receiver knows to read: what a client itself stored, a program of another house. Say why beside it. */
export const anything: AnswerShape<unknown> = { is: 'anything' };
export const streamAnswer: AnswerShape<unknown> = { is: 'stream' };

/** One of these words. */
export const choice = <const W extends readonly string[]>(...among: W): AnswerShape<W[number]> => ({
  is: 'choice',
  among,
});

/** A row of a paper as its reader sees it; `only`: these fields of it; `more`: keys besides. */
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

/** A row that its reader was shown. Only the reader `visible` returns one. */
export type Shown<P> = AnsweredRow<P> & WasShown;

/** A shown row of any paper, as proof that its reader may see what belongs to it. */
export type ShownRow = { readonly id: string } & WasShown;

/** A row as its writer would send it: a copy that is not kept yet. */
export const sentRow = (paper: AnyPaper): AnswerShape<unknown> => ({ is: 'sent', paper });

/** A row of a paper of another room, by its name; without one, of a paper that is known only when it is answered. */
export const someRow = (name?: string): AnswerShape<AnyAnsweredRow> => ({ is: 'someRow', ...(name && { name }) });

export const list = <const S extends Part>(each: S): AnswerShape<readonly AnswerOf<S>[]> => ({ is: 'list', of: each });
/** By names that are known only when it is answered. */
export const map = <const S extends Part>(each: S): AnswerShape<Readonly<Record<string, AnswerOf<S>>>> => ({
  is: 'map',
  of: each,
});
/** A page of a list; `beside`: keys besides those of every page. */
export const page = <const S extends Part, const B extends Parts = Record<never, Part>>(
  each: S,
  beside?: B,
): AnswerShape<Page<AnswerOf<S>> & RecordOf<B>> => ({ is: 'page', of: each, ...(beside && { beside }) });
export const record = <const P extends Parts>(parts: P): AnswerShape<RecordOf<P>> => ({ is: 'record', parts });
/** A part that may be missing. */
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

/** This, or an empty object where there is none. */
export const orEmpty = <const S extends AnswerShape>(shape: S): AnswerShape<Partial<AnswerOf<S>>> => ({
  is: 'either',
  of: [shape, record({})],
});

/** Something with those below it. */
export type Nested<T> = T & { readonly children?: readonly Nested<T>[] };
/** Roots with those below them in `children`, which is missing where there are none. */
export const tree = <T>(each: AnswerShape<T>): AnswerShape<readonly Nested<T>[]> => ({ is: 'tree', of: each });

/** A file, by its media types; it stands alone, without the envelope. */
export const fileAnswer = (...types: readonly string[]): AnswerShape<unknown> => ({ is: 'file', types });
