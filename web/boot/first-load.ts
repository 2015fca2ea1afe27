/**
 * Prefetch the files of the screen at this address with low priority. The page has their list
 * (`tools/web-build/first-load.ts`).
 */
export function fetchNext(path: string): void {
  (window as { fetchFirst?: (path: string, later: boolean) => void }).fetchFirst?.(path, true);
}

/** Run work when the browser is idle. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
};

/** Selector of elements that a person presses, or types into. */
const CONTROL = 'a, button, input, label, textarea, [role="button"], [tabindex="0"]';

/**
 * Run work once, at the first sign of a person: a press, a key, a filled input, or a pointer over a control. Return a
 * function that stops waiting. A page that is only read does not load more than it shows.
 */
export function whenUsed(work: () => void): () => void {
  const over = new AbortController();
  const use = ({ type, target }: Event): void => {
    if (type === 'pointerover' && !(target instanceof Element && target.closest(CONTROL))) return;
    over.abort();
    work();
  };
  for (const sign of ['pointerdown', 'pointerover', 'keydown', 'input'])
    document.addEventListener(sign, use, { capture: true, passive: true, signal: over.signal });
  return () => over.abort();
}
