/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 53;
// Of tables and patches with the sum Vz2ricddLi8CALDebUkydweG3sFiAmhQI1DwbabcpyM.
