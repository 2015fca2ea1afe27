import { type ReactElement, type ReactNode, isValidElement } from 'react';

/** Horizontal padding of a cell, in px. */
const EDGES = 20;

/** Return the maximum width in px of a letter in any of the fonts that a cell (13 px) may have. */
function widest(code: number): number {
  if (code > 0xffff) return 20;
  if (code > 0x7e || code === 0x57 || code === 0x4d || code === 0x6d || code === 0x77 || code === 0x40 || code === 0x25)
    return 13;
  return code >= 0x41 && code <= 0x5a ? 10.5 : 8.5;
}

/** Width of the padding and the mark of a pill, in px, in addition to its text. */
const PILL = 32;

const isSpan = (shown: ReactNode): shown is ReactElement<{ className?: string; children: string }> =>
  isValidElement<{ children?: ReactNode }>(shown) && shown.type === 'span' && typeof shown.props.children === 'string';

/**
 * Return whether a content surely fits into a width, whichever font is used. Only plain text, monospaced text and pills
 * are measured; for anything else return false.
 */
export function surelyFits(shown: ReactNode, width: number): boolean {
  if (isSpan(shown)) {
    const { className, children } = shown.props;
    return className === 'mono'
      ? surelyFits(children, width)
      : className?.startsWith('pill') === true && surelyFits(children, width - PILL);
  }
  if (typeof shown !== 'string') return false;
  let room = width - EDGES;
  for (let at = 0; at < shown.length && room >= 0; at++) room -= widest(shown.codePointAt(at)!);
  return room >= 0;
}

/** Mean width in px of a Latin letter, and of a Chinese one, at 13 px. */
const [LATIN, CHINESE] = [7.5, 13];

/** Return about the width in px of words on a button. */
export const wordsWidth = (words: string): number =>
  [...words].reduce((sum, letter) => sum + (letter < '\u2e80' ? LATIN : CHINESE), 0);
