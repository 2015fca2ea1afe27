/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 57;
// Of tables and patches with the sum eSuHxR5ibGArbC9jGeYpUCdXj4FyCVbqPAxk2QWXzvE.
