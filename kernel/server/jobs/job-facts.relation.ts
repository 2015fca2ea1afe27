import { ownTables } from '../schema/own-tables.ts';
import { relationOf } from '../schema/relation.ts';

/** Columns of jobs that statements of rooms read. */
export const jobFacts = relationOf(ownTables, 'anju_job', ['person_id', 'kind', 'state']);
