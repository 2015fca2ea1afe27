import { type ComponentType, type ReactElement, Suspense, lazy, useState } from 'react';

/** For each wrapped component the function that loads it, so that all can be loaded in advance. */
const parts: (() => Promise<unknown>)[] = [];

const once = <T,>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  // After a failure the next call loads again.
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
};

const loadLook = once(() => import('./antd-look.tsx'));

/**
 * Wrap a component that uses antd. It is loaded when it is first shown, in our colours and language. Of all libraries
 * of the client antd is by far the largest, and no screen needs it before somebody types.
 */
export function withControls<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let ready: ComponentType<P> | undefined;
  const loadPart = once(async () => {
    const [{ AntdLook }, Part] = await Promise.all([loadLook(), load()]);
    ready = (props: P): ReactElement => (
      <AntdLook>
        <Part {...props} />
      </AntdLook>
    );
    return { default: ready };
  });
  parts.push(loadPart);
  const Lazy = lazy(loadPart);
  return (props: P) => {
    // Render a loaded component directly. Suspense would first show an empty fallback, and delay the rest by a third of
    // a second.
    const [Now] = useState(() => ready);
    return Now ? (
      <Now {...props} />
    ) : (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    );
  };
}

/**
 * An empty antd component that stays mounted as long as the page. It retains the computed styles of antd, which each
 * form would otherwise compute again.
 */
export const StoredTheme = withControls<object>(() => Promise.resolve(() => null));

/** Load all wrapped components in advance. Return whether all of them loaded. */
export const fetchControls = (): Promise<boolean> =>
  Promise.allSettled(parts.map((load) => load())).then((all) => all.every((one) => one.status === 'fulfilled'));
