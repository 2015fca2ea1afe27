import { relation } from '#kernel/server';
import { urge } from './urge.paper.ts';

/** Fields that statements of other rooms read. */
export const urgeFacts = relation(urge, ['registrationFormId', 'repairFormId', 'content', 'urgeStatus']);
