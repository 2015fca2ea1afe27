/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 38;
// Of tables and patches with the sum h6wHmKj11G7PA6CdwcsdcW4TMBvuN31ewi20fgNNEMg.
