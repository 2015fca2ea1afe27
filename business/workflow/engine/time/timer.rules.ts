import type { EventDefinition } from '../model/compiled-process.rules.ts';
import type { VariableValue } from '../state/rows.rules.ts';
import { addDuration, type IsoDuration, parseDuration } from './iso-duration.rules.ts';

/** When a timer fires, and how it repeats. */
export interface Due {
  readonly dueAt: number;
  /** ISO 8601 duration between two firings; null: it fires once. */
  readonly cycle: string | null;
  /** How often it fires in total; null: without end. */
  readonly repeats: number | null;
}

type LocalInstant = (text: string) => number | undefined;

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const CYCLE = /^R(\d{0,6})\/(.+)$/;

/**
 * Return the instant of a value: milliseconds, a date with a zone, or a date in the company's zone. Undefined if it is
 * none.
 */
export function instantOf(value: VariableValue, localInstant: LocalInstant): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return ZONED.test(value) ? Date.parse(value) : localInstant(value);
}

/** Return when a timer fires, seen from `now`; undefined if its text has no valid time. */
export function timerDue(
  kind: NonNullable<EventDefinition['timer']>['kind'],
  value: VariableValue,
  now: number,
  localInstant: LocalInstant,
): Due | undefined {
  if (kind === 'date') return once(instantOf(value, localInstant));
  if (typeof value !== 'string') return undefined;
  if (kind === 'cycle') return cycleOf(value, now, localInstant);
  const duration = parseDuration(value);
  return duration && once(addDuration(now, duration));
}

const once = (dueAt: number | undefined): Due | undefined =>
  dueAt === undefined ? undefined : { dueAt, cycle: null, repeats: null };

/**
 * Return the first firing of a cycle such as `R3/PT10M` or `R/2026-01-01T08:00:00Z/P1D`. A missing count, or 0, repeats
 * without end.
 */
function cycleOf(text: string, now: number, localInstant: LocalInstant): Due | undefined {
  const [, times = '', rest = ''] = CYCLE.exec(text.trim()) ?? [];
  const [first = '', second] = rest.split('/');
  const cycle = second ?? first;
  const duration = parseDuration(cycle);
  if (!duration) return undefined;
  const begin = second === undefined ? addDuration(now, duration) : instantOf(first, localInstant);
  if (begin === undefined) return undefined;
  return { dueAt: begin, cycle, repeats: Number(times) > 0 ? Number(times) : null };
}

/** Maximal missed times that are skipped one by one, for cycles with months. */
const SKIPPED = 10_000;

/** Return the next time of a cycle after `last`, in its rhythm and later than `now`. */
export function nextTimerDue(last: number, cycle: string, now: number): number {
  const duration = parseDuration(cycle);
  if (!duration) return now;
  const next = addDuration(last, duration);
  return next > now ? next : caughtUp(next, duration, now);
}

function caughtUp(from: number, duration: IsoDuration, now: number): number {
  if (duration.months === 0 && duration.milliseconds > 0)
    return from + Math.ceil((now - from + 1) / duration.milliseconds) * duration.milliseconds;
  let next = from;
  for (let turn = 0; next <= now && turn < SKIPPED; turn += 1) next = addDuration(next, duration);
  return Math.max(next, now + 1);
}

/** Return whether a text is a valid timer, for the check of drawings. Dates are checked by their form only. */
export function isTimer(kind: NonNullable<EventDefinition['timer']>['kind'], text: string): boolean {
  const looksLikeDate: LocalInstant = (date) =>
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?$/.test(date) ? 0 : undefined;
  return timerDue(kind, text, 0, looksLikeDate) !== undefined;
}
