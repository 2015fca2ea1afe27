/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 10;
// Of tables and patches with the sum 3xo7aA7wlldVZWP-a8-FbxhK2DzHTKmu2GJgCloQYzc.
