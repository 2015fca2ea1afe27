import { expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { roleHolders } from './testing/role-holders.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('admin', { who: 'sight' });
const { menuId, holder } = roleHolders(server, admin);
const rules = ['blade_data_scope_edit', 'blade_data_scope_view', 'ascustomer_view'];
const [near, far] = [await holder('rules_near', rules, 'own'), await holder('rules_far', rules)];
const ask = ({ caller }: typeof near, field: string, value: string): Promise<Answer> =>
  caller.post('blade-system/data-scope/preview', {
    resourceCode: customer.table,
    scopeValue: [{ field, op: 'equal', value }],
  });

test('a preview of a rule counts only rows that the caller sees', async () => {
  await saved(server, customer, { customerName: '张未见', phone: '13911112222' });
  expect((await ask(far, 'customerName', '张未见')).data).toMatchObject({ count: 1 });
  for (const [field, value] of [
    ['customerName', '张未见'],
    ['phone', '13911112222'],
  ])
    expect((await ask(near, field, value)).data).toEqual({ count: 0, more: false, rows: [] });
});

test('phone numbers in a preview count among the thirty searches of an hour', async () => {
  const statuses: number[] = [];
  for (let at = 10; at < 41; at++) statuses.push((await ask(far, 'phone', `139000000${at}`)).status);
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(statuses[30]).toBe(429);
});

test('an explanation covers only people in the caller’s scope', async () => {
  const { caller, role } = await holder('explains', ['blade_user_view', 'ascustomer_view']);
  const { data: scope } = await admin.post('blade-system/data-scope/submit', {
    menuId: await menuId('blade_user'),
    scopeName: '本部门人员',
    scopeType: 4,
    scopeColumn: 'deptId',
  });
  const { data: keys } = await admin.get('blade-system/menu/role-tree-keys', { roleIds: role });
  await admin.post('blade-system/role/grant', { roleIds: [role], menuIds: keys.menu, dataScopeIds: [scope.id] });
  const cs = await server.as('as_cs');
  const explained = (who: typeof caller, userId: string): Promise<Answer> =>
    who.get('blade-system/permission/explain', { userId, resource: 'customer', action: 'view' });
  expect((await explained(admin, cs.id)).data.who.map((one: { id: string }) => one.id)).toContain(cs.id);
  const own = await explained(caller, caller.id);
  expect(
    own.data.who.map((one: { id: string }) => one.id),
    own.msg,
  ).toEqual([caller.id]);
  expect(await explained(caller, cs.id)).toMatchObject({ status: 404 });
});

test('a domain administrator explains people who administer nothing, and nobody above', async () => {
  const domain = await server.as('as_admin', { who: 'domain' });
  const cs = await server.as('as_cs');
  const boss = await server.as('admin', { who: 'boss' });
  const explained = (who: typeof domain, userId: string): Promise<Answer> =>
    who.get('blade-system/permission/explain', { userId, resource: 'customer', action: 'edit' });
  const own = await explained(domain, cs.id);
  expect(own.data.person.id, own.msg).toBe(cs.id);
  const able = own.data.who.map((one: { id: string }) => one.id);
  expect(able).toContain(cs.id);
  expect(able).not.toContain(boss.id);
  expect(await explained(domain, boss.id)).toMatchObject({ status: 404 });
  expect(await explained(cs, cs.id)).toMatchObject({ status: 403 });
  const [page] = await server.tables<{ n: number }>(
    "select count(*)::int as n from blade_role_menu g join blade_role r on r.id = g.role_id join blade_menu m on m.id = g.menu_id where r.tenant_id = '000000' and r.role_alias = 'as_admin' and m.code = 'permission'",
  );
  expect(page.n).toBe(1);
});
