/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 58;
// Of tables and patches with the sum 8-kohky9K4Rl5eBLDcp-tQHqb3wZstefLBLOWPCXNRY.
