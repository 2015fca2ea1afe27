import type { DeviceNow } from '../values/values.calls.ts';

const TREND = 12;

/**
 * Return the values of a device after a message; properties that it lacks are unchanged. A message older than the
 * values changes nothing.
 */
export function heard(
  before: DeviceNow,
  { at, values }: { readonly at: number; readonly values: Readonly<Record<string, unknown>> },
): DeviceNow {
  if (before.ts !== null && at < before.ts) return before;
  const leading = before.leading.map((one) =>
    Object.hasOwn(values, one.property.identifier) ? { ...one, value: values[one.property.identifier] } : one,
  );
  const first = leading[0]?.value;
  const isNew = before.ts === null || at > before.ts;
  return {
    ...before,
    ts: at,
    leading,
    trend: isNew && typeof first === 'number' ? [...before.trend, first].slice(-TREND) : before.trend,
  };
}
