import { isId } from '#kernel/fields/ref/ref.ts';
import { behaviour } from '#kernel/server';
import { topMenu } from './top-menu.paper.ts';

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).filter(isId);

export default behaviour(topMenu, {
  calls: [
    {
      method: 'POST',
      path: 'grant',
      needs: 'edit',
      summary: ['顶部菜单配置', 'Choose the menus of top menus'],
      write: async (asking, context) => {
        const menuIds = listOf(asking.body.menuIds);
        for (const one of await context.find(topMenu, { id: listOf(asking.body.topMenuIds) } as never)) {
          await context.sql.query('delete from blade_top_menu_setting where tenant_id = $1 and top_menu_id = $2', [
            context.tenantId,
            one.id,
          ]);
          await context.sql.query(
            'insert into blade_top_menu_setting (tenant_id, top_menu_id, menu_id) select $1, $2, m.id from blade_menu m where m.id = any($3::bigint[]) and m.is_deleted = 0',
            [context.tenantId, one.id, menuIds],
          );
          await context.note(topMenu, one.id, 'grant', [
            `配置 ${menuIds.length} 个菜单`,
            menuIds.length === 1 ? 'One menu chosen' : `${menuIds.length} menus chosen`,
          ]);
        }
        return {};
      },
    },
  ],
});
