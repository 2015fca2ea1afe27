import type { Reading } from '#kernel/server';
import type { Receivers } from './notify.service.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** A condition of a statement, and its values. */
interface AccountsCondition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Return the SQL condition of the receiving accounts `u` of tenant `$1`, with its values from `$<first>` on. They are
 * enabled accounts: named ones, those of technicians, and those of roles. With a team, roles are limited to departments
 * of that team and those above them.
 */
export function accountsWhere(
  { users = [], technicians = [], roles = [], team = null }: Receivers,
  first: number,
): AccountsCondition {
  const lives = 'u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1';
  if (!technicians.length && !roles.length)
    return { sql: `${lives} and u.id = any($${first}::bigint[])`, values: [users] };
  const serving = `select * from (with recursive serving as (
      select d.id, d.parent_id from ${deptFacts} d where d.tenant_id = $1 and d.is_deleted = 0 and $${first + 3}::text = any(d.customer_service_teams)
      union select p.id, p.parent_id from ${deptFacts} p join serving s on p.id = s.parent_id where p.tenant_id = $1 and p.is_deleted = 0) select id from serving) s`;
  return {
    sql: `${lives} and (u.id = any($${first}::bigint[])
      or u.id in (select t.user_id from ${technicianFacts} t where t.tenant_id = $1 and t.id = any($${first + 1}::bigint[]) and t.is_deleted = 0)
      or (u.role_id && array(select r.id from ${roleFacts} r where r.tenant_id = $1 and r.is_deleted = 0 and r.role_alias = any($${first + 2}::text[]))
        and ($${first + 3}::text is null or u.dept_id && array(${serving}))))`,
    values: [users, technicians, roles, team],
  };
}

/** Return the ids of the receiving accounts, in ascending order. */
export async function accountsOf(reading: Reading, to: Receivers): Promise<string[]> {
  const { sql, values } = accountsWhere(to, 2);
  const rows = await reading.sql.query<{ id: string }>(
    `select u.id::text as id from ${userFacts} u where ${sql} order by u.id`,
    [reading.tenantId, ...values],
  );
  return rows.map((row) => row.id);
}
