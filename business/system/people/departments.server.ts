import type { AnyPaper } from '#kernel/language/paper.ts';
import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import { type Context, type Reading, unpaged } from '#kernel/server';
import { departmentsFor } from './departments.rules.ts';
import type { departmentChoices } from './dept/dept.calls.ts';
import { dept } from './dept/dept.paper.ts';

/** The departments that who writes a paper may work in, as pickers and sheets of choices read them. */
export function departmentsOffered(reading: Reading, of: AnyPaper): Promise<AnswerOf<typeof departmentChoices>> {
  const given = departmentsFor(reading.person, of);
  return unpaged(reading.sql, {
    most: 2000,
    order: 'd.sort, d.id',
    values: [reading.tenantId, given ? [...given] : null],
    text: `select d.id::text as id, d.dept_name as label, coalesce(d.parent_id, 0)::text as "parentId" from blade_dept d where d.tenant_id = $1 and d.is_deleted = 0 and d.status = 1
    and ($2::bigint[] is null or d.id = any($2))`,
  });
}

/** Names of departments, for a refusal. */
export const namesOfDepartments = async (context: Context, ids: readonly string[]): Promise<string[]> =>
  (await context.find(dept, { id: ids }, { limit: ids.length })).map((one) => one.deptName);
