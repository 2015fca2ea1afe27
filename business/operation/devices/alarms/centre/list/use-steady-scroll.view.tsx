import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Scroll so that the alarm under the pointer, or else the current one, stays in place when lines above it change.
 * `lines` must be a new object after each change.
 */
export function useSteadyScroll(
  box: RefObject<HTMLElement | null>,
  anchor: () => string | undefined,
  lines: unknown,
): void {
  const before = useRef<{ readonly lines: unknown; readonly id: string; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const scroller = box.current;
    const id = anchor();
    const top = (of: string): number | undefined =>
      scroller?.querySelector<HTMLElement>(`[data-alarm="${of}"]`)?.offsetTop;
    const was = before.current;
    if (scroller && was && was.lines !== lines) {
      const now = top(was.id);
      if (now !== undefined) scroller.scrollTop += now - was.top;
    }
    const at = id === undefined ? undefined : top(id);
    before.current = id === undefined || at === undefined ? null : { lines, id, top: at };
  });
}
