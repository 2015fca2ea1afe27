import { type RefObject, useLayoutEffect } from 'react';

/** Time without horizontal scrolling after which a table counts as still, in ms. */
const STILL_MS = 300;

/**
 * Return whether an event may start horizontal scrolling: a touch, a press on the scroll bar, a sideways wheel, or an
 * arrow key.
 */
function goesSideways(event: Event, box: HTMLElement): boolean {
  if (event instanceof WheelEvent) return event.deltaX !== 0 || event.shiftKey;
  if (event instanceof PointerEvent)
    return (
      event.pointerType !== 'mouse' || event.button === 1 || (event.target === box && event.offsetY >= box.clientHeight)
    );
  return event instanceof KeyboardEvent && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
}

/**
 * Hold pinned cells in place. While the table scrolls sideways they are `sticky`. Sticky cells make vertical scrolling
 * slow, because each is a layer, so a still table shifts them instead (`data-still`, `--from-start`, `--from-end` in
 * `table.css`).
 */
export function useStillPins(scroller: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    const table = box?.querySelector('table');
    if (!box || !table) return undefined;
    let timer = 0;
    let left: number | undefined;
    const put = (name: string, px: number): void => {
      if (box.style.getPropertyValue(name) !== `${px}px`) box.style.setProperty(name, `${px}px`);
    };
    const stand = (): void => {
      left = box.scrollLeft;
      put('--from-start', left);
      put('--from-end', Math.min(0, left + box.clientWidth - table.offsetWidth));
      box.dataset.still = left === 0 ? 'start' : '';
    };
    const move = (): void => {
      delete box.dataset.still;
      clearTimeout(timer);
      timer = window.setTimeout(stand, STILL_MS);
    };
    const scrolled = (): void => {
      if (left === undefined || box.scrollLeft === left) return;
      left = box.scrollLeft;
      move();
    };
    const begin = (event: Event): void => {
      if (goesSideways(event, box)) move();
    };
    // Read the width in an observer, which runs after layout; reading it now would force a second layout.
    const sized = new ResizeObserver(() => {
      if (timer === 0 || box.dataset.still !== undefined) stand();
    });
    sized.observe(box);
    sized.observe(table);
    const begins = ['wheel', 'pointerdown', 'keydown'] as const;
    box.addEventListener('scroll', scrolled, { passive: true });
    for (const kind of begins) box.addEventListener(kind, begin, { passive: true });
    return () => {
      clearTimeout(timer);
      sized.disconnect();
      box.removeEventListener('scroll', scrolled);
      for (const kind of begins) box.removeEventListener(kind, begin);
    };
  }, []);
}
