import { useEffect, useRef, useState } from 'react';

/** The same value as long as it says the same: who is drawn for it is not drawn again for its copy. */
export function useSame<T>(value: T): T {
  const kept = useRef(value);
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}

/** Functions that stay the same ones and do what those of the last drawing would. */
export function useSteady<T extends Readonly<Record<string, (...given: never[]) => unknown>>>(acts: T): T {
  const latest = useRef(acts);
  latest.current = acts;
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(acts).map((name) => [name, (...given: never[]) => latest.current[name](...given)]),
      ) as T,
  );
  return steady;
}

/** True once something has lasted so many ms; what is over sooner is not shown at all. */
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
