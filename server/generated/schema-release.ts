/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 47;
// Of tables and patches with the sum kH_QvbAj8t4JJL2blUNPDiao0JtwV-B4Uy56HasI7FA.
