import { relation } from '#kernel/server';
import { slaClock } from './sla-clock.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const slaClockFacts = relation(slaClock, ['bizType', 'bizId', 'slaKind', 'dueTime', 'metTime', 'slaState']);
