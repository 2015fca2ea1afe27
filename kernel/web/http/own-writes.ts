/** More answers are never waited for by the words of the stream about them. */
const MOST = 100;
const answered = new Map<string, number>();

/** A write of this page was answered: what its request changed is read again by whoever sent it. */
export function noteOwnWrite(response: Response): void {
  answered.set(response.headers.get('X-Request-Id') ?? '', performance.now());
  for (const oldest of answered.keys()) if (answered.size > MOST) answered.delete(oldest);
}

/** When a request of this page was answered, by the clock of the page; undefined where it was not, or is another's. */
export const ownWriteAnswered = (request: unknown): number | undefined => answered.get(String(request));
