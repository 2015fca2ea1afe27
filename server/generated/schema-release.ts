/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 40;
// Of tables and patches with the sum O_XcOZPQGosSS6ImSpog-V95ked_CYWaI_OBpG_hhuc.
