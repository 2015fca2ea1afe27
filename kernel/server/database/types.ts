import pg from 'pg';

const asText = (value: string): string => value;

/**
 * Values stay text where JavaScript would lose precision: 64-bit ids and exact decimals. Moments as well: parsing them
 * would cost as much as the rest of a list.
 */
const texts = new Set<number>([
  20,
  1700, // int8, numeric
  1082,
  1083,
  1114,
  1184, // date, time, timestamp, timestamptz
  600, // point
]);

const arraysOfText = new Set<number>([1016, 1231]); // int8[], numeric[]

export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (texts.has(oid)) return asText;
    if (arraysOfText.has(oid)) return pg.types.getTypeParser(1009 as never, 'text');
    return pg.types.getTypeParser(oid, format ?? 'text');
  },
} as pg.CustomTypesConfig;
