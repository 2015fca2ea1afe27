import { relation } from '#kernel/server';
import { dept } from './dept.paper.ts';

/** Fields that statements of other rooms read. */
export const deptFacts = relation(dept, ['deptName', 'parentId', 'leaderId', 'customerServiceTeams']);
