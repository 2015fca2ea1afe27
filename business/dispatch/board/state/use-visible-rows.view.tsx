import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows rendered beyond each edge, so that scrolling shows no gap. */
const SPARE = 4;

/** The rows to render, from `first` up to but without `last`, and the width of their container in px. */
interface VisibleRows {
  readonly first: number;
  readonly last: number;
  readonly width: number;
}

/** Return the rows to render in a scrolling container whose rows all have one height (px). */
export function useVisibleRows(box: RefObject<HTMLDivElement | null>, count: number, height: number): VisibleRows {
  const [room, setRoom] = useState({ top: 0, height: 900, width: 764 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void =>
      setRoom((before) => {
        const { scrollTop, clientHeight, clientWidth } = element;
        const now = { top: Math.round(scrollTop / height) * height, height: clientHeight, width: clientWidth };
        return before.top === now.top && before.height === now.height && before.width === now.width ? before : now;
      });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return {
    first: Math.max(0, Math.floor(room.top / height) - SPARE),
    last: Math.min(count, Math.ceil((room.top + room.height) / height) + SPARE),
    width: room.width,
  };
}
