import { relationOf } from '#kernel/server';
import { historyTables } from './history-tables.server.ts';

/** Key columns of the daily figures; other rooms may read only these in their SQL. */
export const dayFacts = relationOf(historyTables, 'iot_days', []);
