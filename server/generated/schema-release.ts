/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 58;
// Of tables and patches with the sum E9ECZ-bYxLqJZuz8qT4EZKUH7NhuYdN8HnNz-oDbmT8.
