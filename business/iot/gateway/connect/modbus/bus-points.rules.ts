import type { BusPoint } from './bus.rules.ts';

/** The fields of a connection point that the bus needs. */
export interface PointRow {
  readonly pointCode: string;
  readonly address: string;
  readonly dataType: string;
  readonly byteOrder: string | null;
  readonly bitIndex: number | null;
  readonly bitCount: number | null;
  readonly rw: string;
  readonly readModifyWrite: boolean | null;
  readonly scale: string | null;
  readonly shift: string | null;
  readonly precision: number | null;
  readonly invalidValues: readonly (number | string)[] | null;
  readonly pollGroup?: string | null;
}

const FAST_MS = 10_000;
const SLOW_MS = 600_000;

/**
 * Return the interval of a poll group. `normalMs` is the interval of the model; no fast point is read less often, and no
 * slow one more often.
 */
export function everyMsOf(pollGroup: string | null | undefined, normalMs: number): number {
  if (pollGroup === 'fast') return Math.min(FAST_MS, normalMs);
  return pollGroup === 'slow' ? Math.max(SLOW_MS, normalMs) : normalMs;
}

/**
 * Return the points of a bus from stored rows. `byteOrder` and the interval are those of the model; without a byte order
 * it is that of the protocol.
 */
export function busPointsOf(rows: readonly PointRow[], byteOrder: string | null, normalMs = 60_000): BusPoint[] {
  return rows.map((row) => ({
    code: row.pointCode,
    address: row.address,
    form: {
      dataType: row.dataType,
      byteOrder: row.byteOrder ?? byteOrder,
      bitIndex: row.bitIndex,
      bitCount: row.bitCount,
      scale: row.scale,
      shift: row.shift,
      precision: row.precision,
      invalidValues: row.invalidValues,
    },
    isWritable: row.rw !== 'r',
    readModifyWrite: row.readModifyWrite === true,
    everyMs: everyMsOf(row.pollGroup, normalMs),
  }));
}
