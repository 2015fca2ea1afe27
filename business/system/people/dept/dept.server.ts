import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { type Departments, departmentsFor, outOfReach } from '../departments.rules.ts';
import { departmentsOffered, namesOfDepartments } from '../departments.server.ts';
import { whoseChoice } from '../whose-choice.server.ts';
import { departmentsAbove, departmentsToWorkIn } from './dept.calls.ts';
import { dept } from './dept.paper.ts';

/** Those above a department, from the top, as clients of the family keep them: 0, then their ids. */
const ABOVE = `with recursive above as (select p.id, p.parent_id, 1 as step from blade_dept p where p.tenant_id = t.tenant_id and p.id = t.parent_id
    union all select p.id, p.parent_id, a.step + 1 from blade_dept p join above a on p.id = a.parent_id where p.tenant_id = t.tenant_id and a.step < 20)
  select concat_ws(',', '0', string_agg(id::text, ',' order by step desc)) from above`;

type Dept = Row<typeof dept>;

const parentOf = (row: Partial<Dept> | null): string =>
  row?.parentId && row.parentId !== '0' ? String(row.parentId) : '';

/** Whoever sees a department sees those below it: nobody hangs one below his own that he does not see, takes one away to where he does not see it, or moves the top. */
async function assertHung(
  context: Context,
  given: Departments,
  before: Dept | null,
  values: Partial<Dept>,
): Promise<void> {
  const [from, to] = [parentOf(before), values.parentId === undefined ? parentOf(before) : parentOf(values)];
  if (!given || (before && from === to)) return;
  const beyond = [...(before ? [before.id, from] : []), to].filter((id) => !given.has(id));
  if (!beyond.length) return;
  const names = await namesOfDepartments(context, beyond.filter(Boolean));
  const words: Label = names.length
    ? [`不在您可见范围内：${names.join('、')}`, `You do not see: ${names.join(', ')}`]
    : to
      ? ['最上层的部门只能由看到全部部门的人移动', 'A department at the top is moved by who sees all of them']
      : ['请选择您可见的上级部门', 'Choose a parent department that you see'];
  throw refuse.departmentNotHung({ fields: [{ field: 'parentId', words }] });
}

/** The teams of a department open their papers to its people: nobody gives or takes others than those that he sees. */
function assertTeams(context: Context, given: Departments, before: Dept | null, values: Partial<Dept>): void {
  if (values.customerServiceTeams === undefined) return;
  if (
    outOfReach(
      given && new Set(context.person.teams),
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
    const given = departmentsFor(context.person, dept);
    await assertHung(context, given, before, values);
    assertTeams(context, given, before, values);
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
