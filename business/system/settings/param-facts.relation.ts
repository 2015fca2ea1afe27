import { relation } from '#kernel/server';
import { param } from './param.paper.ts';

/** Fields that statements of other rooms read. */
export const paramFacts = relation(param, ['paramKey', 'paramValue']);
