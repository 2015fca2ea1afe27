import { relation } from '#kernel/server';
import { wagePeriod } from '../wage-period.paper.ts';

/** Fields that statements of other rooms read. */
export const wagePeriodFacts = relation(wagePeriod, ['wagePeriod', 'periodStatus']);
