import { relation } from '#kernel/server';
import { role } from './role.paper.ts';

/** Fields that statements of other rooms read. */
export const roleFacts = relation(role, ['roleName', 'roleAlias', 'parentId']);
