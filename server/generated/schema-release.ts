/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 36;
// Of tables and patches with the sum N56ijNuMp2d1Wa8ml5zaH3A0sMv1TFf611WYmJRyjTw.
