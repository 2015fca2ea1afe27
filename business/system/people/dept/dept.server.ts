import { behaviour } from '#kernel/server/behaviour.ts';
import { row as refuseRow } from '#kernel/server/refusals.ts';
import type { Context } from '#kernel/server/context.ts';
import { whoseChoice } from '../whose-choice.server.ts';
import { dept } from './dept.paper.ts';

/** A department may not stand below itself, however many steps lie between. */
async function assertNoCircle(context: Context, id: string, parent: string): Promise<void> {
  const found = await context.sql.query(`with recursive up as (select id, parent_id from blade_dept where tenant_id = $1 and id = $2 union select d.id, d.parent_id from blade_dept d join up on d.id = up.parent_id where d.tenant_id = $1)
    select 1 from up where id = $3`, [context.tenantId, parent, id]);
  if (found.length) throw refuseRow.ownParent({ fields: [{ field: 'parentId', words: ['上级不能是自己或自己的下级', 'A department cannot stand below itself'] }] });
}

export default behaviour(dept, {
  async saving(context, { before, values }) {
    if (before && values.parentId) await assertNoCircle(context, before.id, values.parentId);
  },
  calls: [
    { method: 'GET', path: 'select', needs: 'person', summary: ['可切换部门', 'Departments to switch to'], query: ['userId', 'deptId'], read: async (asking, reading) => {
      const id = whoseChoice(reading, asking.query.userId);
      return reading.sql.query('select d.id, d.dept_name as "deptName" from blade_dept d where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any((select u.dept_id from blade_user u where u.tenant_id = $1 and u.id = $2)::bigint[]) order by d.sort', [reading.tenantId, id]);
    } },
  ],
});
