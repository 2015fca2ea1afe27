import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows come and go in blocks of so many: most steps of scrolling draw nothing. */
const BLOCK = 4;
/** So many beyond the edges are drawn at least. */
const SPARE = 4;
const AT_FIRST = 24;
/** So long after the last step rows stand in the page in their order again. */
const REST_MS = 300;

/** The rows from `first` to `last`, the last not included, are drawn; never more than `slots`. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly slots: number;
}

/**
 * Which rows can be seen in a box that is scrolled down by `top`, all of them `height` high. While it is scrolled there are never fewer than before (`drawn`), so that
 * rows that come take the place of those that leave.
 */
export function visibleWindow({
  count,
  height,
  top,
  box,
  drawn,
}: {
  count: number;
  height: number;
  top: number;
  box: number;
  drawn: number;
}): RowWindow {
  const slots = (Math.ceil((box / height + 2 * SPARE) / BLOCK) + 1) * BLOCK;
  const above = Math.max(0, Math.floor((top / height - SPARE) / BLOCK) * BLOCK);
  const seen = Math.ceil(((top + box) / height + SPARE) / BLOCK) * BLOCK - above;
  const size = top > 0 ? Math.min(slots, Math.max(seen, drawn)) : seen;
  const first = Math.max(0, Math.min(above, count - size));
  return { first, last: Math.min(count, first + size), slots };
}

/**
 * The rows of a window as they stand in the page: that which comes takes the element of that which left, `slots` before or after it, and elements keep their order
 * while the table is scrolled (moved, they are laid out anew); the order begins with element `from`.
 */
export function inElements({ first, last, slots }: RowWindow, from: number): number[] {
  const rows = Array.from({ length: slots }, (_, at) => first + ((((from + at - first) % slots) + slots) % slots));
  return rows.filter((row) => row < last);
}

const known: RowWindow = { first: 0, last: AT_FIRST, slots: AT_FIRST };

/** Whoever works in a row that leaves goes on in the table, not in the row that takes its place. */
function leaveRow(box: HTMLElement, { first, last }: RowWindow): void {
  const active = document.activeElement;
  const row = active && box.contains(active) ? active.closest<HTMLElement>('tr[aria-rowindex]') : null;
  const at = Number(row?.ariaRowIndex) - 2;
  if (row && (at < first || at >= last)) box.focus({ preventScroll: true });
}

/**
 * The rows that can be seen, where all are of one height; null = all of them. `body` holds them: the box around it is looked for in the page, since a
 * table that begins with its rows has not got the reference to its box yet when its body begins.
 */
export function useRowWindow(
  count: number,
  height: number,
  body: RefObject<HTMLElement | null>,
  isOn: boolean,
): RowWindow | null {
  const [range, setRange] = useState(known);
  const drawn = useRef(range);
  drawn.current = range;
  useLayoutEffect(() => {
    const box = body.current?.closest<HTMLElement>('.table-box');
    if (!box || !isOn) return undefined;
    // Drawn with the step that brings them into sight, not after it.
    const look = (): void => {
      const { first, last, slots } = drawn.current;
      const next = visibleWindow({ count, height, top: box.scrollTop, box: box.clientHeight, drawn: last - first });
      if (next.first === first && next.last === last && next.slots === slots) return;
      leaveRow(box, next);
      flushSync(() => setRange(next));
    };
    // It looks for the first time when the page was laid out, and before it is painted: to ask sooner would lay out a tab that is shown again twice.
    const sized = new ResizeObserver(look);
    sized.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [count, height, isOn]);
  return isOn ? { ...range, first: Math.min(range.first, count), last: Math.min(range.last, count) } : null;
}

/** The element that comes first in the page: that of the first row as soon as the table rests, so that a key or a screen reader meets rows in their order. */
export function useFirstElement(window: RowWindow | null): number {
  const now = window ? window.first % window.slots : 0;
  const [from, setFrom] = useState(now);
  useEffect(() => {
    if (from === now) return undefined;
    const timer = setTimeout(() => setFrom(now), REST_MS);
    return () => clearTimeout(timer);
  }, [now, from]);
  return from;
}

/** Brings a row into sight, between what stands at the top and at the bottom of the box. */
export function showRow(box: HTMLElement | null, at: number, height: number): void {
  if (!box) return;
  const edge = (name: 'thead' | 'tfoot'): number => box.querySelector<HTMLElement>(name)?.offsetHeight ?? 0;
  const lowest = at * height;
  const highest = edge('thead') + lowest + height + edge('tfoot') - box.clientHeight;
  if (box.scrollTop > lowest) box.scrollTop = lowest;
  else if (box.scrollTop < highest) box.scrollTop = highest;
}
