import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { indexFacts } from '#kernel/server';

/** The company of the platform: findings about the database appear there alone. */
const PLATFORM = '000000';

export const systemInvariants: readonly Invariant[] = [
  {
    code: 'IX1',
    paper: 'invariant',
    title: ['没有定义要求的索引不再被使用', 'No index is used that no definition asks for'],
    sql: `select 0::bigint as id, x.name || ' (' || x.of_table || ')：停用于 retired ' || left(x.retired::text, 10) || '，仍在使用 still used' as words
      from ${indexFacts} x where x.stays is not null and $1 = '${PLATFORM}'`,
  },
];
