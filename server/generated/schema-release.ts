/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 2;
// Of tables and patches with the sum 7kNGS-3y764ryXlW5uLNBxrlbMLPKGhli_-Fw-kuiK8.
