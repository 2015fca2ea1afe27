import { relation } from '#kernel/server';
import { role } from './role.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const roleFacts = relation(role, ['roleName', 'roleAlias', 'parentId']);
