import { contribution } from '#kernel/language/rooms/contribution.ts';

/** A large table of a company without a paper, read in the order of its key. */
export interface ArchivedTable {
  readonly table: string;
  /** Columns of its key with their types; the id of the owning row comes first. */
  readonly key: readonly (readonly [column: string, type: 'bigint' | 'timestamptz' | 'date'])[];
}

/** Large tables of all rooms, e.g. device readings: part of a company's archive unless it is requested without them. */
export const archivedTables = contribution<ArchivedTable>('system.archivedTables');
