import { relation } from '#kernel/server';
import { menu } from './menu.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const menuFacts = relation(menu, ['code', 'category']);
