import { type PointerEvent, useRef } from 'react';

/** So far the finger goes until it is meant (pixels). */
const FAR = 96;
/** A press of this length selects (milliseconds). */
const HOLD_MS = 500;
/** A finger that only rests moves less than this. */
const STILL = 8;

interface Swipe {
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
  /** Did the last touch mean something else than a tap? */ readonly wasMeant: () => boolean;
}

/** A card that the finger draws to the right, or holds; the page scrolls on as before. */
export function useSwipe({ swiped, held }: { readonly swiped: () => void; readonly held: () => void }): Swipe {
  const begin = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const meant = useRef(false);
  const end = (element: HTMLElement): void => {
    clearTimeout(timer.current);
    begin.current = null;
    element.style.translate = '';
    delete element.dataset.swiped;
  };
  return {
    handlers: {
      onPointerDown(event) {
        meant.current = false;
        begin.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => {
          meant.current = true;
          held();
        }, HOLD_MS);
      },
      onPointerMove(event) {
        if (!begin.current) return;
        const [right, down] = [event.clientX - begin.current.x, event.clientY - begin.current.y];
        if (Math.abs(right) > STILL || Math.abs(down) > STILL) clearTimeout(timer.current);
        const element = event.currentTarget;
        if (right <= STILL || Math.abs(down) > right) return;
        element.style.translate = `${Math.min(right, FAR * 1.4)}px`;
        element.dataset.swiped = String(right >= FAR);
      },
      onPointerUp(event) {
        const isFar = begin.current !== null && event.currentTarget.dataset.swiped === 'true';
        end(event.currentTarget);
        if (!isFar) return;
        meant.current = true;
        swiped();
      },
      onPointerCancel: (event) => end(event.currentTarget),
    },
    wasMeant: () => meant.current,
  };
}
