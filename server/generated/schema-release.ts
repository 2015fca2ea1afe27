/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 54;
// Of tables and patches with the sum QVT4wjTZofW81EbPx1af13o59z7EsPof7XHkQWd7zrs.
