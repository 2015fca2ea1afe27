import type { SourceFile, SyntaxNode } from './source-files.ts';

/** What nobody knows before the statement is asked. */
export class Unknown {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** A value that is sent beside the statement: `$n`. */
export class SentValue {}

export type Piece = string | Unknown | SentValue;

/** A text of which some pieces are unknown. */
export class PartialText {
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** A statement or a part of one, as the tag `sql` makes it: other values in a template beside it are sent. */
export class SourceFragment {
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** What the parameters of the functions around a place are. */
export type Frames = ReadonlyMap<SyntaxNode, readonly unknown[]>;

/** Where an expression stands. */
export interface Place {
  readonly file: SourceFile;
  readonly frames: Frames;
  readonly depth: number;
}

/** A function of the source. */
export class SourceFunction {
  readonly node: SyntaxNode;
  readonly place: Place;
  constructor(node: SyntaxNode, place: Place) {
    this.node = node;
    this.place = place;
  }
}

/** An object of the source, whose properties are read when they are asked for. */
export class SourceObject {
  readonly node: SyntaxNode;
  readonly place: Place;
  constructor(node: SyntaxNode, place: Place) {
    this.node = node;
    this.place = place;
  }
}

/** The elements of a list of unknown length are one that stands for all. */
export class UnknownList {
  readonly element: unknown;
  constructor(element: unknown) {
    this.element = element;
  }
}

const OF_SOURCE = [Unknown, SentValue, PartialText, SourceFragment, SourceFunction, SourceObject, UnknownList];

/** Is a value known as it will be? */
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

/** Pieces as a value: a text where all of them are known. */
export const joinedText = (pieces: readonly Piece[]): string | PartialText =>
  pieces.every((one) => typeof one === 'string') ? pieces.join('') : new PartialText(pieces);
