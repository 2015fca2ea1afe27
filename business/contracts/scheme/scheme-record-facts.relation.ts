import { relation } from '#kernel/server';
import { schemeRecord } from './scheme-record.paper.ts';

/** Columns of the changes of contracts that statements of other rooms may read. */
export const schemeRecordFacts = relation(schemeRecord, ['schemeId', 'changeType', 'changeTime']);
