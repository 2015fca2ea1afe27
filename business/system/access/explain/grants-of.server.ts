import type { Language } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { RouteAsking } from '#kernel/server';

/** A grant of a button to a role or its parent: by whom and when. */
interface Grant {
  readonly role: string;
  readonly code: string;
  readonly by: string | null;
  readonly at: string | null;
}

/**
 * Return by whom and when these buttons or pages were granted to a person's roles. `by` is null for grants of the setup
 * and for authors of other companies.
 */
export async function grantsOf(
  { app, actor }: RouteAsking,
  person: Person,
  codes: readonly string[],
): Promise<readonly Grant[]> {
  return app.db.read(actor.tenancy, (sql) =>
    sql.query<Grant>(
      `with recursive held as (
        select r.id as of, r.id, r.parent_id from blade_role r where r.tenant_id = $1 and r.id = any($2::bigint[]) and r.is_deleted = 0
        union select h.of, r.id, r.parent_id from held h join blade_role r on r.id = h.parent_id and r.tenant_id = $1 and r.is_deleted = 0)
      select distinct on (h.of, m.code) h.of::text as role, m.code, u.real_name as by, to_char(g.granted_at, 'YYYY-MM-DD HH24:MI') as at
      from held h join blade_role_menu g on g.tenant_id = $1 and g.role_id = h.id
        join blade_menu m on m.id = g.menu_id and m.is_deleted = 0 and m.code = any($3::text[])
        left join blade_user u on u.tenant_id = $1 and u.id = g.granted_by
      order by h.of, m.code, g.granted_at nulls first`,
      [actor.tenancy.tenantId, person.roles.map((role) => role.id), [...codes]],
    ),
  );
}

/** Describe in words when each role got a button, and from whom. */
export const grantWords = (
  grants: readonly Grant[],
  code: string,
  nameOf: (role: string) => string,
  language: Language,
): string[] =>
  grants
    .filter((one) => one.code === code)
    .map(({ role, by, at }) => {
      const zh = at ? `${at} 由 ${by ?? '平台'} 授予` : '公司开通时就有';
      const en = at ? `given by ${by ?? 'the platform'} on ${at}` : 'since the company was set up';
      return language === 'en' ? `${nameOf(role)}: ${en}` : `${nameOf(role)}：${zh}`;
    });
