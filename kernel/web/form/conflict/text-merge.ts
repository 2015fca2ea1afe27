import { diff3Merge, diffIndices } from 'node-diff3';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
/** A piece of a text; `added` if the original does not contain it. */
export interface TextPiece {
  readonly text: string;
  readonly added: boolean;
}

/**
 * Maximum number of tokens for a comparison, whose time grows with their square. Longer texts are compared as a whole.
 */
const MAX_TOKENS = 800;

/** Split a text into tokens: Chinese characters one by one, words and numbers of other scripts as a whole. */
const tokensOf = (text: string): string[] => text.match(/[\p{Script=Latin}\p{Number}]+|\s+|./gsu) ?? [];

const isLong = (...texts: readonly (readonly string[])[]): boolean => texts.some((one) => one.length > MAX_TOKENS);

/** Return the pieces of a changed text; `added` marks those that the original lacks. */
export function piecesOf(original: string, changed: string): TextPiece[] {
  const [before, after] = [original, changed].map(tokensOf);
  if (isLong(before, after)) return changed ? [{ text: changed, added: true }] : [];
  const pieces: TextPiece[] = [];
  let at = 0;
  const upTo = (end: number, added: boolean): void => {
    if (end > at) pieces.push({ text: after.slice(at, end).join(''), added });
    at = end;
  };
  for (const { buffer2 } of diffIndices(before, after)) {
    upTo(buffer2[0], false);
    upTo(buffer2[0] + buffer2[1], true);
  }
  upTo(after.length, false);
  return pieces;
}

/** Return the separator between two joined texts: the Chinese one if the text has Chinese characters. */
const joint = (text: string): string => (/\p{Script=Han}/u.test(text) ? '；' : '; ');

const oneAfterOther = (theirs: string, mine: string): string =>
  theirs && mine ? withoutAtEnd(theirs, '。；;.,， \t\n\u3000') + joint(theirs + mine) + mine : theirs || mine;

/**
 * Merge the three versions of a stretch of text. If one side changed it, return that version; if both did, return both
 * with a separator.
 */
function stretch(original: string, theirs: string, mine: string): string {
  if (theirs === original || theirs === mine) return mine;
  return mine === original ? theirs : oneAfterOther(theirs, mine);
}

/** Merge two changed versions of a text with the original. Where both changed the same place, both versions remain. */
export function bothOf(original: string, theirs: string, mine: string): string {
  const [base, left, right] = [original, theirs, mine].map(tokensOf);
  if (isLong(base, left, right)) return stretch(original, theirs, mine);
  return diff3Merge(left, base, right)
    .map(({ ok, conflict }) =>
      conflict ? stretch(conflict.o.join(''), conflict.a.join(''), conflict.b.join('')) : (ok ?? []).join(''),
    )
    .join('');
}
