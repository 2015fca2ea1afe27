/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 5;
// Of tables and patches with the sum qVP0RL5CZuULM31NKLXrSLR4tRUV_GcLndKtKhEKmyI.
