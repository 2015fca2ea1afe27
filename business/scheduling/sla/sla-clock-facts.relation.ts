import { relation } from '#kernel/server';
import { slaClock } from './sla-clock.paper.ts';

/** Fields that statements of other rooms read. */
export const slaClockFacts = relation(slaClock, ['bizType', 'bizId', 'slaKind', 'dueTime', 'metTime', 'slaState']);
