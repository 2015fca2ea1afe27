import { relation } from '#kernel/server';
import { smsOptOut } from './sms-opt-out.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const smsOptOutFacts = relation(smsOptOut, ['phone']);
