/** A duration in one unit, as the form edits it: a count as text, in hours or days. */
export interface DurationParts {
  readonly count: string;
  readonly unit: 'H' | 'D';
}

/** Return the parts of an ISO 8601 duration of only hours or only days. Others give an empty count. */
export function durationParts(text: string): DurationParts {
  const [, days] = /^P(\d+(?:\.\d+)?)D$/.exec(text) ?? [];
  if (days) return { count: days, unit: 'D' };
  const [, hours] = /^PT(\d+(?:\.\d+)?)H$/.exec(text) ?? [];
  return { count: hours ?? '', unit: 'H' };
}

/** Return the ISO 8601 duration of a count; empty unless the count is a positive number. */
export function isoDuration(count: string, unit: DurationParts['unit']): string {
  const amount = Number(count);
  if (!Number.isFinite(amount) || amount <= 0) return '';
  return unit === 'D' ? `P${amount}D` : `PT${amount}H`;
}
