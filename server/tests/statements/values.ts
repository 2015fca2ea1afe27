import type { SourceFile, SyntaxNode } from './source-files.ts';

/** A value that is known only at run time; `source` is its expression. */
export class Unknown {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** A value that is sent as a parameter `$n` of the statement. */
export class SentValue {}

export type Piece = string | Unknown | SentValue;

/**
 * A text that the evaluation knows only in part. Its pieces are constant texts, values that exist only at run time, and
 * sent parameters.
 */
export class PartialText {
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/**
 * A statement or a part of one, made by the tag `sql`. Values in its template are sent as parameters, except other
 * fragments, which are embedded.
 */
export class SourceFragment {
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** The known arguments of the functions that enclose a place, by function. */
export type Frames = ReadonlyMap<SyntaxNode, readonly unknown[]>;

/** The file of an expression, the arguments of its functions, and the depth of the evaluation. */
export interface Place {
  readonly file: SourceFile;
  readonly frames: Frames;
  readonly depth: number;
}

/** A function of the source, with the place at which it was found. */
export class SourceFunction {
  readonly node: SyntaxNode;
  readonly place: Place;
  constructor(node: SyntaxNode, place: Place) {
    this.node = node;
    this.place = place;
  }
}

/** An object of the source, whose properties are evaluated on use. */
export class SourceObject {
  readonly node: SyntaxNode;
  readonly place: Place;
  constructor(node: SyntaxNode, place: Place) {
    this.node = node;
    this.place = place;
  }
}

/** A list of unknown length; `element` represents each of its elements. */
export class UnknownList {
  readonly element: unknown;
  constructor(element: unknown) {
    this.element = element;
  }
}

const OF_SOURCE = [Unknown, SentValue, PartialText, SourceFragment, SourceFunction, SourceObject, UnknownList];

/** Check whether a value is fully known. */
export const isConstant = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isConstant) : !OF_SOURCE.some((kind) => value instanceof kind);

export function textPieces(value: unknown, source: string): readonly Piece[] {
  if (value instanceof PartialText || value instanceof SourceFragment) return value.pieces;
  if (value instanceof SentValue || value instanceof Unknown) return [value];
  if (value === undefined) return [new Unknown(source)];
  if (Array.isArray(value) && isConstant(value)) return [value.join(',')];
  return isConstant(value) && typeof value !== 'object' && typeof value !== 'function'
    ? [String(value)]
    : [new Unknown(source)];
}

/** Join pieces into a text, or into a `PartialText` if some are unknown. */
export const joinedText = (pieces: readonly Piece[]): string | PartialText =>
  pieces.every((one) => typeof one === 'string') ? pieces.join('') : new PartialText(pieces);
