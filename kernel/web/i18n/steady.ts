import { useEffect, useRef, useState } from 'react';

/**
 * Return the earlier object as long as the new one has equal content, so that components do not render again for a
 * copy.
 */
export function useSame<T>(value: T): T {
  const earlier = useRef(value);
  if (earlier.current !== value && JSON.stringify(earlier.current) !== JSON.stringify(value)) earlier.current = value;
  return earlier.current;
}

/** Return functions that stay the same objects in each render, and call the functions of the latest render. */
export function useSteady<T extends Readonly<Record<string, (...args: never[]) => unknown>>>(acts: T): T {
  const latest = useRef(acts);
  latest.current = acts;
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(acts).map((name) => [name, (...args: never[]) => latest.current[name](...args)]),
      ) as T,
  );
  return steady;
}

/** Return true after `on` has been true for `ms`, so that short states are not shown. */
export function useLate(on: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, ms]);
  return on && late;
}
