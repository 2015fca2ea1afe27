/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 60;
// Of tables and patches with the sum AVg9I5uC2a084944NvZL4L5QsThwlkIHeGow-TnBGnk.
