/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 31;
// Of tables and patches with the sum 8TO3lIxQepeyrQh3637tjj5zd93drtpX34kG3fxdEYg.
