import { contribution } from '#kernel/language/rooms/contribution.ts';

/** A large table of a company that no paper describes, read in the order of its key. */
export interface ArchivedTable {
  readonly table: string;
  /** The columns of its key with their types, the id of what its rows are of first. */
  readonly key: readonly (readonly [column: string, type: 'bigint' | 'timestamptz' | 'date'])[];
}

/** What devices said and the like, of every room: it goes into the archive of a company unless somebody wants it without. */
export const archivedTables = contribution<ArchivedTable>('system.archivedTables');
