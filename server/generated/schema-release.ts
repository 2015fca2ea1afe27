/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 34;
// Of tables and patches with the sum yjmwGwRWWOEWZ7z299BaHo3FFFNjbjv4Up1SIwSrPkA.
