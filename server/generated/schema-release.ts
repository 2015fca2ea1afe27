/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 33;
// Of tables and patches with the sum npOPeleG4gKhc70-yL2kCl5bBTeu65Oea2KKBH5W678.
