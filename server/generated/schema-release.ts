/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 61;
// Of tables and patches with the sum 2RRdaBrgG50ylF6hkDHelhOy1VnHiU20XlrOYBHHpcU.
