/** So long a fault of the page may follow from a call that failed. */
const SOON_MS = 5000;

let last: { readonly id: string; readonly at: number } | undefined;
const broken = new WeakMap<object, string>();

/** A call was answered with a failure. */
export function noteFailedCall(response: Response): void {
  const id = response.headers.get('x-request-id');
  if (id) last = { id, at: performance.now() };
}

/** A fault that an answer itself gave rise to belongs to its call. */
export function belongsTo(error: unknown, response: Response): void {
  const id = response.headers.get('x-request-id');
  if (id && typeof error === 'object' && error !== null) broken.set(error, id);
}

/** The number of the call that a fault belongs to: that whose answer could not be read, or the one that failed just before; empty where there is none. */
export const requestOf = (error: unknown): string =>
  (typeof error === 'object' && error !== null ? broken.get(error) : undefined) ??
  (last && performance.now() - last.at < SOON_MS ? last.id : '');
