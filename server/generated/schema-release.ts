/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 3;
// Of tables and patches with the sum -pXP0xMkqGlGdJF5wLrOCXaeCQcHjwuybMJriDsFq3s.
