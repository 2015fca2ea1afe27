import { dept } from '#business/system/people/dept/dept.paper.ts';
import { role } from '#business/system/people/role/role.paper.ts';
import { user } from '#business/system/people/user/user.paper.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import type { Receivers } from './notify.service.ts';

/**
 * Living accounts that are meant: those named, those of technicians, and those of a role; of a team where one is given, which people serve
 * whose department, or one below it, names the team.
 */
export async function accountsOf(reading: Reading, to: Receivers): Promise<string[]> {
  const rows = await reading.sql.query<{ id: string }>(
    `with recursive serving as (
      select d.id, d.parent_id from ${dept.table} d where d.tenant_id = $1 and d.is_deleted = 0 and $5::text = any(d.customer_service_teams)
      union select p.id, p.parent_id from ${dept.table} p join serving s on p.id = s.parent_id where p.tenant_id = $1 and p.is_deleted = 0)
    select u.id::text as id from ${user.table} u where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1 and (u.id = any($2::bigint[])
      or u.id in (select t.user_id from ${technician.table} t where t.tenant_id = $1 and t.id = any($3::bigint[]) and t.is_deleted = 0)
      or (u.role_id && array(select r.id from ${role.table} r where r.tenant_id = $1 and r.is_deleted = 0 and r.role_alias = any($4::text[]))
        and ($5::text is null or u.dept_id && array(select id from serving)))) order by u.id`,
    [reading.tenantId, to.users ?? [], to.technicians ?? [], to.roles ?? [], to.team ?? null],
  );
  return rows.map((row) => row.id);
}
