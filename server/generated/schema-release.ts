/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 60;
// Of tables and patches with the sum JKCsfGnTiN5y05eM6c-XNT2Zv_D2KHipqLEg-PDtmIU.
