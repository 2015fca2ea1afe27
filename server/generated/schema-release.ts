/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 55;
// Of tables and patches with the sum EGVNtUYLd7OWZABmBNOzsXrLh9hSG_Pzuv2DliOkHgU.
