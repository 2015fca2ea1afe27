import { useEffect, useState } from 'react';

/**
 * Enter that takes what answers the typed text, never what answered an earlier one: pressed before the answer is there, it takes effect with
 * it; typing on forgets it.
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
