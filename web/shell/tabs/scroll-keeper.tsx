import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';

const AGAIN_MS = 50;

/** Restores the scroll positions of a page when its tab is shown again: at once, and again after rows have loaded. */
export function ScrollKeeper({ children }: { children: ReactNode }): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const positions = useRef(new Map<Element, readonly [number, number]>());
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const keep = (event: Event): void => {
      if (event.target instanceof Element)
        positions.current.set(event.target, [event.target.scrollTop, event.target.scrollLeft]);
    };
    const restore = (): void =>
      positions.current.forEach(([top, left], one) => {
        if (one.isConnected) {
          one.scrollTop = top;
          one.scrollLeft = left;
        }
      });
    restore();
    const timer = setTimeout(restore, AGAIN_MS);
    element.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', keep, { capture: true });
    };
  }, []);
  return (
    <div className="page" ref={box}>
      {children}
    </div>
  );
}
