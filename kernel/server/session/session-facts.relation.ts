import { ownTables } from '../schema/own-tables.ts';
import { relationOf } from '../schema/relation.ts';

/** Columns of sessions that statements of rooms read. */
export const sessionFacts = relationOf(ownTables, 'anju_session', [
  'user_id',
  'ip',
  'agent',
  'client',
  'created',
  'used',
  'until',
  'ended',
]);
