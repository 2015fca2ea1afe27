import { describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { sheetOf, uploadSheetFile } from '#kernel/testing/sheets.ts';
import { type Answer, TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { roleHolders } from './testing/role-holders.ts';

const server = await openTestServer(import.meta.url);
const platform = await server.as('administrator');
const admin = await server.as('admin', { who: 'own' });
const { menuId, roleId, holder } = roleHolders(server, admin);

const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';

test('角色被授予了什么，只告诉看得见这个角色的人 grants of a role show only to people who see the role', async () => {
  const { caller, role } = await holder('sees_one_role', ['blade_role_view']);
  const keys = (roleIds: string, by = caller): Promise<Answer> =>
    by.get('blade-system/menu/role-tree-keys', { roleIds });
  const { menu: menuIds } = (await keys(role, admin)).data;
  const only = await admin.post('blade-system/data-scope/submit', {
    menuId: await menuId('blade_role'),
    scopeName: '一个角色',
    scopeType: 5,
    scopeMatch: 'all',
    scopeValue: [{ field: 'roleAlias', op: 'equal', value: 'sees_one_role' }],
  });
  expect(
    (await admin.post('blade-system/role/grant', { roleIds: [role], menuIds, dataScopeIds: [only.data.id] })).status,
    only.msg,
  ).toBe(200);
  const other = await roleId('as_cs');
  expect([
    (await keys(role)).data.menu,
    (await keys(other)).status,
    (await keys(`${role},${other}`)).status,
    (await keys('')).data.menu,
  ]).toEqual([menuIds, 404, 404, []]);
});

describe('谁能动谁 Above and below', () => {
  test('a manager of users cannot take over people with more rights, nor grant rights they lack', async () => {
    const { caller } = await holder('clerk', [
      'blade_user_view',
      'blade_user_edit',
      'blade_role_view',
      'blade_role_edit',
    ]);
    const cs = await server.as('as_cs', { who: 'victim' });
    const chief = await server.as('admin', { who: 'chief' });
    const peer = await server.as('clerk', { who: 'peer' });
    for (const one of [cs, chief])
      expect((await caller.post('blade-system/user/reset-password', { userIds: one.id })).reason).toBe(
        'system.aboveYou',
      );
    expect((await caller.post('blade-system/user/submit', { id: chief.id, realName: '改名' })).reason).toBe(
      'system.aboveYou',
    );
    expect((await caller.post('blade-system/user/submit', { id: cs.id, password: 'Taken2026' })).reason).toBe(
      'system.aboveYou',
    );
    expect((await caller.post('blade-system/user/submit', { id: cs.id, realName: '新名字' })).status).toBe(200);
    expect(
      (await caller.post('blade-system/user/grant', { userIds: peer.id, roleIds: await roleId('as_cs') })).reason,
    ).toBe('system.aboveYou');
    expect(
      (await caller.post('blade-system/user/grant', { userIds: caller.id, roleIds: await roleId('clerk') })).reason,
    ).toBe('system.notYourself');
    expect((await caller.post('blade-system/user/reset-password', { userIds: peer.id })).status).toBe(200);
  });
});

describe('权限诊断 Explained', () => {
  test('an explanation names the refusing step and the people who may, and an administrator views as the person read-only', async () => {
    const cs = await server.as('as_cs', { who: 'seen' });
    await server.tables('update blade_user set password = $2 where id = $1', [
      cs.id,
      await hashPassword(md5('Secret2026')),
    ]);
    const asks = (query: Record<string, string>, caller = admin): Promise<Answer> =>
      caller.get('blade-system/permission/explain', { userId: cs.id, ...query });
    const closed = (await asks({ resource: 'post', action: 'add' })).data;
    expect(closed).toMatchObject({ allow: false, stopped: '菜单' });
    expect(closed.steps.map((step: { key: string; mark: string }) => [step.key, step.mark])).toEqual([
      ['package', 'yes'],
      ['role', 'yes'],
      ['menu', 'no'],
      ['button', 'later'],
      ['scope', 'later'],
    ]);
    const open = (await asks({ resource: 'blade-maintenance/webApi/ascustomer', button: 'view', field: 'phone' })).data;
    expect(open).toMatchObject({ allow: true, paper: { name: 'customer' } });
    expect(JSON.stringify(open.steps)).toContain('掩码');
    const inEnglish = (
      await admin.inEnglish().get('blade-system/permission/explain', {
        userId: cs.id,
        resource: 'blade-maintenance/webApi/ascustomer',
        button: 'view',
        field: 'phone',
      })
    ).data;
    const words = inEnglish.steps.flatMap((step: { words: string[] }) => step.words).join(' ');
    expect(words).toContain('“View” is granted by');
    expect(words).not.toMatch(/查看|：/);
    expect(open.who.length).toBeGreaterThan(0);
    expect((await asks({ resource: 'nothing-like-it' })).status).toBe(400);
    expect((await asks({ resource: 'post', id: '9223372036854775807' })).status).toBe(404);
    expect((await asks({ resource: 'post' }, cs)).status).toBe(403);
    expect(
      (
        await admin.get('blade-system/permission/explain', {
          userId: (await server.as('as_cs', { tenantId: '100008' })).id,
          resource: 'post',
        })
      ).status,
    ).toBe(404);

    const looking = await server.as('admin', { who: 'looking' });
    const viewAs = (userId: string, reason = '客服说看不到客户'): Promise<Answer> =>
      looking.post('blade-system/permission/view-as/start', { userId, reason });
    expect((await viewAs(cs.id, '')).status).toBe(400);
    expect(
      (await cs.post('blade-system/permission/view-as/start', { userId: looking.id, reason: '好奇' })).status,
    ).toBe(403);
    expect((await viewAs(cs.id)).data).toMatchObject({ account: 'as_cs_seen' });
    expect((await looking.get('blade-auth/oauth/user-info')).data).toMatchObject({
      userId: cs.id,
      still: 'viewAs',
      viewedBy: 'admin_looking',
      roles: ['as_cs'],
    });
    expect((await looking.get('blade-system/user/page')).status).toBe(403);
    expect((await looking.get(`${CUSTOMERS}/list`)).status).toBe(200);
    for (const [path, body] of [
      [`${CUSTOMERS}/submit`, { customerName: '不该有' }],
      ['blade-core/drafts', { paper: 'customer', content: {} }],
      [`${CUSTOMERS}/export`, {}],
      ['blade-core/reveal', {}],
      ['blade-system/user/update-info', { realName: '被改' }],
    ] as const)
      expect((await looking.post(path, body)).reason, path).toBe('http.onlyLooking');
    expect((await looking.post('blade-system/permission/view-as/stop')).data).toMatchObject({
      account: 'admin_looking',
    });
    expect((await looking.get('blade-system/user/page')).status).toBe(200);
    const history = JSON.stringify((await admin.get('blade-system/user/history', { id: cs.id })).data);
    expect([history.includes('客服说看不到客户'), history.includes('结束以其身份查看')]).toEqual([true, true]);
  });
});

test('every button is below its page in the grant tree', async () => {
  const nowhere = await server.tables(
    'select code from blade_menu where is_deleted = 0 and category = 2 and (parent_id is null or parent_id not in (select id from blade_menu where category = 1 and is_deleted = 0))',
  );
  expect(nowhere).toEqual([]);
});

test('a top menu without visible pages is hidden', async () => {
  const codes = async (caller: TestCaller): Promise<string[]> =>
    ((await caller.get('blade-system/menu/top-menu')).data as { code: string }[]).map((one) => one.code);
  expect(await codes(admin)).toEqual(expect.arrayContaining(['maintenance', 'system']));
  const cs = await codes(await server.as('as_cs'));
  expect([cs.includes('maintenance'), cs.includes('system')]).toEqual([true, false]);
});

test('the role tree shows a company’s roles or one role’s branch; platform data of a user can be read and changed', async () => {
  const post = async (body: Record<string, unknown>): Promise<string> =>
    (await admin.post('blade-system/role/submit', { scope: 'own', sort: 90, ...body })).data.id;
  const chief = await post({ roleName: '总管', roleAlias: 'chief' });
  const hand = await post({ roleName: '帮手', roleAlias: 'hand', parentId: chief });
  const below = await post({ roleName: '学徒', roleAlias: 'below', parentId: hand });
  interface Node {
    readonly id: string;
    readonly title: string;
    readonly children?: readonly Node[];
  }
  const ids = (nodes: readonly Node[]): unknown[] =>
    nodes.map((node) => (node.children ? [node.id, ids(node.children)] : node.id));
  const whole = (await admin.get('blade-system/role/tree', { tenantId: '000000' })).data as Node[];
  const within = (await admin.get('blade-system/role/tree-by-id', { roleId: chief })).data as Node[];
  expect(ids(within)).toEqual([[chief, [[hand, [below]]]]]);
  expect(whole.find((node) => node.id === chief)).toMatchObject(within[0]);
  const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
  const [{ n }] = await server.tables<{ n: number }>(
    "select count(*)::int as n from blade_role where tenant_id = '000000' and is_deleted = 0",
  );
  expect(all(whole)).toHaveLength(n);
  expect(all((await admin.get('blade-system/role/tree-by-id')).data)).toHaveLength(n);
  const user = await server.as('as_store', { who: 'platform' });
  expect((await user.post('blade-system/user/update-platform', { userId: user.id, userType: 2 })).status).toBe(403);
  expect(
    (await admin.post('blade-system/user/update-platform', { userId: user.id, userType: 2, userExt: 'no object' }))
      .reason,
  ).toBe('system.extWrong');
  expect(
    (await admin.post('blade-user/update-platform', { userId: user.id, userType: 2, userExt: '{"openId":"o-1"}' }))
      .status,
  ).toBe(200);
  expect((await admin.get('blade-system/user/platform-detail', { id: user.id })).data).toMatchObject({
    userType: 2,
    userExt: '{"openId":"o-1"}',
  });
  // An empty text field is present in the row, and a number without a value is absent, in the list and the detail
  // alike.
  const rows = (await admin.get('blade-system/user/page', { id_in: `${user.id},${admin.id}` })).data.records as Record<
    string,
    unknown
  >[];
  for (const [id, userExt] of [
    [user.id, '{"openId":"o-1"}'],
    [admin.id, ''],
  ])
    for (const row of [rows.find((one) => one.id === id)!, (await admin.get('blade-system/user/detail', { id })).data])
      expect([row.userExt, row.sexName, Object.hasOwn(row, 'sex')]).toEqual([userExt, '', false]);
  expect((await admin.get('blade-system/user/info')).data).toMatchObject({ userExt: '', sexName: '' });
});

test('people are imported and exported by the family’s sheet, under its headings', async () => {
  const [dept] = await server.tables<{ name: string }>(
    "select dept_name as name from blade_dept where tenant_id = '000000' and is_deleted = 0 group by dept_name having count(*) = 1 limit 1",
  );
  const sheet = [
    '租户编号,账户,昵称,姓名,邮箱,手机,角色名称,部门名称,岗位名称,生日',
    `000000,sheet1,小一,表一,one@example.cn,13712340001,客服,${dept.name},,1990-01-02`,
  ].join('\n');
  const brought = await uploadSheetFile(
    admin,
    'blade-system/user/import-user?isCovered=0',
    Buffer.from(sheet),
    '用户.csv',
  );
  expect([brought.status, brought.data.counts], brought.msg).toMatchObject([200, { new: 1, refused: 0 }]);
  expect((await admin.get('blade-system/user/list', { account: 'sheet1' })).data.records[0]).toMatchObject({
    realName: '表一',
    email: 'one@example.cn',
    roleName: '客服',
    deptName: dept.name,
  });
  // A row that names another tenant is refused: its account is created in neither of the two tenants.
  const foreign = await uploadSheetFile(
    admin,
    'blade-system/user/import-user?isCovered=1',
    Buffer.from(
      sheet.replace('000000,sheet1', '100001,sheet1').concat('\n100001,sheet2,小二,表二,,13712340002,客服,,,'),
    ),
    '用户.csv',
  );
  expect([foreign.status, foreign.data.counts]).toMatchObject([400, { new: 0, update: 0, refused: 2 }]);
  const {
    records: [turned],
  } = (await admin.get('blade-system/user/import/verdict', { batch: foreign.data.batch, only: 'refused' })).data as {
    records: { problems: { msg: string }[] }[];
  };
  expect(turned.problems.map((one) => one.msg)).toContain('这一行属于租户 100001，只能导入本租户的数据');
  expect(await server.tables("select 1 from blade_user where account = 'sheet2'")).toEqual([]);
  const answer = await fetch(
    `${server.base}/api/blade-system/user/export-user?account=sheet1&realName=undefined&blade-auth=bearer ${admin.token}`,
  );
  const rows = await sheetOf(Buffer.from(await answer.arrayBuffer()));
  expect(rows.slice(0, 2)).toEqual([
    ['租户编号', '账号', '昵称', '姓名', '电子邮箱', '手机号', '所属角色', '所属部门', '所属岗位', '出生日期'],
    expect.arrayContaining(['000000', 'sheet1', '小一', '表一', 'one@example.cn', '客服']),
  ]);
});

test('rows of a tree move together, parents first; a cycle is refused, and a refusal moves nothing', async () => {
  const post = async (roleName: string, more: object = {}): Promise<string> =>
    (
      await admin.post('blade-system/role/submit', {
        roleName,
        roleAlias: `moved-${roleName}`,
        scope: 'own',
        sort: 5,
        ...more,
      })
    ).data.id;
  const chief = await post('甲');
  const hand = await post('乙', { parentId: chief });
  const placed = (): Promise<unknown[]> =>
    server.tables(
      'select id::text as id, coalesce(parent_id, 0)::text as parent, sort from blade_role where id = any($1::bigint[]) order by id',
      [[chief, hand]],
    );
  const before = await placed();
  const rows = { [chief]: { parentId: hand, sort: 7, roleName: '改名' }, [hand]: { parentId: null, sort: 3 } };
  expect((await admin.post('blade-system/role/arrange', { rows, order: [chief, hand] })).reason).toBe('row.ownParent');
  expect((await admin.post('blade-system/role/submit', { id: chief, parentId: chief })).reason).toBe('row.ownParent');
  expect(await placed()).toEqual(before);
  await admin.post('blade-system/role/arrange', { rows, order: [hand, chief] });
  expect(await placed()).toEqual([
    { id: chief, parent: hand, sort: 7 },
    { id: hand, parent: '0', sort: 3 },
  ]);
  expect((await admin.get('blade-system/role/detail', { id: chief })).data.roleName).toBe('甲');
  expect(
    (await admin.get('blade-system/role/history', { id: chief })).data[0].changes.map(
      (one: { field: string }) => one.field,
    ),
  ).toEqual(expect.arrayContaining(['parentId', 'sort']));
  expect((await (await server.as('as_cs')).post('blade-system/role/arrange', { rows })).status).toBe(403);
});

test('a menu form shows the affected roles before the change, and an API scope shows the calls it closes', async () => {
  const [customers] = await server.tables<{ id: string }>(
    "select id::text as id from blade_menu where code = 'customers'",
  );
  const meaning = (await platform.get('blade-system/menu/meaning', { ids: customers.id })).data;
  expect(meaning.roles).toContain('客服');
  expect(meaning.topMenus).toEqual(['售后维保']);
  expect(meaning.counts.below).toBe(
    Number(
      (
        await server.tables(
          "with recursive t as (select id from blade_menu where code = 'customers' union select m.id from blade_menu m join t on m.parent_id = t.id where m.is_deleted = 0) select count(*)::int - 1 as count from t",
        )
      )[0].count,
    ),
  );
  expect((await (await server.as('as_cs')).get('blade-system/menu/meaning', { ids: customers.id })).status).toBe(403);
  const closed = (await admin.get('blade-core/calls', { method: 'POST', path: 'blade-system/role/update' })).data;
  expect((closed.calls as { path: string }[]).map((one) => one.path)).toEqual(
    expect.arrayContaining(['/blade-system/role/submit', '/blade-system/role/save', '/blade-system/role/update']),
  );
  expect(closed.count).toBe(closed.calls.length);
  expect((await admin.get('blade-core/calls', { path: 'blade-system/role/nothing' })).data).toEqual({
    count: 0,
    calls: [],
  });
  expect((await admin.get('blade-core/calls', { q: '解锁' })).data.calls).toContainEqual(
    expect.objectContaining({ path: '/blade-system/user/unlock' }),
  );
});
