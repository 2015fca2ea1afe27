import { useRef } from 'react';
import { noteError } from '#kernel/web/http/errors/error-log.ts';

/** Return a function that starts work once: a second tap does nothing, unless the first one failed. */
export function useOnce(): (work: () => Promise<void>) => void {
  const isStarted = useRef(false);
  return (work) => {
    if (isStarted.current) return;
    isStarted.current = true;
    work().catch((error: unknown) => {
      isStarted.current = false;
      noteError(error);
    });
  };
}
