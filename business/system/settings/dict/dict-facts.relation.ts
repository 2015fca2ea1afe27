import { relation } from '#kernel/server';
import { dictPaper } from './dict.paper.ts';

/** Fields that statements of other rooms read. */
export const dictPaperFacts = relation(dictPaper, ['code', 'dictKey', 'dictValue', 'dictValueEn', 'remark']);
