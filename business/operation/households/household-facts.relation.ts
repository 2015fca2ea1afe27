import { relation } from '#kernel/server';
import { household } from './household.paper.ts';

/** Columns of households that other rooms may read in their SQL. */
export const householdFacts = relation(household, ['name']);
