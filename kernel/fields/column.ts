import type { Field } from '#kernel/language/field.ts';

/** To whom a value goes over the wire. */
export interface WireReader {
  /** A link to a file that he may follow for now. */
  link(attachment: string): string;
  /** Of long values he gets the first words only, as in lists. */
  readonly excerpt: boolean;
}

/** The server's face of a kind of field: how it lies in PostgreSQL, and how it leaves it. */
export interface SqlColumn {
  /** The type of the column; additive widening only. */
  type(field: Field): string;
  /** From the accepted value to the parameter of a statement. */
  bind?(value: unknown): unknown;
  /** From what the driver read to the value as it was accepted. */
  read?(raw: unknown, field: Field): unknown;
  /** From what the driver read to the wire, where its reader or its clients get something else than the value. */
  wire?(raw: unknown, field: Field, reader: WireReader): unknown;
  /** A value as the text that clients of the family read (`asText`). */
  asText?(value: unknown): string;
  /** The files that belong to a row with this value. */
  attachments?(value: unknown): string[];
  /** Is it what the row keeps, and not what a call has put in its place? */
  isStored?(value: unknown): boolean;
  /** Does it stand in the detail alone? Without an answer, from a length on. */
  isLong?(field: Field): boolean;
  /** What its own index is on, where a filter of it is more than a choice; `tail` orders the list. */
  index?(field: Field, column: string, tail: string): string | undefined;
  /** What an empty column is on the wire; undefined is left out. */
  readonly empty: '' | undefined | readonly never[];
  /** Are equality filters on it worth an index? */
  readonly indexed: boolean;
  /** Empty means something that is asked for, so that indexes hold it too. */
  readonly indexesEmpty?: true;
}

const plain = (type: string, indexed = false): SqlColumn => ({ type: () => type, empty: '', indexed });

export const plainTextColumn = plain('text');
export const numberColumn = (type: string): SqlColumn => ({ type: () => type, empty: '', indexed: false });
export const rowIdColumn = plain('bigint', true);
