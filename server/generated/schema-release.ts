/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 35;
// Of tables and patches with the sum 3mhIWAFUbkF2IYrXuFVqAUon4sE25I_tGrt06ArxiCg.
