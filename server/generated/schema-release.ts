/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 45;
// Of tables and patches with the sum uYiTE0GqcCK2hJu8k23Y_qD9Z9i6qZY63TJ2VMcPVog.
