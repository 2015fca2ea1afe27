import { type RefObject, useEffect, useState } from 'react';
import type { Column } from './columns.ts';

/** Number of columns up to which all are rendered. With more, only those in view are. */
const MAX_WHOLE = 15;
const SPARE_PX = 200;

export interface Window {
  readonly before: number;
  readonly after: number;
  readonly columns: readonly Column[];
}

function inSight(columns: readonly Column[], left: number, width: number): readonly [number, number] {
  let x = 0;
  let [first, last] = [columns.length, 0];
  columns.forEach((column, at) => {
    if (x + column.width >= left - SPARE_PX && x <= left + width + SPARE_PX) {
      first = Math.min(first, at);
      last = at + 1;
    }
    x += column.width;
  });
  return [first, Math.max(last, first)];
}

export const totalWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + column.width, 0);

/**
 * Return the scrolling columns that are in view, and the width before and after them. `pinned` is the width of the
 * pinned columns in pixels.
 */
export function useColumnWindow(
  columns: readonly Column[],
  pinned: number,
  scroller: RefObject<HTMLDivElement | null>,
): Window {
  const [[first, last], setRange] = useState<readonly [number, number]>([0, MAX_WHOLE]);
  const whole = columns.length <= MAX_WHOLE;
  useEffect(() => {
    const box = scroller.current;
    if (!box || whole) return undefined;
    let [left, width] = [-1, -1];
    const look = (): void => {
      // Vertical scrolling, which is the most frequent, changes no columns.
      if (box.scrollLeft === left && box.clientWidth === width) return;
      [left, width] = [box.scrollLeft, box.clientWidth];
      setRange((now) => {
        const next = inSight(columns, left, width - pinned);
        return next[0] === now[0] && next[1] === now[1] ? now : next;
      });
    };
    look();
    // The width also changes with the window, and when a panel beside the table opens or closes.
    const sized = new ResizeObserver(look);
    sized.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [columns, pinned, whole]);
  if (whole) return { before: 0, after: 0, columns };
  return {
    before: totalWidth(columns.slice(0, first)),
    after: totalWidth(columns.slice(last)),
    columns: columns.slice(first, last),
  };
}
