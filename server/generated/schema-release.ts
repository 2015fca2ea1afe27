/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 37;
// Of tables and patches with the sum fW03FdFyd07kGSAKA7IsLoU0K-pQnJ2SqbocmmtTCcs.
