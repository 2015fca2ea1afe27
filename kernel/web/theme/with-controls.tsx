import { type ComponentType, type ReactElement, Suspense, lazy, useState } from 'react';

/** Everything that was wrapped, so that it can be fetched before it is needed. */
const parts: (() => Promise<unknown>)[] = [];

const kept = <T,>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  // A fetch that failed is tried again the next time.
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
};

const loadLook = kept(() => import('./antd-look.tsx'));

/**
 * A part of a screen that is made of antd's controls: fetched when it is first shown, in our colours and language. The library is by far
 * the heaviest thing in the client, and no screen needs it before somebody types.
 */
export function withControls<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let ready: ComponentType<P> | undefined;
  const loadPart = kept(async () => {
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
    // What is there already is not waited for: React would show nothing first, and hold the rest back for a third of a second.
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

/** Stands for ever once the controls are there: without it each form would derive all colours and styles anew. */
export const StoredTheme = withControls<object>(() => Promise.resolve(() => null));

/** Fetches all such parts that are known by now; called when nothing else is to do. Answers whether all of them came. */
export const fetchControls = (): Promise<boolean> =>
  Promise.allSettled(parts.map((load) => load())).then((all) => all.every((one) => one.status === 'fulfilled'));
