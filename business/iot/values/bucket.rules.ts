/** Milliseconds of each bucket; `raw`: every message. */
export const BUCKETS = { raw: 0, '1m': 60_000, '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 } as const;
export type Bucket = keyof typeof BUCKETS;

export const AGGREGATIONS = ['avg', 'min', 'max', 'last', 'delta'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** A chart draws no more points than this a series. */
export const MOST_POINTS = 2000;
export const MOST_RAW_POINTS = 50_000;
/** Every message may be asked of so many days. */
export const MOST_RAW_DAYS = 31;

/** The finest bucket that keeps a series within what a chart draws, for a device that reports so often (seconds). */
export function bucketFor(spanMs: number, reportSec: number): Bucket {
  if (spanMs / (reportSec * 1000) <= MOST_POINTS) return 'raw';
  return (['1m', '5m', '1h'] as const).find((one) => spanMs / BUCKETS[one] <= MOST_POINTS) ?? '1d';
}
