import { relation } from '#kernel/server';
import { param } from './param.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const paramFacts = relation(param, ['paramKey', 'paramValue']);
