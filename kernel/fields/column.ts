import type { Field } from '#kernel/language/field.ts';

/** The server's face of a kind of field: how it lies in PostgreSQL. */
export interface SqlColumn {
  /** The type of the column; additive widening only. */
  type(field: Field): string;
  /** How the column is read, where it is not just selected. */
  select?(column: string): string;
  /** From the accepted value to the parameter of a statement. */
  bind?(value: unknown): unknown;
  /** From what the driver read to the value on the wire. */
  read?(raw: unknown, field: Field): unknown;
  /** What an empty column is on the wire; undefined is left out. */
  readonly empty: '' | undefined | readonly never[];
  /** Are equality filters on it worth an index? */
  readonly indexed: boolean;
}

const plain = (type: string, indexed = false): SqlColumn => ({ type: () => type, empty: '', indexed });

export const textColumn = plain('text');
export const numberColumn = (type: string): SqlColumn => ({ type: () => type, empty: '', indexed: false });
export const idColumn = plain('bigint', true);
