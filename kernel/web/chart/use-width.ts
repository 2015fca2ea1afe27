import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Return a reference to an element, and its width in px as it changes. Charts are drawn at this width, so their text is
 * never scaled.
 */
export function useWidth(initial = 860): readonly [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setWidth(Math.max(160, Math.floor(element.clientWidth)));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}
