import { relation } from '#kernel/server';
import { regionPaper } from './region.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const regionPaperFacts = relation(regionPaper, ['code', 'name']);
