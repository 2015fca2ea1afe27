import { type ComponentType, type ReactElement, useEffect, useReducer } from 'react';

/** A place on a screen of a lower room that upper rooms fill; what it gives them is typed by `P`. */
export interface ScreenPlace<P extends object> {
  readonly name: string;
  /** Never there: it keeps the type. */ readonly given?: P;
}

export const screenPlace = <P extends object>(name: string): ScreenPlace<P> => ({ name });

/** What a room puts into a place; fetched when the place is shown. */
export interface PlaceFilling {
  readonly place: string;
  readonly load: () => Promise<{ readonly default: ComponentType<never> }>;
}

export const fills = <P extends object>(
  { name }: ScreenPlace<P>,
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): PlaceFilling => ({ place: name, load: load as PlaceFilling['load'] });

/** A part of a place; `part` is there once it has been fetched. */
interface Filling {
  readonly load: PlaceFilling['load'];
  part?: ComponentType<object>;
}

const filled = new Map<string, Filling[]>();

/** The client tells the kernel what its rooms put into places. */
export function knowFillings(fillings: readonly PlaceFilling[]): void {
  for (const { place, load } of fillings) filled.set(place, [...(filled.get(place) ?? []), { load }]);
}

/** Fetches what is not there yet. Without a network it is left out, not the screen around it; back in the network it is fetched. */
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

/** Shows what rooms put into a place, nothing where there is none. */
export function FilledPlace<P extends object>({ of, given }: { of: ScreenPlace<P>; given: P }): ReactElement[] | null {
  const parts = filled.get(of.name) ?? NONE;
  useFillings(parts);
  const there = parts.flatMap(({ part }) => (part ? [part as ComponentType<P>] : []));
  return there.length > 0 ? there.map((Part, at) => <Part key={at} {...given} />) : null;
}
