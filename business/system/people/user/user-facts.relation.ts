import { relation } from '#kernel/server';
import { user } from './user.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const userFacts = relation(user, ['account', 'realName', 'roleId', 'deptId', 'postId', 'avatar']);
