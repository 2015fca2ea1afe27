import { type ComponentType, type ReactElement, useEffect, useReducer } from 'react';

/** A named place on a screen, to which other rooms add components. `P` is the type of their properties. */
export interface ScreenPlace<P extends object> {
  readonly name: string;
  /** Never set: it carries the type of the properties for the compiler. */ readonly given?: P;
}

export const screenPlace = <P extends object>(name: string): ScreenPlace<P> => ({ name });

/** A component that a room adds to a place. It is loaded when the place is shown. */
export interface PlaceFilling {
  readonly place: string;
  readonly load: () => Promise<{ readonly default: ComponentType<never> }>;
}

export const fills = <P extends object>(
  { name }: ScreenPlace<P>,
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): PlaceFilling => ({ place: name, load: load as PlaceFilling['load'] });

/** A component of a place; `part` is undefined until it has loaded. */
interface Filling {
  readonly load: PlaceFilling['load'];
  part?: ComponentType<object>;
}

const filled = new Map<string, Filling[]>();

/** Register the contents that rooms add to places. */
export function knowFillings(fillings: readonly PlaceFilling[]): void {
  for (const { place, load } of fillings) filled.set(place, [...(filled.get(place) ?? []), { load }]);
}

/**
 * Load the components of a place. One that cannot be loaded, such as without a network, is left out, and tried again
 * when the network returns.
 */
function useFillings(parts: readonly Filling[]): void {
  const [, show] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let isLeft = false;
    const fetchParts = (): void => {
      for (const one of parts)
        if (!one.part)
          one.load().then(
            (module) => {
              one.part = module.default as ComponentType<object>;
              if (!isLeft) show();
            },
            () => undefined,
          );
    };
    fetchParts();
    addEventListener('online', fetchParts);
    return () => {
      isLeft = true;
      removeEventListener('online', fetchParts);
    };
  }, [parts]);
}

const NONE: readonly Filling[] = [];

/** Load the components of a place before it is shown, so that they are there without a network. */
export const useLoadedPlace = <P extends object>(of: ScreenPlace<P>): void => useFillings(filled.get(of.name) ?? NONE);

/** Show the contents that rooms add to a place; nothing where there are none. */
export function FilledPlace<P extends object>({ of, given }: { of: ScreenPlace<P>; given: P }): ReactElement[] | null {
  const parts = filled.get(of.name) ?? NONE;
  useFillings(parts);
  const there = parts.flatMap(({ part }) => (part ? [part as ComponentType<P>] : []));
  return there.length > 0 ? there.map((Part, at) => <Part key={at} {...given} />) : null;
}
