import { relation } from '#kernel/server';
import { dept } from './dept.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const deptFacts = relation(dept, ['deptName', 'parentId', 'leaderId', 'customerServiceTeams']);
