import { relation } from '#kernel/server';
import { wageLine } from '../wage-line.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const wageLineFacts = relation(wageLine, ['sourceType', 'sourceId']);
