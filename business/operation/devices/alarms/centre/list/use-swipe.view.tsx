import { type PointerEvent, useRef } from 'react';

/** Distance of a swipe to the right that counts, in pixels. */
const FAR = 96;
/** Duration of a press that selects, in milliseconds. */
const HOLD_MS = 500;
/** A finger that moves less than this, in pixels, is held still. */
const STILL = 8;

interface Swipe {
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
  /** Was the last touch a swipe or a long press, so that its click must be ignored? */
  readonly wasMeant: () => boolean;
}

/** Handlers for a card that can be swiped to the right or held. Vertical scrolling of the page still works. */
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
