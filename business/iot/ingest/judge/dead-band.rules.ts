import type { CompiledModel } from '../property-check.rules.ts';

/** Last value of each property in the history of one device, with its moment (milliseconds). */
export type StoredValues = Map<string, { value: number; ts: number }>;

/**
 * Return the values of a message to store in history; null: none. Omitted are latest-only values, and values that
 * changed less than their dead band since the last stored one.
 */
export function forHistory(
  model: CompiledModel,
  latest: Readonly<Record<string, unknown>>,
  ts: number,
  stored: StoredValues,
): Record<string, unknown> | null {
  let taken: Record<string, unknown> | null = null;
  let isWhole = true;
  for (const identifier in latest) {
    const { schema } = model.get(identifier)!;
    if (schema.storage === 'history' && !isQuiet(identifier, latest[identifier], ts, schema, stored))
      (taken ??= {})[identifier] = latest[identifier];
    else isWhole = false;
  }
  // If nothing is omitted, return the object itself, to save a copy for each message.
  return isWhole && taken ? (latest as Record<string, unknown>) : taken;
}

/** A message after the dead band was applied: all its values (`latest`), and those for history. */
interface Moment {
  readonly ts: number;
  readonly latest: Readonly<Record<string, unknown>> | null;
  readonly history: Readonly<Record<string, unknown>> | null;
}

/**
 * Return the history of a message together with omitted values that decided a rule. Null: no such value was omitted.
 */
export function withDecisive(
  model: CompiledModel,
  { ts, latest, history }: Moment,
  decisive: ReadonlySet<string>,
  stored: StoredValues,
): Record<string, unknown> | null {
  let taken: Record<string, unknown> | null = null;
  if (!latest) return null;
  for (const identifier of decisive) {
    const value = latest[identifier];
    if (value === undefined || history?.[identifier] !== undefined) continue;
    if (model.get(identifier)?.schema.storage !== 'history') continue;
    taken ??= { ...history };
    taken[identifier] = value;
    const last = stored.get(identifier);
    if (typeof value === 'number' && (!last || ts >= last.ts)) stored.set(identifier, { value, ts });
  }
  return taken;
}

function isQuiet(
  identifier: string,
  value: unknown,
  ts: number,
  { deadband, maxSilentSec }: { readonly deadband: number | null; readonly maxSilentSec: number },
  stored: StoredValues,
): boolean {
  if (deadband === null || deadband <= 0 || typeof value !== 'number') return false;
  const last = stored.get(identifier);
  if (last && Math.abs(value - last.value) < deadband && ts >= last.ts && ts - last.ts < maxSilentSec * 1000)
    return true;
  if (!last || ts >= last.ts) stored.set(identifier, { value, ts });
  return false;
}
