import { relation } from '#kernel/server';
import { menu } from './menu.paper.ts';

/** Fields that statements of other rooms read. */
export const menuFacts = relation(menu, ['code', 'category']);
