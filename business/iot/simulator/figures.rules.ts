/** Distribution of durations, in milliseconds with one decimal. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The used members of a histogram of Node (`createHistogram`), in microseconds. */
interface Microseconds {
  readonly count: number;
  readonly max: number;
  percentile(share: number): number;
}

const toMs = (microseconds: number): number => Math.round(microseconds / 100) / 10;

export function latencySpread(of: Microseconds): Spread {
  if (of.count === 0) return { count: 0, p50: 0, p95: 0, p99: 0, max: 0 };
  return {
    count: of.count,
    p50: toMs(of.percentile(50)),
    p95: toMs(of.percentile(95)),
    p99: toMs(of.percentile(99)),
    max: toMs(of.max),
  };
}

export const spreadText = ({ p50, p95, p99, max }: Spread): string =>
  `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms`;

/** Return how many messages are due now at a rate a second. After a delay at most one second is made up. */
export const dueAt = (rate: number, elapsedMs: number, sent: number): number =>
  Math.max(0, Math.min(Math.floor((rate * elapsedMs) / 1000) - sent, Math.ceil(rate)));
