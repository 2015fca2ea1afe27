import { diff3Merge, diffIndices } from 'node-diff3';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
/** A piece of a text, and whether the original has it. */
export interface TextPiece {
  readonly text: string;
  readonly added: boolean;
}

/** Longer texts are compared as a whole: to compare them costs as much as the square of their lengths. */
const MOST_TOKENS = 800;

/** Characters of Chinese one by one, words and numbers of other scripts whole. */
const tokensOf = (text: string): string[] => text.match(/[\p{Script=Latin}\p{Number}]+|\s+|./gsu) ?? [];

const isLong = (...texts: readonly (readonly string[])[]): boolean => texts.some((one) => one.length > MOST_TOKENS);

/** A changed text in pieces, those told apart that the original does not have. */
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

/** What stands between two texts that are put one after the other, in the habit of their script. */
const joint = (text: string): string => (/\p{Script=Han}/u.test(text) ? '；' : '; ');

const oneAfterOther = (theirs: string, mine: string): string =>
  theirs && mine ? withoutAtEnd(theirs, '。；;.,， \t\n\u3000') + joint(theirs + mine) + mine : theirs || mine;

/** One stretch between two places that all three texts share: who changed it is heard; where both did, both are. */
function stretch(original: string, theirs: string, mine: string): string {
  if (theirs === original || theirs === mine) return mine;
  return mine === original ? theirs : oneAfterOther(theirs, mine);
}

/** Both changes of a text in one: each where it was made; where both changed the same place, one after the other. */
export function bothOf(original: string, theirs: string, mine: string): string {
  const [base, left, right] = [original, theirs, mine].map(tokensOf);
  if (isLong(base, left, right)) return stretch(original, theirs, mine);
  return diff3Merge(left, base, right)
    .map(({ ok, conflict }) =>
      conflict ? stretch(conflict.o.join(''), conflict.a.join(''), conflict.b.join('')) : (ok ?? []).join(''),
    )
    .join('');
}
