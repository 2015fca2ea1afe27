/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 7;
// Of tables and patches with the sum 5qP64Rwovr5kT8WePw-ugYTXKQihRpSBs7ALf3k6kiU.
