import { relation } from '#kernel/server';
import { modelRelation } from './model-relation.paper.ts';

/** Fields that statements of other rooms read. */
export const modelRelationFacts = relation(modelRelation, ['modelText', 'matchType', 'analysisKind', 'sort']);
