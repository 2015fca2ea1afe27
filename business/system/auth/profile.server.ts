import { type ActingAs, type App, fileLink, GUEST, http, type Tenancy } from '#kernel/server';
import { companyPicture } from '../tenants/tenant-info.server.ts';
import type { Profile } from './profile.calls.ts';

interface Row {
  id: string;
  tenantName: string | null;
  tenantLogo: string | null;
  account: string;
  name: string | null;
  realName: string;
  avatar: string | null;
  roles: string[] | null;
  depts: string[] | null;
  posts: string[] | null;
  aliases: string[] | null;
  roleNames: string[] | null;
  deptNames: string[] | null;
  mustChange: boolean | null;
}

/** Return the profile of a person who logged in by a provider and has no account. */
export const guestProfile = ({ tenantId }: Tenancy, name = ''): Profile => ({
  id: GUEST,
  tenantId,
  tenantName: '',
  tenantLogo: '',
  account: '',
  name,
  realName: name,
  avatar: '',
  roleId: GUEST,
  deptId: GUEST,
  postId: GUEST,
  aliases: 'guest',
  roleName: '',
  deptName: '',
  mustChange: false,
  firstPage: '',
  quietCodes: '',
});

/** Reduce all roles or departments to the one that is in use now. */
const chosen = (all: string[] | null, one: string | null | undefined): string[] | null =>
  one ? (all ?? []).filter((id) => id === one) : all;

/**
 * Return the profile of an account, reduced to the role and department in use. Refuse one that is deleted or closed.
 */
export async function profileOf(app: App, tenancy: Tenancy, id: string, acting?: ActingAs): Promise<Profile> {
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<Row>(
      `select u.id, u.account, u.name, u.real_name as "realName", u.avatar, u.role_id as roles, u.dept_id as depts, u.post_id as posts, u.must_change as "mustChange",
      (select n.tenant_name from blade_tenant n where n.tenant_id = u.tenant_id and n.is_deleted = 0) as "tenantName",
      (select n.logo::text from blade_tenant n where n.tenant_id = u.tenant_id and n.is_deleted = 0) as "tenantLogo",
      (select array_agg(r.role_alias order by r.sort) from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.id = coalesce($3::bigint, r.id)) as aliases,
      (select array_agg(r.role_name order by r.sort) from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.id = coalesce($3::bigint, r.id)) as "roleNames",
      (select array_agg(d.dept_name order by d.sort) from blade_dept d where d.tenant_id = u.tenant_id and d.id = any(u.dept_id) and d.id = coalesce($4::bigint, d.id)) as "deptNames"
    from blade_user u where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0 and u.status = 1`,
      [tenancy.tenantId, id, acting?.role ?? null, acting?.dept ?? null],
    ),
  );
  if (!row) throw http.sessionEnded();
  const csv = (list: string[] | null): string => (list ?? []).join(',');
  return {
    id: row.id,
    tenantId: tenancy.tenantId,
    tenantName: row.tenantName ?? '',
    tenantLogo: companyPicture(app, row.tenantLogo),
    account: row.account,
    name: row.name || row.realName,
    realName: row.realName,
    avatar: row.avatar ? fileLink(app, tenancy.tenantId, row.avatar) : '',
    roleId: csv(chosen(row.roles, acting?.role)),
    deptId: csv(chosen(row.depts, acting?.dept)),
    postId: csv(row.posts),
    aliases: csv(row.aliases),
    roleName: csv(row.roleNames),
    deptName: csv(row.deptNames),
    mustChange: row.mustChange ?? false,
    firstPage: await app.ports.parameter(tenancy.tenantId, 'web.firstPage'),
    quietCodes: await app.ports.parameter(tenancy.tenantId, 'web.quietCodes'),
  };
}
