import type { Call } from './route.ts';

/** How many rows an answer that has no pages leaves off. */
const HEADER = 'Anju-Truncated';

/** Says that an answer holds not all there is, and how many are missing; what several parts of it leave off adds up. */
export function tellTruncated({ reply }: Pick<Call, 'reply'>, leftOff: number): void {
  if (leftOff <= 0) return;
  reply.header(HEADER, String(Number(reply.getHeader(HEADER) ?? 0) + leftOff));
}
