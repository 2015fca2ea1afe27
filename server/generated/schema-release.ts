/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 30;
// Of tables and patches with the sum S35KnbjDZjq1B14x47HrEx2MhWDzyzjY30ke0uinDbI.
