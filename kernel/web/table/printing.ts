import { useSyncExternalStore } from 'react';

/**
 * Call `changed` when printing begins or ends. It is called before the browser lays out the print, so that all rows can
 * be rendered.
 */
function watch(changed: () => void): () => void {
  const media = matchMedia('print');
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Return whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(watch, () => matchMedia('print').matches);
