import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
/** A piece of a text, and whether the original has it. */
export interface TextPiece {
  readonly text: string;
  readonly added: boolean;
}

/** Longer texts are compared as a whole: the table of all pairs would be too large. */
const MOST_TOKENS = 800;

/** Characters of Chinese one by one, words and numbers of other scripts whole. */
const tokensOf = (text: string): string[] => text.match(/[\p{Script=Latin}\p{Number}]+|\s+|./gsu) ?? [];

/** For each token of `changed` the place of its match in `original`, or -1: a longest common subsequence. */
function matches(original: readonly string[], changed: readonly string[]): number[] {
  const found = changed.map(() => -1);
  if (original.length > MOST_TOKENS || changed.length > MOST_TOKENS) return found;
  const width = changed.length + 1;
  const length = new Uint16Array((original.length + 1) * width);
  for (let i = original.length - 1; i >= 0; i--) {
    for (let j = changed.length - 1; j >= 0; j--)
      length[i * width + j] =
        original[i] === changed[j]
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
  }
  for (let i = 0, j = 0; i < original.length && j < changed.length;) {
    if (original[i] === changed[j]) found[j++] = i++;
    else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) i++;
    else j++;
  }
  return found;
}

/** A changed text in pieces, those told apart that the original does not have. */
export function piecesOf(original: string, changed: string): TextPiece[] {
  const tokens = tokensOf(changed);
  const found = matches(tokensOf(original), tokens);
  const pieces: TextPiece[] = [];
  tokens.forEach((token, at) => {
    const last = pieces.at(-1);
    if (last?.added === found[at] < 0) pieces[pieces.length - 1] = { ...last, text: last.text + token };
    else pieces.push({ text: token, added: found[at] < 0 });
  });
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
  const [inLeft, inRight] = [matches(base, left), matches(base, right)];
  const [leftOf, rightOf] = [inLeft, inRight].map((found) => new Map(found.map((at, index) => [at, index])));
  let out = '';
  let [b, l, r] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const [nextLeft, nextRight] = at === base.length ? [left.length, right.length] : [leftOf.get(at), rightOf.get(at)];
    if (nextLeft === undefined || nextRight === undefined) continue;
    out +=
      stretch(base.slice(b, at).join(''), left.slice(l, nextLeft).join(''), right.slice(r, nextRight).join('')) +
      (base[at] ?? '');
    [b, l, r] = [at + 1, nextLeft + 1, nextRight + 1];
  }
  return out;
}
