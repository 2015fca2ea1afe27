import { relation } from '#kernel/server';
import { household } from './household.paper.ts';

/** Fields that statements of other rooms read. */
export const householdFacts = relation(household, ['name']);
