import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows are added and removed in blocks of this size, so that most scroll steps render nothing. */
const BLOCK = 4;
/** Minimum number of rows rendered above and below the visible ones. */
const SPARE = 4;
const AT_FIRST = 24;
/** Time in ms without scrolling after which the elements of rows are put in order. */
const REST_MS = 300;

/**
 * The rendered rows, from `first` up to but without `last`. At most `slots` rows are rendered, and row n uses element n
 * modulo `slots`.
 */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly slots: number;
}

/**
 * Return the rows to render in a box that is scrolled down by `top`, with rows of `height` px. While it is scrolled,
 * their number does not fall below `drawn`, so that elements are reused and not removed.
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
 * Return the rows of a window in the order of their elements in the page, starting with element `from`. A row uses the
 * element of the row `slots` before or after it. The order of elements stays while the table scrolls, because moving
 * one costs a layout.
 */
export function inElements({ first, last, slots }: RowWindow, from: number): number[] {
  const rows = Array.from({ length: slots }, (_, at) => first + ((((from + at - first) % slots) + slots) % slots));
  return rows.filter((row) => row < last);
}

const known: RowWindow = { first: 0, last: AT_FIRST, slots: AT_FIRST };

/**
 * If the focus is in a row that is no longer rendered, move it to the table. Otherwise the row that reuses the element
 * would have it.
 */
function leaveRow(box: HTMLElement, { first, last }: RowWindow): void {
  const active = document.activeElement;
  const row = active && box.contains(active) ? active.closest<HTMLElement>('tr[aria-rowindex]') : null;
  const at = Number(row?.ariaRowIndex) - 2;
  if (row && (at < first || at >= last)) box.focus({ preventScroll: true });
}

/**
 * Return the rows to render, if all have the same height; null to render all. `body` is the table body. The scrolling
 * box is found from it, because the table has no reference to the box yet.
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
    // Render synchronously, so that rows are there in the frame in which they become visible.
    const look = (): void => {
      const { first, last, slots } = drawn.current;
      const next = visibleWindow({ count, height, top: box.scrollTop, box: box.clientHeight, drawn: last - first });
      if (next.first === first && next.last === last && next.slots === slots) return;
      leaveRow(box, next);
      flushSync(() => setRange(next));
    };
    // The observer measures first after layout and before paint. Measuring at once would lay out a tab twice when it is
    // shown again.
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

/**
 * Return the number of the element that is first in the page. After scrolling it is that of the first row, so that
 * keyboard and screen readers meet rows in order.
 */
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

/** Scroll a row into view, between the head and the foot of the table. */
export function showRow(box: HTMLElement | null, at: number, height: number): void {
  if (!box) return;
  const edge = (name: 'thead' | 'tfoot'): number => box.querySelector<HTMLElement>(name)?.offsetHeight ?? 0;
  const lowest = at * height;
  const highest = edge('thead') + lowest + height + edge('tfoot') - box.clientHeight;
  if (box.scrollTop > lowest) box.scrollTop = lowest;
  else if (box.scrollTop < highest) box.scrollTop = highest;
}
