import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { familyIcon } from '../family/family-icons.rules.ts';
import { storedValues } from '../family/family-row.rules.ts';
import { grantToTopMenus } from './top-menu.calls.ts';
import { topMenu } from './top-menu.paper.ts';

async function grant(input: CallInputOf<typeof grantToTopMenus>, context: Context): Promise<unknown> {
  const menuIds = input.menuIds ?? [];
  for (const one of await context.find(topMenu, { id: input.topMenuIds ?? [] })) {
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
}

export default behaviour(topMenu, {
  // A top menu has no address of its own, so only its icon is spelled.
  forFamily: (row, client) => ({ ...row, source: familyIcon(String(row.source ?? ''), client) }),
  saving: async (_context, { before, values }) => (before ? storedValues({ ...before, category: 1 }, values) : {}),
  calls: [implement(grantToTopMenus, { write: grant })],
});
