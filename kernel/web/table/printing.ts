import { useSyncExternalStore } from 'react';

/** What is left out because nobody sees it belongs on the paper: told before the browser lays it out, drawn at once. */
function watch(changed: () => void): () => void {
  const media = matchMedia('print');
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Is this page being put on paper? */
export const usePrinting = (): boolean => useSyncExternalStore(watch, () => matchMedia('print').matches);
