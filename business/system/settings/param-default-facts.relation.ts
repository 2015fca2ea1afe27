import { relation } from '#kernel/server';
import { paramDefault } from './param-default.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const paramDefaultFacts = relation(paramDefault, ['paramKey', 'paramValue']);
