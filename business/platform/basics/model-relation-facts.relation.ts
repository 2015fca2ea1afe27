import { relation } from '#kernel/server';
import { modelRelation } from './model-relation.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const modelRelationFacts = relation(modelRelation, ['modelText', 'matchType', 'analysisKind', 'sort']);
