/** A duration of one unit, as its form holds it. */
export interface DurationParts {
  readonly count: string;
  readonly unit: 'H' | 'D';
}

/** Hours or days of a duration in ISO 8601; others are shown in neither. */
export function durationParts(text: string): DurationParts {
  const [, days] = /^P(\d+(?:\.\d+)?)D$/.exec(text) ?? [];
  if (days) return { count: days, unit: 'D' };
  const [, hours] = /^PT(\d+(?:\.\d+)?)H$/.exec(text) ?? [];
  return { count: hours ?? '', unit: 'H' };
}

/** The duration of a count; empty where it is none. */
export function isoDuration(count: string, unit: DurationParts['unit']): string {
  const amount = Number(count);
  if (!Number.isFinite(amount) || amount <= 0) return '';
  return unit === 'D' ? `P${amount}D` : `PT${amount}H`;
}
