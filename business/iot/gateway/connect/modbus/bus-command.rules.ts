import type { PlacedMapping } from '../points/mapping.rules.ts';
import { pointOf } from '../points/mapping.rules.ts';
import type { PointValue } from '../points/value.rules.ts';
import type { BusPoint, WriteResult } from './bus.rules.ts';

/** A value to write into a point. */
export interface PointWrite {
  readonly identifier: string;
  readonly code: string;
  readonly value: PointValue;
}

/** Return a value of a property as its point takes it: an integer for true and false, a number for its digits. */
function valueFor(value: PointValue, dataType: string): PointValue {
  if (['flag', 'text', 'hex'].includes(dataType)) return value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Return the writes of a command in the order of its values, or the identifier that has no point. */
export function writesOf(
  set: Readonly<Record<string, unknown>>,
  mappings: readonly PlacedMapping[],
  points: readonly BusPoint[],
): readonly PointWrite[] | { readonly unknown: string } {
  const writes: PointWrite[] = [];
  for (const [identifier, value] of Object.entries(set)) {
    const found = pointOf(identifier, value as PointValue, mappings);
    const point = found && points.find(({ code }) => code === found.code);
    if (!point) return { unknown: identifier };
    writes.push({ identifier, code: point.code, value: valueFor(found.value, point.form.dataType) });
  }
  return writes;
}

/** Result codes of replies: refused, failed, busy. */
const REFUSED = 400;
const FAILED = 500;
const BUSY = 503;
/** Exceptions of a unit that is busy, or that needs more time. */
const BUSY_EXCEPTIONS = ['exception 5', 'exception 6'];

/**
 * Return the reply for a write that was not done. Null: the unit did not answer, so the command waits for its timeout
 * and is tried again.
 */
export function replyOf(
  { identifier }: PointWrite,
  result: Exclude<WriteResult, { result: 'done' }>,
): { readonly code: number; readonly msg: string } | null {
  const msg = `${identifier}: ${result.reason}`;
  if (result.result === 'refused') return { code: REFUSED, msg };
  if (result.reason === 'timeout' || result.reason === 'connection') return null;
  return { code: BUSY_EXCEPTIONS.includes(result.reason) ? BUSY : FAILED, msg };
}
