import { useSyncExternalStore } from 'react';

function watch(listen: () => void): () => void {
  addEventListener('online', listen);
  addEventListener('offline', listen);
  return () => {
    removeEventListener('online', listen);
    removeEventListener('offline', listen);
  };
}

/** Return whether the device has a network. */
export const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine);
