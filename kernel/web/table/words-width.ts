import type { ReactNode } from 'react';

/** The room that a cell leaves beside its words. */
const EDGES = 20;

/** The most that a letter of a cell (13 px) takes in any of the fonts it may be shown in. */
function widest(code: number): number {
  if (code > 0xffff) return 20;
  if (code > 0x7e || code === 0x57 || code === 0x4d || code === 0x6d || code === 0x77 || code === 0x40 || code === 0x25) return 13;
  return code >= 0x41 && code <= 0x5a ? 10.5 : 8.5;
}

/** Is there room for the words in a column of so many pixels, whatever the font? What is no plain text may need to be cut. */
export function surelyFits(words: ReactNode, width: number): boolean {
  if (typeof words !== 'string') return false;
  let room = width - EDGES;
  for (let at = 0; at < words.length && room >= 0; at++) room -= widest(words.codePointAt(at)!);
  return room >= 0;
}
