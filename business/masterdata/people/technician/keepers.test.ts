import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import keepers from '../../patches/0001-keepers-of-technicians-write-for-others.ts';

const server = await openTestServer(import.meta.url);
const query = (text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]> =>
  server.tables(text, values as never);

test('the patch gives the button for others to roles that maintained technicians before', async () => {
  const holders = (): Promise<Record<string, unknown>[]> =>
    query(
      "select r.role_alias as alias from blade_role_menu g join blade_menu m on m.id = g.menu_id join blade_role r on r.id = g.role_id where m.code = 'astechnician_others' and g.tenant_id = '000000' order by 1",
    );
  const before = await holders();
  expect(before.map((one) => one.alias)).toEqual(['as_admin', 'as_hr', 'as_leader', 'as_manager']);
  await query(
    "delete from blade_role_menu where menu_id in (select id from blade_menu where code = 'astechnician_others')",
  );
  await query("delete from blade_menu where code = 'astechnician_others'");
  await query(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = 'as_finance' and r.tenant_id = '000000' and m.code = 'astechnician_edit'",
  );
  for (let times = 0; times < 2; times++) await keepers.apply(query);
  expect((await holders()).map((one) => one.alias)).toEqual([
    'as_admin',
    'as_finance',
    'as_hr',
    'as_leader',
    'as_manager',
  ]);
});
