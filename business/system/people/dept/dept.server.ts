import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { type Departments, departmentsFor, outOfReach } from '../departments.rules.ts';
import { departmentsOffered, namesOfDepartments } from '../departments.server.ts';
import { whoseChoice } from '../whose-choice.server.ts';
import { departmentsAbove, departmentsToWorkIn } from './dept.calls.ts';
import { dept } from './dept.paper.ts';

/**
 * SQL of the ids of a department's ancestors, comma-joined from the top after a 0, as published clients expect them.
 * `t` is the department.
 */
const ABOVE = `with recursive above as (select p.id, p.parent_id, 1 as step from blade_dept p where p.tenant_id = t.tenant_id and p.id = t.parent_id
    union all select p.id, p.parent_id, a.step + 1 from blade_dept p join above a on p.id = a.parent_id where p.tenant_id = t.tenant_id and a.step < 20)
  select concat_ws(',', '0', string_agg(id::text, ',' order by step desc)) from above`;

type Dept = Row<typeof dept>;

const parentOf = (row: Partial<Dept> | null): string =>
  row?.parentId && row.parentId !== '0' ? String(row.parentId) : '';

/**
 * Refuse to create or move a department unless its old and new parent and, when moved, it itself are in the caller's
 * scope. Only callers who see all departments create or move one at the top.
 */
async function assertHung(
  context: Context,
  permitted: Departments,
  before: Dept | null,
  values: Partial<Dept>,
): Promise<void> {
  const [from, to] = [parentOf(before), values.parentId === undefined ? parentOf(before) : parentOf(values)];
  if (!permitted || (before && from === to)) return;
  const beyond = [...(before ? [before.id, from] : []), to].filter((id) => !permitted.has(id));
  if (!beyond.length) return;
  const names = await namesOfDepartments(context, beyond.filter(Boolean));
  const words: Label = names.length
    ? [`不在您可见范围内：${names.join('、')}`, `You do not see: ${names.join(', ')}`]
    : to
      ? ['最上层的部门只能由看到全部部门的人移动', 'A department at the top is moved by who sees all of them']
      : ['请选择您可见的上级部门', 'Choose a parent department that you see'];
  throw refuse.departmentNotHung({ fields: [{ field: 'parentId', words }] });
}

/**
 * Refuse to add or remove teams that are not the caller's: the teams of a department open their papers to its people.
 */
function assertTeams(context: Context, permitted: Departments, before: Dept | null, values: Partial<Dept>): void {
  if (values.customerServiceTeams === undefined) return;
  if (
    outOfReach(
      permitted && new Set(context.person.teams),
      before?.customerServiceTeams ?? [],
      values.customerServiceTeams ?? [],
    ).length
  )
    throw refuse.teamsNotYours({
      fields: [
        {
          field: 'customerServiceTeams',
          words: ['只能增减您可见范围内的服务班组', 'You can give and take only service teams that you see'],
        },
      ],
    });
}

export default behaviour(dept, {
  async saving(context, { before, values, byHand }) {
    if (!byHand) return;
    const permitted = departmentsFor(context.person, dept);
    await assertHung(context, permitted, before, values);
    assertTeams(context, permitted, before, values);
  },
  computed: { ancestors: ABOVE },
  calls: [
    implement(departmentsAbove, { read: (_asked, reading) => departmentsOffered(reading, dept) }),
    implement(departmentsToWorkIn, {
      read: ({ userId }, reading) =>
        reading.sql.query(
          'select d.id, d.dept_name as "deptName" from blade_dept d where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any((select u.dept_id from blade_user u where u.tenant_id = $1 and u.id = $2)::bigint[]) order by d.sort',
          [reading.tenantId, whoseChoice(reading, userId)],
        ),
    }),
  ],
});
