/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 52;
// Of tables and patches with the sum KdRFS5BSNBPJKxKVaYDpZQfieHmYQ7NvdOQ2gynyBV8.
