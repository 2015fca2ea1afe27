import { useEffect, useState } from 'react';

/**
 * Return a handler of Enter that calls `take` only for the answer to the present text. While this answer is awaited,
 * Enter waits for it. Further typing cancels a waiting Enter.
 */
export function useEarlyEnter(text: string, isAwaited: boolean, take: () => void): () => void {
  const [pressed, press] = useState<string | null>(null);
  useEffect(() => {
    if (pressed === null || (pressed === text && isAwaited)) return;
    press(null);
    if (pressed === text) take();
  }, [pressed, text, isAwaited]);
  return () => (isAwaited ? press(text) : take());
}
