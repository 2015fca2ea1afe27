import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 767px)');

/** Is the screen so narrow that rows become cards? */
export const usePhone = (): boolean => useSyncExternalStore((changed) => { narrow.addEventListener('change', changed); return () => narrow.removeEventListener('change', changed); }, () => narrow.matches);
