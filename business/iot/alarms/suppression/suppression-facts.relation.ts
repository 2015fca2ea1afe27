import { relation } from '#kernel/server';
import { alarmSuppression } from './alarm-suppression.paper.ts';

/** Columns of suppressions that other rooms may read in their SQL. */
export const suppressionFacts = relation(alarmSuppression, ['householdId', 'sourceId', 'enabled']);
