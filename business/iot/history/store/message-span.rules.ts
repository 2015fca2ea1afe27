const DAY_MS = 86_400_000;

/** The messages of a device between two moments (milliseconds), both in it. */
export interface MessageSpan {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly from: number;
  readonly until: number;
}

/** The day of UTC of a moment. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The part of a span that lies in a day of UTC. */
export function withinUtcDay<S extends Pick<MessageSpan, 'from' | 'until'>>(span: S, day: string): S {
  const begin = Date.parse(`${day}T00:00:00Z`);
  return { ...span, from: Math.max(span.from, begin), until: Math.min(span.until, begin + DAY_MS - 1) };
}
