import type { AnyPaper } from '#kernel/language/paper.ts';
import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import { type Context, type Reading, listedRows, shared, sql } from '#kernel/server';
import { departmentsFor } from './departments.rules.ts';
import type { departmentChoices } from './dept/dept.calls.ts';
import { dept } from './dept/dept.paper.ts';

/** Return the departments that the caller may choose on this paper, for pickers and import sheets. */
export function departmentsOffered(reading: Reading, of: AnyPaper): Promise<AnswerOf<typeof departmentChoices>> {
  const permitted = departmentsFor(reading.person, of);
  const ids = shared(permitted ? [...permitted] : null);
  return listedRows(
    reading.sql,
    sql`select d.id::text as id, d.dept_name as label, coalesce(d.parent_id, 0)::text as "parentId" from blade_dept d where d.tenant_id = ${reading.tenantId} and d.is_deleted = 0 and d.status = 1
    and (${ids}::bigint[] is null or d.id = any(${ids}))`,
    { order: 'd.sort, d.id', limit: 2000 },
  );
}

/** Return the names of departments, for the text of a refusal. */
export const namesOfDepartments = async (context: Context, ids: readonly string[]): Promise<string[]> =>
  (await context.find(dept, { id: ids }, { limit: ids.length })).map((one) => one.deptName);
