import { relation } from '#kernel/server';
import { urge } from './urge.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const urgeFacts = relation(urge, ['registrationFormId', 'repairFormId', 'content', 'urgeStatus']);
