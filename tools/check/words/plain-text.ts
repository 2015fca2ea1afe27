/** A kind of fault that makes a text hard to read. */
export type Fault = 'long sentence' | 'opening' | 'person' | 'word' | 'name';

const MAX_WORDS = 25;
const OPENING = /^(?:What|Who|Whoever|Nobody|So many)\b/;
const PERSONS = /\b(?:he|him|his)\b/gi;
const WORDS = /\b(?:told|said|kept|given|asked|stands|lies|anew|besides)\b/gi;
/**
 * Matches a name between backticks that has a capital letter after a small one; formulas, paths and texts do not match.
 */
const NAME = /`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)`/g;

/** Return the texts of a document: its paragraphs, list items and cells of tables. Code is left out. */
export const paragraphsIn = (document: string): string[] =>
  document
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)/)
    .flatMap((text) => (/^\s*\|/.test(text) ? text.split('|') : [text]))
    .map((text) => text.replace(/^\s*(?:[-*#]+|\d+\.)\s*/, ''));

/** Return the sentences of a text. Code between backticks and addresses of links count as one word. */
export const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/(?<=[.!?])["”’)]*\s+|\n\s*\n|(?<=:)\s*\n|^\s*[-*] /m)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Return the faults of one text. `isKnown` checks that a name between backticks exists. */
export function textFaults(text: string, isKnown: (name: string) => boolean): [fault: Fault, at: string][] {
  const plain = text.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']');
  return [
    ...sentencesOf(text).flatMap((sentence): [Fault, string][] => {
      const words = sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
      return [
        ...(words > MAX_WORDS ? [['long sentence', sentence] as [Fault, string]] : []),
        ...(OPENING.test(sentence) ? [['opening', sentence] as [Fault, string]] : []),
      ];
    }),
    ...[...plain.matchAll(PERSONS)].map(([word]): [Fault, string] => ['person', word]),
    ...[...plain.matchAll(WORDS)].map(([word]): [Fault, string] => ['word', word]),
    ...[...text.matchAll(NAME)].filter(([, name]) => !isKnown(name)).map(([, name]): [Fault, string] => ['name', name]),
  ];
}
