/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 6;
// Of tables and patches with the sum VmZgU2l7wj6RdcPTLtixX39rdWTJk2LFooAfcefuqwQ.
