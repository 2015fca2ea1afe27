import { behaviour } from '#kernel/server/behaviour.ts';
import { whoseChoice } from '../whose-choice.server.ts';
import { dept } from './dept.paper.ts';

/** Those above a department, from the top, as clients of the family keep them: 0, then their ids. */
const ABOVE = `with recursive above as (select p.id, p.parent_id, 1 as step from blade_dept p where p.tenant_id = t.tenant_id and p.id = t.parent_id
    union all select p.id, p.parent_id, a.step + 1 from blade_dept p join above a on p.id = a.parent_id where p.tenant_id = t.tenant_id and a.step < 20)
  select concat_ws(',', '0', string_agg(id::text, ',' order by step desc)) from above`;

export default behaviour(dept, {
  computed: { ancestors: ABOVE },
  calls: [
    { method: 'GET', path: 'select', needs: 'person', summary: ['可切换部门', 'Departments to switch to'], query: ['userId', 'deptId'], read: async (asking, reading) => {
      const id = whoseChoice(reading, asking.query.userId);
      return reading.sql.query('select d.id, d.dept_name as "deptName" from blade_dept d where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any((select u.dept_id from blade_user u where u.tenant_id = $1 and u.id = $2)::bigint[]) order by d.sort', [reading.tenantId, id]);
    } },
  ],
});
