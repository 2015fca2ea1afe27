import { type ReactElement, type ReactNode, isValidElement } from 'react';

/** The room that a cell leaves beside its words. */
const EDGES = 20;

/** The most that a letter of a cell (13 px) takes in any of the fonts it may be shown in. */
function widest(code: number): number {
  if (code > 0xffff) return 20;
  if (code > 0x7e || code === 0x57 || code === 0x4d || code === 0x6d || code === 0x77 || code === 0x40 || code === 0x25)
    return 13;
  return code >= 0x41 && code <= 0x5a ? 10.5 : 8.5;
}

/** A pill is its words in a rounded box, which adds its edges and its mark. */
const PILL = 32;

const isSpan = (shown: ReactNode): shown is ReactElement<{ className?: string; children: string }> =>
  isValidElement<{ children?: ReactNode }>(shown) && shown.type === 'span' && typeof shown.props.children === 'string';

/** Is there room for what is shown in so many pixels, whatever the font? What is neither plain text, a number in its own letters nor a pill may need to be cut. */
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
