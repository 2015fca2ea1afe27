import { useLate } from '#kernel/web/i18n/steady.ts';

const DIM_AFTER_MS = 200;

/** Attributes of what still shows the answer to an earlier question: busy, and dimmed when the wait is felt. */
export function useAwaited(isEarlier: boolean): { readonly 'aria-busy': boolean; readonly 'data-awaited': boolean } {
  const isFelt = useLate(isEarlier, DIM_AFTER_MS);
  return { 'aria-busy': isEarlier, 'data-awaited': isFelt };
}
