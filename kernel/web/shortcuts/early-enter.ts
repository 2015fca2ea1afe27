import { useEffect, useState } from 'react';

/** Number of Enter keys that wait for the answer to their text. */
let waiting = 0;
const afterwards: (() => void)[] = [];

/** Run the action as soon as no Enter waits for an answer, and its choice is in the form: now, if none waits. */
export function afterEarlyEnters(action: () => void): void {
  if (waiting === 0) action();
  else afterwards.push(action);
}

function waitOnce(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    if (waiting === 0) for (const action of afterwards.splice(0)) action();
  };
}

/**
 * Return a handler of Enter that calls `take` only for the answer to the present text. While this answer is awaited,
 * Enter waits for it, and so do shortcuts with Ctrl. Further typing cancels a waiting Enter.
 */
export function useEarlyEnter(text: string, isAwaited: boolean, take: () => void): () => void {
  const [pressed, press] = useState<string | null>(null);
  // The cleanup runs after the render that contains the choice, so a save that waited sends it.
  useEffect(() => (pressed === null ? undefined : waitOnce()), [pressed]);
  useEffect(() => {
    if (pressed === null || (pressed === text && isAwaited)) return;
    press(null);
    if (pressed === text) take();
  }, [pressed, text, isAwaited]);
  return () => (isAwaited ? press(text) : take());
}
