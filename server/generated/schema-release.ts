/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 43;
// Of tables and patches with the sum 7PvGt8JDS8poo4Vn6-QZauBjMFjFCETrVDIdcMMfdzY.
