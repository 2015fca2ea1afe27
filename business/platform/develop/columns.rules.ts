/** What a column of a model or a table is called. */
export interface ColumnNames {
  readonly id: string;
  readonly jdbcName: string;
  readonly propertyName: string | null;
}

/** Is it meant by this name? Clients name a column by its id, as the table calls it, or as the field is called. */
export const columnCalled = ({ id, jdbcName, propertyName }: ColumnNames, given: string): boolean =>
  given !== '' && (given === id || given.toLowerCase() === jdbcName.toLowerCase() || given === propertyName);
