import { relation } from '#kernel/server';
import { paramDefault } from './param-default.paper.ts';

/** Fields that statements of other rooms read. */
export const paramDefaultFacts = relation(paramDefault, ['paramKey', 'paramValue']);
