import { type RefObject, useLayoutEffect } from 'react';

/** So long after its last step sideways a table stands still. */
const STILL_MS = 300;

/** What begins to move a table sideways is known before it moves: a finger, the bar below it, a wheel that turns sideways, an arrow. */
function goesSideways(event: Event, box: HTMLElement): boolean {
  if (event instanceof WheelEvent) return event.deltaX !== 0 || event.shiftKey;
  if (event instanceof PointerEvent)
    return (
      event.pointerType !== 'mouse' || event.button === 1 || (event.target === box && event.offsetY >= box.clientHeight)
    );
  return event instanceof KeyboardEvent && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
}

/**
 * Pinned cells stick while their table moves sideways. A cell that sticks is a layer of its own, three for each row, which every step up or down and every other page would pay
 * for; so while the table stands still they are shifted to the same place instead (`data-still`, `--from-start`, `--from-end` in `table.css`).
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
    // It is asked for its width when it was laid out: to ask sooner would lay it out twice.
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
