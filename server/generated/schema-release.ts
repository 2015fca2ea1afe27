/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 44;
// Of tables and patches with the sum 0M7-iRvXaMaAasbKs49IigHQhrevRk5sWfO-kDbIgsg.
