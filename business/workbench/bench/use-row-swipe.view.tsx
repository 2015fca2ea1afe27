import { type TouchEvent, useRef } from 'react';

/** Pixels of a swipe along a row, and the most across it. */
const ALONG = 80;
const ACROSS = 30;

interface Swipe {
  readonly onTouchStart: (event: TouchEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

/** Hear swipes over a row: to the right does its verb, to the left opens it. */
export function useRowSwipe(right: () => void, left: () => void): Swipe {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }) => {
      from.current = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
    },
    onTouchEnd: ({ changedTouches }) => {
      if (!from.current || changedTouches.length !== 1) return;
      const [x, y] = [changedTouches[0].clientX - from.current.x, changedTouches[0].clientY - from.current.y];
      from.current = null;
      if (Math.abs(y) > ACROSS) return;
      if (x > ALONG) right();
      else if (x < -ALONG) left();
    },
  };
}
