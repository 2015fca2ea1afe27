import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { download, sheetOf, upload } from '#kernel/stories/sheets.ts';
import { type Answer, Caller, openStory } from '#kernel/stories/story.ts';

const story = await openStory(import.meta.url);
const platform = await story.as('administrator');
const admin = await story.as('admin', { who: 'own' });
const POSTS = 'blade-system/post';
const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';
const idOf = async (sql: string, values: unknown[] = []): Promise<string> =>
  (await story.tables<{ id: string }>(sql, values))[0].id;
const menuId = (code: string): Promise<string> =>
  idOf('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [code]);
const roleId = (alias: string, tenantId = '000000'): Promise<string> =>
  idOf('select id::text as id from blade_role where tenant_id = $2 and role_alias = $1', [alias, tenantId]);
const names = (answer: Answer): string[] =>
  (answer.data.records as { customerName: string }[]).map((one) => one.customerName).sort();

/** A role of this company with these buttons, and somebody who has it. */
async function holder(
  alias: string,
  buttons: readonly string[],
  scope = 'all',
): Promise<{ caller: Caller; role: string }> {
  const { data } = await admin.post('blade-system/role/submit', { roleName: alias, roleAlias: alias, scope, sort: 1 });
  await admin.post('blade-system/role/grant', { roleIds: [data.id], menuIds: await Promise.all(buttons.map(menuId)) });
  return { caller: await story.as(alias), role: data.id };
}

describe('数据权限与接口权限 Data and API scopes', () => {
  test('a rule shows its rows in list, detail, export, write and search, and no others; several scopes of a role are put together', async () => {
    const buttons = ['view', 'edit', 'export'];
    const table = 'ascustomer';
    const page = await menuId(table);
    const { caller, role } = await holder(
      'scoped',
      buttons.map((one) => `${table}_${one}`),
    );
    const cs = await story.as('as_cs');
    const ids: Record<string, string> = {};
    for (const [at, [customerName, customerLevel]] of (
      [
        ['甲贵宾', 'vip'],
        ['乙普通', 'normal'],
        ['丙普通', 'normal'],
      ] as const
    ).entries()) {
      const made = await cs.post(`${CUSTOMERS}/submit`, {
        customerName,
        customerLevel,
        phone: `1380013800${at}`,
        addressDetail: `幸福路${at}号`,
      });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      ids[customerName] = made.data.id;
    }
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual(['丙普通', '乙普通', '甲贵宾'].sort());
    const scope = (more: Record<string, unknown>): Promise<Answer> =>
      admin.post('blade-system/data-scope/submit', {
        menuId: page,
        scopeName: '贵宾',
        scopeType: 5,
        scopeMatch: 'all',
        ...more,
      });
    for (const wrong of [
      [],
      [{ field: 'password', op: 'equal', value: 'x' }],
      [{ field: 'customerLevel', op: 'sql', value: '1' }],
      [{ field: 'customerLevel; drop table x', op: 'equal', value: '1' }],
    ])
      expect((await scope({ scopeValue: wrong })).status, JSON.stringify(wrong)).toBe(400);
    const rule = [{ field: 'customerLevel', op: 'equal', value: 'vip' }];
    const vip = await scope({ scopeValue: rule });
    expect(vip.data, vip.msg).toMatchObject({ resourceCode: table });
    expect(
      (await admin.post('blade-system/data-scope/preview', { menuId: page, scopeValue: rule })).data,
    ).toMatchObject({ count: 1, rows: [{ caption: '甲贵宾' }] });
    const menus = (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu as string[];
    expect((await caller.get('blade-system/menu/role-tree-keys', { roleIds: role })).status).toBe(403);
    const grant = (dataScopeIds: string[] | undefined, apiScopeIds?: string[]): Promise<Answer> =>
      admin.post('blade-system/role/grant', { roleIds: [role], menuIds: menus, dataScopeIds, apiScopeIds });
    await grant([vip.data.id]);
    expect((await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.dataScope).toEqual([
      vip.data.id,
    ]);
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual(['甲贵宾']);
    expect([
      (await caller.get(`${CUSTOMERS}/detail`, { id: ids.甲贵宾 })).status,
      (await caller.get(`${CUSTOMERS}/detail`, { id: ids.乙普通 })).status,
    ]).toEqual([200, 404]);
    expect((await caller.post(`${CUSTOMERS}/update`, { id: ids.乙普通, remark: '改' })).status).toBe(404);
    const sheet = (await caller.post(`${CUSTOMERS}/export`, { scope: 'all', format: 'csv' })).body.text as string;
    expect([sheet.includes('甲贵宾'), sheet.includes('乙普通')]).toEqual([true, false]);
    expect(JSON.stringify((await caller.get('blade-core/search', { q: '普通' })).data)).not.toContain('乙普通');
    // A grant without the key leaves scopes as they are; a second one is added to the first.
    await grant(undefined);
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual(['甲贵宾']);
    const third = await scope({
      scopeName: '丙',
      scopeValue: [{ field: 'customerName', op: 'equal', value: '丙普通' }],
    });
    await grant([vip.data.id, third.data.id]);
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual(['丙普通', '甲贵宾'].sort());
    const mine = await scope({ scopeName: '本人', scopeType: 2 });
    // Clients of the family read a rule as a text, and an empty text where there is none; what they send back is the same rule.
    for (const [id, told] of [
      [vip.data.id, rule],
      [mine.data.id, ''],
    ])
      for (const row of [
        (await admin.get('blade-system/data-scope/detail', { id })).data,
        (await admin.get('blade-system/data-scope/list', { id_in: id })).data.records[0],
      ])
        expect(told ? JSON.parse(row.scopeValue) : row.scopeValue).toEqual(told);
    expect(
      (
        await admin.post(
          'blade-system/data-scope/submit',
          (await admin.get('blade-system/data-scope/detail', { id: vip.data.id })).data,
        )
      ).data.version,
    ).toBe(vip.data.version);
    await grant([mine.data.id]);
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual([]);
    await admin.post('blade-system/data-scope/remove', { ids: mine.data.id });
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toHaveLength(3);
    // The history tells the rule as the detail does, in the language of the reader; that of a closed call names it too.
    const told = async (
      path: string,
      id: string,
      who: Caller,
    ): Promise<Record<string, { label: string; old: string; new: string }>> =>
      Object.fromEntries(
        (
          (await who.get(`${path}/history`, { id })).data as {
            changes: { field: string; label: string; old: string; new: string }[];
          }[]
        )[0].changes.map((one) => [one.field, one]),
      );
    await admin.post('blade-system/data-scope/submit', {
      id: vip.data.id,
      scopeMatch: 'any',
      scopeField: 'customerLevel,phone',
      scopeValue: [
        { field: 'customerLevel', op: 'in', value: 'vip,normal' },
        { field: 'createUser', op: 'equal', value: '$me' },
        { field: 'customerName', op: 'notnull' },
        { field: 'updateUser', op: 'equal', value: caller.id },
        { field: 'phone', op: 'equal', value: '13800138000' },
      ],
    });
    const zh = await told('blade-system/data-scope', vip.data.id, admin);
    const en = await told('blade-system/data-scope', vip.data.id, admin.inEnglish());
    expect([zh.scopeValue, zh.scopeField]).toMatchObject([
      {
        label: '自定义规则',
        old: '客户等级 等于 VIP',
        new: '客户等级 属于 VIP、普通；或 创建人 等于 本人；或 客户姓名 不为空；或 修改人 等于 scoped；或 手机号 等于 138****8000',
      },
      { old: '全部', new: '客户等级、手机号' },
    ]);
    expect([en.scopeValue, en.scopeField]).toMatchObject([
      {
        label: 'Own rule',
        old: 'Customer level is VIP',
        new: 'Customer level one of VIP, Normal; or Created by is myself; or Customer name is not empty; or Changed by is scoped; or Mobile is 138****8000',
      },
      { old: 'All', new: 'Customer level, Mobile' },
    ]);
    await admin.post('blade-system/role/submit', {
      id: role,
      scope: 'custom',
      customScope: { ascustomer: { customerLevel: 'vip' } },
    });
    expect((await told('blade-system/role', role, admin)).customScope.new).toBe('客户：客户等级 为 VIP');
    expect((await story.as('as_cs')).tenantId).toBe('000000');
  });

  test('人员的头像随名字一起来，别人看不到的头像也不随名字来 a portrait comes with the name, by a link that ends, and not to who may not see it', async () => {
    const cs = await story.as('as_cs', { who: 'face' });
    const file = (
      await upload(
        cs,
        'blade-resource/oss/endpoint/put-file',
        await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c05' } })
          .png()
          .toBuffer(),
        'me.png',
      )
    ).data.link as string;
    expect((await cs.post('blade-system/user/update-info', { realName: '有头像', avatar: file })).status).toBe(200);
    const { data: row } = await cs.post(`${CUSTOMERS}/submit`, {
      customerName: '头像客户',
      customerLevel: 'vip',
      phone: '13900139077',
      addressDetail: '头像路一号',
    });
    await cs.post('blade-core/comments', { paper: 'customer', id: row.id, words: '看一下' });
    const { caller, role } = await holder('facing', ['ascustomer_view', 'blade_user_view']);
    const seen = async (who: Caller): Promise<unknown[]> => [
      (await who.get(`${CUSTOMERS}/list`, { customerName: '头像客户' })).data.records[0]?._portraits?.createUser,
      (await who.get(`${CUSTOMERS}/detail`, { id: row.id })).data?._portraits?.createUser,
      (await who.get(`${CUSTOMERS}/history`, { id: row.id })).data?.[0]?.portrait,
      (await who.get('blade-core/comments', { paper: 'customer', id: row.id })).data?.[0]?.portrait,
      (await who.get('blade-core/options', { paper: 'user', q: '有头像' })).data[0]?.portrait,
    ];
    const links = await seen(caller);
    expect(new Set(links).size, JSON.stringify(links)).toBe(1);
    const link = String(links[0]);
    const picture = await fetch(story.base + link);
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, max-age=3600',
    ]);
    expect((await fetch(story.base + link.replace(/tenant=\d+/, 'tenant=100008'))).status).toBe(403);
    // Who has none has none; another company knows neither name nor face.
    expect((await admin.get(`${CUSTOMERS}/list`, { customerName: '甲贵宾' })).data.records[0]).not.toHaveProperty(
      '_portraits',
    );
    expect(JSON.stringify(await seen(await story.as('as_cs', { tenantId: '100008' })))).not.toContain('blade-resource');
    // Where his scope hides the field of the picture, it stands beside no name.
    const hiding = await admin.post('blade-system/data-scope/submit', {
      menuId: await menuId('blade_user'),
      scopeName: '不看头像',
      scopeType: 1,
      scopeField: 'account,realName',
    });
    const menus = (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu as string[];
    await admin.post('blade-system/role/grant', { roleIds: [role], menuIds: menus, dataScopeIds: [hiding.data.id] });
    expect(await seen(caller)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    // A new picture is there at once.
    await cs.post('blade-system/user/update-info', { realName: '有头像', avatar: '' });
    expect((await cs.get(`${CUSTOMERS}/detail`, { id: row.id })).data._portraits).toBeUndefined();
  });

  test('可见字段之外的字段在列表、详情、筛选、排序、检索、导出、历史、写入里都不存在 what no scope shows is nowhere: list, detail, filter, order, search, export, history, write', async () => {
    const { caller, role } = await holder(
      'fielded',
      ['view', 'edit', 'export'].map((one) => `ascustomer_${one}`),
    );
    const cs = await story.as('as_cs');
    const { data: row } = await cs.post(`${CUSTOMERS}/submit`, {
      customerName: '可见字段客户',
      customerLevel: 'vip',
      phone: '13900139001',
      addressDetail: '隐藏路九号',
      remark: '隐藏备注',
    });
    await cs.post(`${CUSTOMERS}/update`, { id: row.id, remark: '隐藏备注二' });
    const page = await menuId('ascustomer');
    const scope = (scopeField: string): Promise<Answer> =>
      admin.post('blade-system/data-scope/submit', {
        menuId: page,
        scopeName: '字段',
        scopeType: 5,
        scopeMatch: 'all',
        scopeValue: [{ field: 'customerLevel', op: 'equal', value: 'vip' }],
        scopeField,
      });
    expect((await scope('customerName, nonsense')).status).toBe(400);
    const few = await scope('phone');
    const menus = (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu as string[];
    const grant = (dataScopeIds: string[]): Promise<Answer> =>
      admin.post('blade-system/role/grant', { roleIds: [role], menuIds: menus, dataScopeIds });
    const mine = (query: Record<string, string> = {}): Promise<Answer> =>
      caller.get(`${CUSTOMERS}/list`, { customerName: '可见字段客户', ...query });
    expect((await mine()).data.records[0]).toMatchObject({ customerLevel: 'vip' });
    await grant([few.data.id]);
    const [seen] = (await mine()).data.records as Record<string, unknown>[];
    expect(seen).toMatchObject({ customerName: '可见字段客户', phone: '139****9001' });
    const detail = await caller.get(`${CUSTOMERS}/detail`, { id: row.id });
    const history = await caller.get('blade-core/history', { paper: 'customer', id: row.id });
    const sheet = (await caller.post(`${CUSTOMERS}/export`, { scope: 'all', format: 'csv' })).body.text as string;
    for (const answer of [seen, detail.data, history.data, sheet])
      expect(JSON.stringify(answer)).not.toMatch(/隐藏|customerLevel|addressDetail|remark":"隐/);
    expect([detail.data.phone, sheet.includes('可见字段客户'), sheet.includes('备注')]).toEqual([
      '139****9001',
      true,
      false,
    ]);
    // Neither found nor ordered by what is not seen: a guess tells nothing.
    expect((await mine({ addressDetail_like: '没有这样的路' })).data.records).toHaveLength(1);
    expect((await caller.get(`${CUSTOMERS}/list`, { keyword: '隐藏路九' })).data.records).toEqual([]);
    expect((await caller.get(`${CUSTOMERS}/list`, { keyword: '可见字段' })).data.records).toHaveLength(1);
    expect(
      JSON.stringify([
        (await caller.get('blade-core/search', { q: '隐藏路九号' })).data,
        (await caller.get('blade-core/options', { paper: 'customer', q: '隐藏路九' })).data,
      ]),
    ).not.toContain(String(row.id));
    expect(
      (
        await caller.post(`${CUSTOMERS}/update`, {
          id: row.id,
          remark: '他不该写',
          addressDetail: '别处',
          phone: '13900139002',
        })
      ).status,
    ).toBe(200);
    expect(
      (await story.tables('select remark, address_detail, phone from ascustomer where id = $1', [row.id]))[0],
    ).toEqual({ remark: '隐藏备注二', address_detail: '隐藏路九号', phone: '13900139002' });
    const pages = (await caller.get('blade-system/menu/buttons')).data as { code: string; hiddenFields?: string[] }[];
    expect(pages.find((one) => one.code === 'ascustomer')?.hiddenFields).toEqual(
      expect.arrayContaining(['remark', 'addressDetail', 'customerLevel']),
    );
    const said = await admin.get('blade-system/permission/explain', {
      userId: caller.id,
      resource: 'customer',
      field: 'remark',
      id: row.id,
    });
    expect([
      said.data.allow,
      said.data.steps.at(-1).words[0],
      said.data.overview.fields.find((one: { name: string }) => one.name === 'phone').sight,
    ]).toEqual([false, '备注：不在数据权限的可见字段中', 'masked']);
    // A second scope of the role adds its fields, one that shows all shows all.
    await grant([few.data.id, (await scope('remark')).data.id]);
    expect([
      (await mine()).data.records[0].customerLevel,
      (await caller.get(`${CUSTOMERS}/detail`, { id: row.id })).data.remark,
    ]).toEqual([undefined, '隐藏备注二']);
    await grant([few.data.id, (await scope('*')).data.id]);
    expect((await mine()).data.records[0]).toMatchObject({ customerLevel: 'vip' });
  });

  test('a call that is guarded answers those it was opened to, by path and method', async () => {
    const { caller, role } = await holder('postman', ['blade_post_view', 'blade_post_add']);
    const { caller: other } = await holder('postman2', ['blade_post_view']);
    for (const wrong of ['/blade-auth/oauth/token', '/blade-core/options', 'everything', '/**'])
      expect(
        (
          await admin.post('blade-system/api-scope/submit', {
            menuId: await menuId('blade_post'),
            scopeName: '错',
            scopePath: wrong,
            scopeType: 1,
          })
        ).reason,
        wrong,
      ).toBe('system.scopePathWrong');
    const guarded = await admin.post('blade-system/api-scope/submit', {
      menuId: await menuId('blade_post'),
      scopeName: '岗位列表',
      scopePath: 'GET /api/blade-system/post/list',
      scopeType: 1,
    });
    expect([
      (await caller.get(`${POSTS}/list`)).status,
      (await other.get(`${POSTS}/list`)).status,
      (await admin.get(`${POSTS}/list`)).status,
    ]).toEqual([403, 403, 200]);
    // A page is a list by another word, and a submit is a save: closed by one word, closed by all of them.
    expect([
      (await other.get(`${POSTS}/page`)).status,
      (await other.get(`${POSTS}/detail`, { id: '1' })).status,
    ]).toEqual([403, 404]);
    const told = (
      (await admin.inEnglish().get('blade-system/api-scope/history', { id: guarded.data.id })).data as {
        changes: { label: string; new: string }[];
      }[]
    )[0].changes.map((one) => [one.label, one.new]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['Page', '岗位'],
        ['Kind', 'System'],
        ['Path', 'GET /api/blade-system/post/list'],
      ]),
    );
    const writing = await admin.post('blade-system/api-scope/submit', {
      menuId: await menuId('blade_post'),
      scopeName: '岗位保存',
      scopePath: 'POST /api/blade-system/post/save',
      scopeType: 1,
    });
    for (const path of ['save', 'submit'])
      expect(
        (await caller.post(`${POSTS}/${path}`, { category: 1, postCode: path, postName: path, sort: 1 })).status,
        path,
      ).toBe(403);
    await admin.post('blade-system/api-scope/remove', { ids: writing.data.id });
    expect(
      (await caller.post(`${POSTS}/submit`, { category: 1, postCode: 'opened', postName: '开放', sort: 1 })).status,
    ).toBe(200);
    const menus = (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu as string[];
    await admin.post('blade-system/role/grant', { roleIds: [role], menuIds: menus, apiScopeIds: [guarded.data.id] });
    expect([(await caller.get(`${POSTS}/list`)).status, (await other.get(`${POSTS}/list`)).status]).toEqual([200, 403]);
    await admin.post('blade-system/api-scope/remove', { ids: guarded.data.id });
    expect((await other.get(`${POSTS}/list`)).status).toBe(200);
    // Closed under one name, closed under the older one too.
    const { caller: clerk } = await holder('looker', ['blade_user_view']);
    const closed = await admin.post('blade-system/api-scope/submit', {
      menuId: await menuId('blade_user'),
      scopeName: '用户',
      scopePath: '/blade-system/user/**',
      scopeType: 1,
    });
    expect([(await clerk.get('blade-system/user/page')).status, (await clerk.get('blade-user/page')).status]).toEqual([
      403, 403,
    ]);
    await admin.post('blade-system/api-scope/remove', { ids: closed.data.id });
  });
});

test('角色被授予了什么，只告诉看得见这个角色的人 what a role was granted is told to who sees that role alone', async () => {
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
  test('who may change users takes over nobody who holds more, and gives nothing he does not hold', async () => {
    const { caller } = await holder('clerk', [
      'blade_user_view',
      'blade_user_edit',
      'blade_role_view',
      'blade_role_edit',
    ]);
    const cs = await story.as('as_cs', { who: 'victim' });
    const chief = await story.as('admin', { who: 'chief' });
    const peer = await story.as('clerk', { who: 'peer' });
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

describe('部门 Departments', () => {
  test('who sees the users of his department puts people only into departments that he sees, and takes them out of no other: by hand, in bulk and by a sheet', async () => {
    const { caller, role } = await holder('keeper', [
      'blade_user_view',
      'blade_user_add',
      'blade_user_edit',
      'blade_user_import',
    ]);
    const scope = await admin.post('blade-system/data-scope/submit', {
      menuId: await menuId('blade_user'),
      scopeName: '本部门及下级的人员',
      scopeType: 4,
      scopeColumn: 'deptId',
    });
    expect(scope.status, scope.msg).toBe(200);
    await admin.post('blade-system/role/grant', {
      roleIds: [role],
      menuIds: (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu,
      dataScopeIds: [scope.data.id],
    });
    const own = await idOf('select dept_id[1]::text as id from blade_user where id = $1', [caller.id]);
    const dept = async (deptName: string, parentId: string): Promise<string> =>
      (await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, sort: 1 })).data.id;
    const [below, far] = [await dept('值班组', own), await dept('别处', '')];
    const submit = (body: object, who = caller): Promise<Answer> => who.post('blade-system/user/submit', body);
    const hired = await submit({ account: 'mover', realName: '小移', deptId: below });
    expect(hired.status, hired.msg).toBe(200);
    const { id } = hired.data;
    // Those of his departments, whoever made them; the picker offers these departments and no others.
    expect(
      ((await caller.get('blade-system/user/page')).data.records as { id: string }[]).map((one) => one.id).sort(),
    ).toEqual([id, caller.id].sort());
    const offered = async (who: Caller): Promise<string[]> =>
      ((await who.get('blade-system/user/departments')).data as { id: string }[]).map((one) => one.id);
    expect((await offered(caller)).sort()).toEqual([own, below].sort());
    expect(await offered(admin)).toEqual(expect.arrayContaining([own, below, far]));
    const refused = await submit({ id, deptId: `${below},${far}` });
    expect([refused.status, refused.reason, refused.data.fields]).toEqual([
      403,
      'system.departmentNotYours',
      [{ field: 'deptId', msg: '不在您可见范围内的部门：别处' }],
    ]);
    expect((await caller.post('blade-system/user/bulk', { ids: [id], set: { deptId: far } })).reason).toBe(
      'system.departmentNotYours',
    );
    expect((await submit({ account: 'mover2', realName: '小二', deptId: far }, caller.inEnglish())).msg).toBe(
      'You can move people only into and out of departments that you see',
    );
    expect((await submit({ id, deptId: `${below},${own}` })).status).toBe(200);
    expect((await submit({ id, deptId: `${own},${far}` }, admin)).status).toBe(200);
    expect((await submit({ id, deptId: own })).reason).toBe('system.departmentNotYours');
    expect((await submit({ id, deptId: `${far},${below}`, realName: '小移动' })).status).toBe(200);
    const sheet = `账户,姓名,部门名称\nmover3,小三,别处\nmover,小移,值班组\nmover4,小四,值班组\nmover5,小五,`;
    const brought = await upload(caller, 'blade-system/user/import-user?isCovered=1', Buffer.from(sheet), '用户.csv');
    expect(brought.data.counts, brought.msg).toMatchObject({ new: 1, refused: 3 });
    expect(
      await story.tables(
        "select account, dept_id::text as depts from blade_user where account like 'mover%' order by account",
      ),
    ).toEqual([{ account: 'mover', depts: `{${far},${below}}` }]);
    // A sheet to fill in names what would be taken: his departments, the roles that he may give, and no name that two departments bear.
    const choices = async (label: string): Promise<string[]> => {
      const [head, ...rows] = await sheetOf((await download(caller, 'blade-system/user/import/template')).bytes, 1);
      return rows
        .map((row) => String(row[head.indexOf(label)] ?? ''))
        .filter(Boolean)
        .sort();
    };
    expect(await choices('所属部门')).toEqual(
      ['值班组', await idOf('select dept_name as id from blade_dept where id = $1', [own])].sort(),
    );
    expect([(await choices('所属角色')).includes('keeper'), (await choices('所属角色')).includes('客服')]).toEqual([
      true,
      false,
    ]);
    expect(((await caller.get('blade-system/role/scopes')).data as { id: string }[]).map((one) => one.id)).toEqual([
      'all',
      'own',
      'department',
      'departmentBelow',
      'team',
    ]);
    await dept('值班组', far);
    expect(await choices('所属部门')).not.toContain('值班组');
    // Whom he lets in he sees afterwards too: without a department he would not. Who sees all may leave it empty.
    const nowhere = await submit({ account: 'mover6', realName: '小六' });
    expect([nowhere.status, nowhere.reason, nowhere.data.fields[0].field]).toEqual([
      400,
      'system.departmentNeeded',
      'deptId',
    ]);
    expect((await submit({ account: 'mover6', realName: '小六' }, admin)).status).toBe(200);
  });

  test('who writes departments hangs them among those that he sees: no foreign one below his own, none of his own elsewhere, and nobody moves the top', async () => {
    const { caller } = await holder(
      'hanger',
      ['blade_dept_view', 'blade_dept_add', 'blade_dept_edit'],
      'departmentBelow',
    );
    const own = await idOf('select dept_id[1]::text as id from blade_user where id = $1', [caller.id]);
    const submit = (body: object, who = caller): Promise<Answer> =>
      who.post('blade-system/dept/submit', { fullName: '试', sort: 1, ...body });
    const far = (await submit({ deptName: '远处', parentId: '' }, admin)).data.id as string;
    const below = await submit({ deptName: '一组', parentId: own });
    expect(below.status, below.msg).toBe(200);
    const { id } = below.data as { id: string };
    const refused = await submit({ id: far, deptName: '远处', parentId: own });
    expect([refused.status, refused.reason, refused.data.fields]).toEqual([
      403,
      'system.departmentNotHung',
      [{ field: 'parentId', msg: '不在您可见范围内：远处' }],
    ]);
    expect((await submit({ deptName: '新', parentId: '' })).data.fields[0].msg).toBe('请选择您可见的上级部门');
    for (const body of [
      { deptName: '新', parentId: far },
      { id, deptName: '一组', parentId: far },
      { id, deptName: '一组', parentId: '' },
      { id: own, deptName: '总', parentId: id },
    ])
      expect((await submit(body)).reason, JSON.stringify(body)).toBe('system.departmentNotHung');
    for (const [call, body] of [
      ['arrange', { rows: { [far]: { parentId: own, sort: 1 } } }],
      ['bulk', { ids: [id], set: { parentId: far } }],
    ] as const)
      expect((await caller.inEnglish().post(`blade-system/dept/${call}`, body)).msg).toBe(
        'You can hang departments only among those that you see',
      );
    const other = (await submit({ deptName: '二组', parentId: own })).data.id as string;
    expect((await submit({ id: other, deptName: '二组', parentId: id })).status).toBe(200);
    expect(
      ((await caller.get('blade-system/dept/offered')).data as { id: string }[]).map((one) => one.id).sort(),
    ).toEqual(expect.arrayContaining([own, id, other]));
    expect(JSON.stringify((await caller.get('blade-system/dept/offered')).data)).not.toContain(far);
    // Whose papers a department opens goes by its teams: he gives those that he sees.
    expect((await submit({ id, deptName: '一组', customerServiceTeams: ['smart'] })).reason).toBe(
      'system.teamsNotYours',
    );
    expect((await submit({ id, deptName: '一组', customerServiceTeams: ['smart'] }, admin)).status).toBe(200);
    expect((await submit({ id: other, deptName: '二组', customerServiceTeams: ['smart'] })).status).toBe(200);
    expect((await submit({ id: far, deptName: '远处', parentId: own }, admin)).status).toBe(200);
  });
});

describe('权限诊断 Explained', () => {
  test('says at which step somebody stops, who can instead, and lets an administrator look through his eyes without touching anything', async () => {
    const cs = await story.as('as_cs', { who: 'seen' });
    await story.tables('update blade_user set password = $2 where id = $1', [
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
    expect(open.who.length).toBeGreaterThan(0);
    expect((await asks({ resource: 'nothing-like-it' })).status).toBe(400);
    expect((await asks({ resource: 'post', id: '9223372036854775807' })).status).toBe(404);
    expect((await asks({ resource: 'post' }, cs)).status).toBe(403);
    expect(
      (
        await admin.get('blade-system/permission/explain', {
          userId: (await story.as('as_cs', { tenantId: '100008' })).id,
          resource: 'post',
        })
      ).status,
    ).toBe(404);

    const looking = await story.as('admin', { who: 'looking' });
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
    const told = JSON.stringify((await admin.get('blade-system/user/history', { id: cs.id })).data);
    expect([told.includes('客服说看不到客户'), told.includes('结束以其身份查看')]).toEqual([true, true]);
  });
});

test('every button hangs on its page, so that whoever grants finds it', async () => {
  const nowhere = await story.tables(
    'select code from blade_menu where is_deleted = 0 and category = 2 and (parent_id is null or parent_id not in (select id from blade_menu where category = 1 and is_deleted = 0))',
  );
  expect(nowhere).toEqual([]);
});

test('a top menu that leads nowhere for somebody is not shown to him', async () => {
  const codes = async (caller: Caller): Promise<string[]> =>
    ((await caller.get('blade-system/menu/top-menu')).data as { code: string }[]).map((one) => one.code);
  expect(await codes(admin)).toEqual(expect.arrayContaining(['maintenance', 'system']));
  const cs = await codes(await story.as('as_cs'));
  expect([cs.includes('maintenance'), cs.includes('system')]).toEqual([true, false]);
});

test('the tree of roles of a company, and of one role with what stands below it; and what belongs to the platform of a user', async () => {
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
  const [{ n }] = await story.tables<{ n: number }>(
    "select count(*)::int as n from blade_role where tenant_id = '000000' and is_deleted = 0",
  );
  expect(all(whole)).toHaveLength(n);
  expect(all((await admin.get('blade-system/role/tree-by-id')).data)).toHaveLength(n);
  const user = await story.as('as_store', { who: 'platform' });
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
  // A text is there when it is empty, a number that nobody knows is not; a list and a detail say the same.
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

test('people come by the sheet of the family, under its headings, and leave by it', async () => {
  const [dept] = await story.tables<{ name: string }>(
    "select dept_name as name from blade_dept where tenant_id = '000000' and is_deleted = 0 group by dept_name having count(*) = 1 limit 1",
  );
  const sheet = [
    '租户编号,账户,昵称,姓名,邮箱,手机,角色名称,部门名称,岗位名称,生日',
    `000000,sheet1,小一,表一,one@example.cn,13712340001,客服,${dept.name},,1990-01-02`,
  ].join('\n');
  const brought = await upload(admin, 'blade-system/user/import-user?isCovered=0', Buffer.from(sheet), '用户.csv');
  expect([brought.status, brought.data.counts], brought.msg).toMatchObject([200, { new: 1, refused: 0 }]);
  expect((await admin.get('blade-system/user/list', { account: 'sheet1' })).data.records[0]).toMatchObject({
    realName: '表一',
    email: 'one@example.cn',
    roleName: '客服',
    deptName: dept.name,
  });
  // A sheet of another company brings nobody into this one, and this one writes into no other.
  const foreign = await upload(
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
  expect(await story.tables("select 1 from blade_user where account = 'sheet2'")).toEqual([]);
  const answer = await fetch(
    `${story.base}/api/blade-system/user/export-user?account=sheet1&realName=undefined&blade-auth=bearer ${admin.token}`,
  );
  const rows = await sheetOf(Buffer.from(await answer.arrayBuffer()));
  expect(rows.slice(0, 2)).toEqual([
    ['租户编号', '账号', '昵称', '姓名', '电子邮箱', '手机号', '所属角色', '所属部门', '所属岗位', '出生日期'],
    expect.arrayContaining(['000000', 'sheet1', '小一', '表一', 'one@example.cn', '客服']),
  ]);
});

test('rows of a tree are put elsewhere as one act: parents first; nothing ever stands below itself, and what is refused moves nothing', async () => {
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
    story.tables(
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
  expect((await (await story.as('as_cs')).post('blade-system/role/arrange', { rows })).status).toBe(403);
});

test('before a menu is changed it is known whom it reaches; and a path of a call says what it would close, before it does', async () => {
  const [customers] = await story.tables<{ id: string }>(
    "select id::text as id from blade_menu where code = 'customers'",
  );
  const meaning = (await platform.get('blade-system/menu/meaning', { ids: customers.id })).data;
  expect(meaning.roles).toContain('客服');
  expect(meaning.topMenus).toEqual(['售后维保']);
  expect(meaning.counts.below).toBe(
    Number(
      (
        await story.tables(
          "with recursive t as (select id from blade_menu where code = 'customers' union select m.id from blade_menu m join t on m.parent_id = t.id where m.is_deleted = 0) select count(*)::int - 1 as count from t",
        )
      )[0].count,
    ),
  );
  expect((await (await story.as('as_cs')).get('blade-system/menu/meaning', { ids: customers.id })).status).toBe(403);
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
