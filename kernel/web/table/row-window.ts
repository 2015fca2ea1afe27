import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows come and go in blocks of so many: most steps of scrolling draw nothing. */
const BLOCK = 8;
/** So many beyond the edges are drawn at least. */
const SPARE = 4;
const AT_FIRST = 24;

/** From which row to which one, the last not included, something can be seen. */
export function rowsInSight(count: number, height: number, top: number, box: number): readonly [number, number] {
  const last = Math.min(count, Math.ceil(((top + box) / height + SPARE) / BLOCK) * BLOCK);
  return [Math.max(0, Math.min(Math.floor((top / height - SPARE) / BLOCK) * BLOCK, last - BLOCK)), last];
}

/** The rows that can be seen, where all are of one height; null = all of them. */
export function useRowWindow(count: number, height: number, scroller: RefObject<HTMLDivElement | null>, isOn: boolean): readonly [number, number] | null {
  const [range, setRange] = useState<readonly [number, number]>([0, AT_FIRST]);
  const drawn = useRef(range);
  drawn.current = range;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !isOn) return undefined;
    // Drawn with the step that brings them into sight, not after it.
    const look = (): void => {
      const next = rowsInSight(count, height, box.scrollTop, box.clientHeight);
      if (next[0] !== drawn.current[0] || next[1] !== drawn.current[1]) flushSync(() => setRange(next));
    };
    // It looks for the first time when the page was laid out, and before it is painted: to ask sooner would lay out a tab that is shown again twice.
    const sized = new ResizeObserver(look);
    sized.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => { sized.disconnect(); box.removeEventListener('scroll', look); };
  }, [count, height, isOn]);
  return isOn ? [Math.min(range[0], count), Math.min(range[1], count)] : null;
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
