/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 59;
// Of tables and patches with the sum Xq7pfH7PVQMF8koBcVtv787M1MUe6bajdaaYJz7r_Zk.
