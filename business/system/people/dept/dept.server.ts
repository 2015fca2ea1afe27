import { behaviour } from '#kernel/server/behaviour.ts';
import { whoseChoice } from '../whose-choice.server.ts';
import { dept } from './dept.paper.ts';

export default behaviour(dept, {
  calls: [
    { method: 'GET', path: 'select', needs: 'person', summary: ['可切换部门', 'Departments to switch to'], query: ['userId', 'deptId'], read: async (asking, reading) => {
      const id = whoseChoice(reading, asking.query.userId);
      return reading.sql.query('select d.id, d.dept_name as "deptName" from blade_dept d where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any((select u.dept_id from blade_user u where u.tenant_id = $1 and u.id = $2)::bigint[]) order by d.sort', [reading.tenantId, id]);
    } },
  ],
});
