import type { Field } from '#kernel/language/field.ts';

/** The reader for whom a value is converted to the wire. */
export interface WireReader {
  /** Return a temporary link to a stored file for this reader. */
  link(attachment: string): string;
  /** Long values are shortened, as in lists; false: they are complete, as in the detail. */
  readonly excerpt: boolean;
}

/** The server's part of a kind of field: how PostgreSQL stores it, and how it leaves the server. */
export interface SqlColumn {
  /** Return the PostgreSQL type of the column. A later version may only widen it, because existing values must fit. */
  type(field: Field): string;
  /** Return the parameter of an SQL statement for an accepted value; absent: the value itself. */
  bind?(value: unknown): unknown;
  /** Return the value of a field from the result of the PostgreSQL driver; absent: unchanged. */
  read?(raw: unknown, field: Field): unknown;
  /**
   * Return the wire value from the driver's result, where it depends on the reader or has another form than the value.
   */
  wire?(raw: unknown, field: Field, reader: WireReader): unknown;
  /** For fields with `asText`: return the value as the text that published clients expect. */
  asText?(value: unknown): string;
  /** Return the ids of the files in this value, which belong to its row. */
  attachments?(value: unknown): string[];
  /**
   * Return whether a value has the form that the table stores, such as the id of a file. Calls may replace it by
   * another form, such as a link.
   */
  isStored?(value: unknown): boolean;
  /** Return whether a value is so long that only the detail shows it; absent: decided by the field's maximum length. */
  isLong?(field: Field): boolean;
  /**
   * Return the columns of an index for filters beyond equality; undefined for none. `tail`: the columns by which the
   * list is ordered.
   */
  index?(field: Field, column: string, tail: string): string | undefined;
  /** Wire value of an empty column. Undefined: the field is left out of the answer. */
  readonly empty: '' | undefined | readonly never[];
  /** Whether columns of this kind need an index for filters by equality. */
  readonly indexed: boolean;
  /** Filters on this kind ask for empty values too, so its indexes contain them. */
  readonly indexesEmpty?: true;
}

const plain = (type: string, indexed = false): SqlColumn => ({ type: () => type, empty: '', indexed });

export const plainTextColumn = plain('text');
export const numberColumn = (type: string): SqlColumn => ({ type: () => type, empty: '', indexed: false });
export const rowIdColumn = plain('bigint', true);
