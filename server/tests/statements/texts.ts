import { mustGet } from '#kernel/language/must.ts';
import { type ChooseWay, Evaluation, type KnownModules } from './evaluation.ts';
import type { SourceFile, SourceFiles, SyntaxNode } from './source-files.ts';
import { type Piece, SentValue, Unknown, textPieces } from './values.ts';

/** One possible text of a statement, with the branches chosen for it and the literals in it. */
export interface PossibleText {
  readonly pieces: readonly Piece[];
  readonly ways: ReadonlySet<string>;
  readonly literals: ReadonlySet<SyntaxNode>;
}

/** Maximum number of texts that are tried for one expression. */
const MAX_WAYS = 32;

/**
 * Return the possible texts of an expression. First all branches take their first option, then all their last. Then
 * each option of each branch is combined with the first and with the last options of all others.
 */
export function possibleTexts(
  files: SourceFiles,
  modules: KnownModules,
  file: SourceFile,
  node: SyntaxNode,
): PossibleText[] {
  const questions = new Map<string, number>();
  const found = new Map<string, PossibleText>();
  const make = (base: 'first' | 'last', turned?: string, way = 0): void => {
    const ways = new Set<string>();
    const choose: ChooseWay = (question, count) => {
      questions.set(question, count);
      const at = question === turned ? way : base === 'first' ? 0 : count - 1;
      ways.add(`${question} #${at}`);
      return at;
    };
    const evaluation = new Evaluation(files, modules, choose);
    const value = evaluation.of(node, { file, frames: new Map(), depth: 0 });
    const pieces = textPieces(value, file.sourceOf(node));
    const key = pieces
      .map((one) => (typeof one === 'string' ? one : one instanceof Unknown ? `{${one.source}}` : '$'))
      .join('\u0001');
    if (!found.has(`${key}${[...ways].join()}`))
      found.set(`${key}${[...ways].join()}`, { pieces, ways, literals: evaluation.literals });
  };
  make('first');
  make('last');
  for (const [question, count] of questions)
    for (let way = 0; way < count && found.size < MAX_WAYS; way++) {
      make('first', question, way);
      make('last', question, way);
    }
  return [...found.values()];
}

/** Placeholder for a number after `$` that no other value of the text has. */
const OWN_NUMBER = '#';

const GENERAL = ['true', 'null', '1', '', 'id'];

/** Return candidates for an unknown piece after this text, the likeliest first. */
function guessesAt(before: string, tables: readonly string[]): readonly string[] {
  if (before.endsWith('$')) return [OWN_NUMBER];
  if (before.endsWith('.')) return ['id'];
  if ((before.split("'").length - 1) % 2 === 1) return ['1', '2020-01-01'];
  if (/[\w"]$/.test(before)) return ['0', ...GENERAL];
  const last = before.trimEnd();
  const word = last.split(/[^\w]/).at(-1)?.toLowerCase() || last.slice(-1);
  if (['from', 'join', 'into', 'update'].includes(word)) return [...tables, '(select 1 as id)'];
  if (['where', 'and', 'or', 'on', 'not', 'when', 'having', 'using'].includes(word)) return GENERAL;
  if (['limit', 'offset', 'by', '<', '>', '-', '+', '*', '/'].includes(word)) return ['1', ...GENERAL];
  if (['select', '=', ',', '(', 'then', 'else', 'returning'].includes(word)) return ['null', '1', ...GENERAL];
  return ['', ...GENERAL];
}

const MAX_FILLINGS = 30;

/** Return candidates for each unknown piece, by its source. */
function guessesOf(pieces: readonly Piece[], tables: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const guesses = new Map<string, readonly string[]>();
  let before = '';
  for (const one of pieces) {
    if (one instanceof Unknown && !guesses.has(one.source))
      guesses.set(one.source, [...new Set(guessesAt(before, tables))]);
    before += typeof one === 'string' ? one : one instanceof SentValue ? '$1' : '1';
  }
  return guesses;
}

function filled(
  pieces: readonly Piece[],
  guesses: ReadonlyMap<string, readonly string[]>,
  at: ReadonlyMap<string, number>,
): string {
  const known = pieces.filter((one) => typeof one === 'string').join(' ');
  let number = Math.max(0, ...[...known.matchAll(/\$(\d{1,4})/g)].map(([, digits]) => Number(digits)));
  const own = new Map<string, number>();
  const numberOf = (source: string): number => {
    if (!own.has(source)) own.set(source, ++number);
    return mustGet(own, source);
  };
  return pieces
    .map((one) => {
      if (typeof one === 'string') return one;
      if (one instanceof SentValue) return `$${++number}`;
      const guess = mustGet(guesses, one.source)[at.get(one.source) ?? 0];
      return guess === OWN_NUMBER ? String(numberOf(one.source)) : guess;
    })
    .join('');
}

/** Yield complete texts, with candidates for each unknown piece and a new number for each sent value. */
export function* fillings(pieces: readonly Piece[], tables: readonly string[]): Generator<string> {
  const guesses = guessesOf(pieces, tables);
  const text = (at: ReadonlyMap<string, number>): string => filled(pieces, guesses, at);
  yield text(new Map());
  const names = [...guesses.keys()];
  let made = 1;
  for (const name of names)
    for (let way = 1; way < mustGet(guesses, name).length && made++ < MAX_FILLINGS; way++)
      yield text(new Map([[name, way]]));
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1))
      for (let way = 0; way < 16 && made++ < MAX_FILLINGS; way++)
        yield text(
          new Map([
            [one, way % 4],
            [other, Math.floor(way / 4)],
          ]),
        );
}
