import { registersOf } from '../points/address.rules.ts';
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
}

/** Return the points of a bus from stored rows. `byteOrder` is that of the model. A row without registers is left out. */
export function busPointsOf(rows: readonly PointRow[], byteOrder: string | null): BusPoint[] {
  return rows.flatMap((row) => {
    const span = registersOf(row.address);
    if (!span) return [];
    return [
      {
        code: row.pointCode,
        span,
        form: { ...row, byteOrder: row.byteOrder ?? byteOrder },
        isWritable: row.rw !== 'r',
        readModifyWrite: row.readModifyWrite === true,
      },
    ];
  });
}
