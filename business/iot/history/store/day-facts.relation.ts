import { relationOf } from '#kernel/server';
import { historyTables } from './history-tables.server.ts';

/** Columns of the table that statements of other rooms read. */
export const dayFacts = relationOf(historyTables, 'iot_days', []);
