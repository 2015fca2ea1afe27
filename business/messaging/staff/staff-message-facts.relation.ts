import { relation } from '#kernel/server';
import { staffMessage } from './staff-message.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const staffMessageFacts = relation(staffMessage, ['messageEvent', 'receiverId']);
