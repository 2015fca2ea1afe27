import { isId } from '#kernel/fields/ref/ref.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Asking } from '#kernel/server/behaviour.ts';
import type { Reading } from '#kernel/server/context.ts';
import { nested } from '#kernel/server/http/tree-routes.ts';
import { menu } from './menu.paper.ts';

const ids = (text: string | undefined): string[] => String(text ?? '').split(',').filter(isId);

/** What may be granted: everything to the reserved roles, to others what they hold themselves. */
async function grantTree(_asking: Asking, reading: Reading): Promise<unknown> {
  const rows = await reading.sql.query<{ id: string; parentId: string; code: string; category: number }>('select id, coalesce(parent_id, 0)::text as "parentId", name as title, name_en as "titleEn", id as key, id as value, code, category from blade_menu where is_deleted = 0 order by sort, id');
  const all = reading.person.roles.some(holdsEverything);
  const kept = all ? rows : rows.filter((row) => row.category === 1 || reading.may(row.code));
  return { menu: nested(kept, 'parentId'), dataScope: [], apiScope: [] };
}

export default behaviour(menu, {
  calls: [
    { method: 'GET', path: 'grant-tree', needs: 'person', summary: ['授权树', 'Grant tree'], read: grantTree },
    { method: 'GET', path: 'grant-top-tree', needs: 'person', summary: ['顶部菜单授权树', 'Grant tree of top menus'], read: grantTree },
    { method: 'GET', path: 'role-tree-keys', needs: 'person', summary: ['角色已授权', 'What roles were granted'], query: ['roleIds'], read: async (asking, reading) => ({
      menu: (await reading.sql.query<{ id: string }>('select distinct menu_id as id from blade_role_menu where tenant_id = $1 and role_id = any($2::bigint[])', [reading.tenantId, ids(asking.query.roleIds)])).map((row) => row.id), dataScope: [], apiScope: [],
    }) },
    { method: 'GET', path: 'top-tree-keys', needs: 'person', summary: ['顶部菜单已配置', 'What top menus show'], query: ['topMenuIds'], read: async (asking, reading) => ({
      menu: (await reading.sql.query<{ id: string }>('select distinct menu_id as id from blade_top_menu_setting where tenant_id = $1 and top_menu_id = any($2::bigint[])', [reading.tenantId, ids(asking.query.topMenuIds)])).map((row) => row.id),
    }) },
  ],
});
