import type { CompiledModel } from './property-check.rules.ts';

/** The values that history last took of one device, and when (milliseconds). */
export type StoredValues = Map<string, { value: number; ts: number }>;

/**
 * What history takes of the values of one moment: all but those that the model keeps as latest alone, and those that changed less than
 * their dead band and were stored a short while ago. Null: nothing.
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
  // The same object serves both, where nothing is left out.
  return isWhole && taken ? (latest as Record<string, unknown>) : taken;
}

/** What of a moment decides whether a dead band left a value out. */
interface Moment {
  readonly ts: number;
  readonly latest: Readonly<Record<string, unknown>> | null;
  readonly history: Readonly<Record<string, unknown>> | null;
}

/** Return what history takes of a moment with the values by which a rule decided; null: a dead band left none of them out. */
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
