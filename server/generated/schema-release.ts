/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 51;
// Of tables and patches with the sum 6IRIH72wz6-0ZWL3wuM4PkW6kipv3RS77zmWuFpeAac.
