/** Maximum number of remembered writes; the oldest are forgotten first. */
const MOST = 100;
const answered = new Map<string, number>();

/** Remember when a write of this page was answered. Events about the same request then need no second refresh. */
export function noteOwnWrite(response: Response): void {
  answered.set(response.headers.get('X-Request-Id') ?? '', performance.now());
  for (const oldest of answered.keys()) if (answered.size > MOST) answered.delete(oldest);
}

/**
 * Return when a request was answered, as a `performance.now()` time. Undefined if another page sent it, or it has no
 * answer yet.
 */
export const ownWriteAnswered = (request: unknown): number | undefined => answered.get(String(request));
