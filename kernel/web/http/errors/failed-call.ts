/** Time in ms after a failed call in which an error of the page is attributed to it. */
const SOON_MS = 5000;

let last: { readonly id: string; readonly at: number } | undefined;
const broken = new WeakMap<object, string>();

/** Remember the request id of a failed call and the present time. */
export function noteFailedCall(response: Response): void {
  const id = response.headers.get('x-request-id');
  if (id) last = { id, at: performance.now() };
}

/**
 * Remember that this error was caused by reading an answer, so that `requestOf` returns the request id of the answer.
 */
export function belongsTo(error: unknown, response: Response): void {
  const id = response.headers.get('x-request-id');
  if (id && typeof error === 'object' && error !== null) broken.set(error, id);
}

/**
 * Return the request id of an error: of the unreadable answer, else of the call that failed just before; empty where
 * there is none.
 */
export const requestOf = (error: unknown): string =>
  (typeof error === 'object' && error !== null ? broken.get(error) : undefined) ??
  (last && performance.now() - last.at < SOON_MS ? last.id : '');
