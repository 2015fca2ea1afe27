import { useLate } from '#kernel/web/i18n/steady.ts';

const DIM_AFTER_MS = 200;

/**
 * Return attributes for an element that still shows the answer to an earlier request: busy at once, dimmed after a
 * while.
 */
export function useAwaited(isEarlier: boolean): { readonly 'aria-busy': boolean; readonly 'data-awaited': boolean } {
  const isFelt = useLate(isEarlier, DIM_AFTER_MS);
  return { 'aria-busy': isEarlier, 'data-awaited': isFelt };
}
