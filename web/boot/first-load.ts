/** Asks for everything that the screen at this address is made of; the page knows what that is (`tools/web-build/first-load.ts`). */
export function fetchFirst(path: string): void {
  (window as { fetchFirst?: (path: string) => void }).fetchFirst?.(path);
}

/** When the browser has nothing else to do. */
export const whenIdle = (work: () => void): void => { if ('requestIdleCallback' in window) requestIdleCallback(work); else setTimeout(work, 200); };
