import { type ComponentType, type ReactElement, Suspense, lazy } from 'react';

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

const filled = new Map<string, ComponentType<object>[]>();

/** The client tells the kernel what its rooms put into places. */
export function knowFillings(fillings: readonly PlaceFilling[]): void {
  for (const { place, load } of fillings) {
    const part = lazy(load as () => Promise<{ readonly default: ComponentType<object> }>);
    filled.set(place, [...(filled.get(place) ?? []), part]);
  }
}

/** Shows what rooms put into a place, nothing where there is none. */
export function FilledPlace<P extends object>({ of, given }: { of: ScreenPlace<P>; given: P }): ReactElement[] | null {
  const parts = filled.get(of.name) as ComponentType<P>[] | undefined;
  if (!parts) return null;
  return parts.map((Part, at) => (
    <Suspense key={at} fallback={null}>
      <Part {...given} />
    </Suspense>
  ));
}
