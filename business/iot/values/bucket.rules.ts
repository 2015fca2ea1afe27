/** Milliseconds of each size of bucket; `raw`: no buckets, every message. */
export const BUCKETS = { raw: 0, '1m': 60_000, '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 } as const;
export type Bucket = keyof typeof BUCKETS;

export const AGGREGATIONS = ['avg', 'min', 'max', 'last', 'delta'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Maximal number of points of a series, above which a coarser bucket is chosen. */
export const MAX_POINTS = 2000;
export const MAX_RAW_POINTS = 50_000;
/** Maximal span in days for which every message may be requested. */
export const MAX_RAW_DAYS = 31;

/**
 * Return the finest bucket with which a span has at most `MAX_POINTS` points. `reportSec`: report interval of the
 * device.
 */
export function bucketFor(spanMs: number, reportSec: number): Bucket {
  if (spanMs / (reportSec * 1000) <= MAX_POINTS) return 'raw';
  return (['1m', '5m', '1h'] as const).find((one) => spanMs / BUCKETS[one] <= MAX_POINTS) ?? '1d';
}
