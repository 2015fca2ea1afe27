/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 48;
// Of tables and patches with the sum G8YCsnuT7KXl2jlM7v85EaV8sIqrwvqZIgmXZlVDnDs.
