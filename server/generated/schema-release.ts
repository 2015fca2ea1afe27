/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 46;
// Of tables and patches with the sum ZB4ErG8lgA6ijppiRWqyInie1r3JBuRHcV_ehTLspDE.
