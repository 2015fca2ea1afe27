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
