import { relation } from '#kernel/server';
import { staffMessage } from './staff-message.paper.ts';

/** Fields that statements of other rooms read. */
export const staffMessageFacts = relation(staffMessage, ['messageEvent', 'receiverId']);
