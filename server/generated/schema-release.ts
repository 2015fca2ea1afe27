/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 9;
// Of tables and patches with the sum vn6v-0bdYjviR3I1_2cFkzeWcv4qoini-n6Pdo4ric4.
