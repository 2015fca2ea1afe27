/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 32;
// Of tables and patches with the sum bA3fLktepeizN4OUYQUZ_xmPCXlF90TVbbqUf9QFuBw.
