import { relation } from '#kernel/server';
import { user } from './user.paper.ts';

/** Fields that statements of other rooms read. */
export const userFacts = relation(user, ['account', 'realName', 'roleId', 'deptId', 'postId']);
