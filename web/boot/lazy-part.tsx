import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Return a component that loads its code when it is first rendered, and renders as soon as the code is there. React's
 * own `lazy` shows content after another Suspense only in steps of 300 ms. This would delay every page, which follows
 * its frame.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  meanwhile: ReactNode,
): ComponentType<P> {
  let ready: ComponentType<P> | undefined;
  let coming: Promise<void> | undefined;
  const fetched = (): Promise<void> => {
    // After a failed load, the next call tries again.
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
    // Start loading during the render; the effect below handles the result.
    if (!Now) void fetched().catch(() => undefined);
    useEffect(() => {
      // Render as a transition, so that typing and clicks are handled first.
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
