/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 39;
// Of tables and patches with the sum gePXpBcAc9TLbbMdZAtbzt4yKfNL1v3XXM-u9PNIc9Y.
