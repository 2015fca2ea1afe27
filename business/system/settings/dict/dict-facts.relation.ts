import { relation } from '#kernel/server';
import { dictPaper } from './dict.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const dictPaperFacts = relation(dictPaper, ['code', 'dictKey', 'dictValue', 'dictValueEn', 'remark']);
