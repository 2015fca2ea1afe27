/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 11;
// Of tables and patches with the sum 3ZMiMyglJvDIUOsMZ-kXzVav42o00pxa7Gpd6qBlong.
