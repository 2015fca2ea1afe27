import { relation } from '#kernel/server';
import { regionPaper } from './region.paper.ts';

/** Fields that statements of other rooms read. */
export const regionPaperFacts = relation(regionPaper, ['code', 'name']);
