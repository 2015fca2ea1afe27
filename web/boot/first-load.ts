/** Asks for everything that the next screen, the one at this address, is made of; the page knows what that is (`tools/web-build/first-load.ts`). */
export function fetchNext(path: string): void {
  (window as { fetchFirst?: (path: string, later: boolean) => void }).fetchFirst?.(path, true);
}

/** When the browser has nothing else to do. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
};
