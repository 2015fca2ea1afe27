/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 1;
// Of tables and patches with the sum 4MD8lJORZDOP7-qCUAK_1Cpo5yQsuO0Linew6PlzB_4.
