const DAY_MS = 86_400_000;

/** A device and a span of its messages (milliseconds, both ends inclusive). */
export interface MessageSpan {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly from: number;
  readonly until: number;
}

/** Return the UTC day of a moment. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Return a span restricted to one UTC day. */
export function withinUtcDay<S extends Pick<MessageSpan, 'from' | 'until'>>(span: S, day: string): S {
  const begin = Date.parse(`${day}T00:00:00Z`);
  return { ...span, from: Math.max(span.from, begin), until: Math.min(span.until, begin + DAY_MS - 1) };
}
