import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * A part of the product that is fetched when it is first shown, and stands there as soon as it has come. React's own `lazy` would hold it back: what comes within
 * a third of a second after something else was waited for is shown only then, and a page always comes just after its frame.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  meanwhile: ReactNode,
): ComponentType<P> {
  let ready: ComponentType<P> | undefined;
  let coming: Promise<void> | undefined;
  const fetched = (): Promise<void> => {
    // A fetch that failed is tried again the next time.
    coming ??= load()
      .then((module) => {
        ready = module.default;
      })
      .catch((error: unknown) => {
        coming = undefined;
        throw error;
      });
    return coming;
  };
  return function Later(props: P): ReactNode {
    const [Now, show] = useState<ComponentType<P> | undefined>(() => ready);
    // Asked for while the rest is drawn, not after it; whether it came is told below.
    if (!Now) void fetched().catch(() => undefined);
    useEffect(() => {
      // In steps, so that who types or presses meanwhile is heard.
      if (!Now)
        fetched().then(
          () => startTransition(() => show(() => ready)),
          (error: unknown) =>
            show(() => {
              throw error;
            }),
        );
    }, [Now]);
    return Now ? <Now {...props} /> : meanwhile;
  };
}
