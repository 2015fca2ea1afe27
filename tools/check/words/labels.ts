/** A pair of a Chinese and an English text in a source file. */
export interface SourceLabel {
  readonly line: number;
  readonly zh: string;
  readonly en: string;
}

const QUOTED = String.raw`('(?:[^'\\\n]|\\.)*'|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`;
const PAIR = new RegExp(String.raw`\[\s*${QUOTED}\s*,\s*${QUOTED}`, 'g');
const CHINESE = /[一-鿿]/;

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Return all pairs of a Chinese and an English text in a source, in their order. */
export const labelsIn = (source: string): SourceLabel[] =>
  [...source.matchAll(PAIR)]
    .map((match) => ({ line: lineOf(source, match.index), zh: match[1].slice(1, -1), en: match[2].slice(1, -1) }))
    .filter(({ zh, en }) => CHINESE.test(zh) && !CHINESE.test(en));
