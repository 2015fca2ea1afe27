/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 8;
// Of tables and patches with the sum W98a2pCn5-LGo77Da2zab9sQ9dQOeMQf2mEpFO_grpE.
