import { ownTables } from '../own-tables.ts';
import { relationOf } from '../relation.ts';

/** Columns of the register of indexes that statements of rooms read. */
export const indexFacts = relationOf(ownTables, 'anju_index', ['of_table', 'retired', 'stays']);
