/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 41;
// Of tables and patches with the sum OdtsvU1GFrKVjWaxgtrWb9Xm_KmlFsBVC1wZ_KWOZ4g.
