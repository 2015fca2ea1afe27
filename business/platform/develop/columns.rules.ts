/** Names of a column of a model or a table. */
export interface ColumnNames {
  readonly id: string;
  readonly jdbcName: string;
  readonly propertyName: string | null;
}

/** Does the name mean this column? Clients use its id, its name in the table, or the name of its field. */
export const columnCalled = ({ id, jdbcName, propertyName }: ColumnNames, name: string): boolean =>
  name !== '' && (name === id || name.toLowerCase() === jdbcName.toLowerCase() || name === propertyName);
