import { relation } from '#kernel/server';
import { wagePeriod } from '../wage-period.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const wagePeriodFacts = relation(wagePeriod, ['wagePeriod', 'periodStatus']);
