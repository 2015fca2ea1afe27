import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import { type Answer, TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { roleHolders } from './testing/role-holders.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('admin', { who: 'own' });
const { menuId, holder } = roleHolders(server, admin);

const POSTS = 'blade-system/post';
const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';
const names = (answer: Answer): string[] =>
  (answer.data.records as { customerName: string }[]).map((one) => one.customerName).sort();

describe('数据权限与接口权限 Data and API scopes', () => {
  test('a rule shows its rows in list, detail, export, write and search, and no others; several scopes of a role are put together', async () => {
    const buttons = ['view', 'edit', 'export'];
    const table = 'ascustomer';
    const page = await menuId(table);
    const { caller, role } = await holder(
      'scoped',
      buttons.map((one) => `${table}_${one}`),
    );
    const cs = await server.as('as_cs');
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
    // A grant without `dataScopeIds` leaves the data scopes of the role unchanged. With two ids the role sees the rows
    // of both scopes.
    await grant(undefined);
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual(['甲贵宾']);
    const third = await scope({
      scopeName: '丙',
      scopeValue: [{ field: 'customerName', op: 'equal', value: '丙普通' }],
    });
    await grant([vip.data.id, third.data.id]);
    expect(names(await caller.get(`${CUSTOMERS}/list`))).toEqual(['丙普通', '甲贵宾'].sort());
    const mine = await scope({ scopeName: '本人', scopeType: 2 });
    // Published clients read a rule as text, empty if there is none. Saving the same text again changes nothing.
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
    // The history shows the rule as the detail does, in the reader's language. The history of an API scope shows its
    // path.
    const changesOf = async (
      path: string,
      id: string,
      who: TestCaller,
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
    const zh = await changesOf('blade-system/data-scope', vip.data.id, admin);
    const en = await changesOf('blade-system/data-scope', vip.data.id, admin.inEnglish());
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
    expect((await changesOf('blade-system/role', role, admin)).customScope.new).toBe('客户：客户等级 为 VIP');
    expect((await server.as('as_cs')).tenantId).toBe('000000');
  });

  test('人员的头像随名字一起来，别人看不到的头像也不随名字来 a portrait comes with the name by an expiring link, only to people who may see it', async () => {
    const cs = await server.as('as_cs', { who: 'face' });
    await server.tables("update blade_user set real_name = '有头像' where id = $1", [cs.id]);
    const file = (
      await uploadSheetFile(
        cs,
        'blade-resource/oss/endpoint/put-file',
        await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c05' } })
          .png()
          .toBuffer(),
        'me.png',
      )
    ).data.link as string;
    expect((await cs.post('blade-system/user/update-info', { avatar: file })).status).toBe(200);
    const { data: row } = await cs.post(`${CUSTOMERS}/submit`, {
      customerName: '头像客户',
      customerLevel: 'vip',
      phone: '13900139077',
      addressDetail: '头像路一号',
    });
    await cs.post('blade-core/comments', { paper: 'customer', id: row.id, words: '看一下' });
    const { caller, role } = await holder('facing', ['ascustomer_view', 'blade_user_view']);
    const seen = async (who: TestCaller): Promise<unknown[]> => [
      (await who.get(`${CUSTOMERS}/list`, { customerName: '头像客户' })).data.records[0]?._portraits?.createUser,
      (await who.get(`${CUSTOMERS}/detail`, { id: row.id })).data?._portraits?.createUser,
      (await who.get(`${CUSTOMERS}/history`, { id: row.id })).data?.[0]?.portrait,
      (await who.get('blade-core/comments', { paper: 'customer', id: row.id })).data?.[0]?.portrait,
      (await who.get('blade-core/options', { paper: 'user', q: '有头像' })).data[0]?.portrait,
    ];
    const links = await seen(caller);
    expect(new Set(links).size, JSON.stringify(links)).toBe(1);
    const link = String(links[0]);
    const picture = await fetch(server.base + link);
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, max-age=3600',
    ]);
    expect((await fetch(server.base + link.replace(/tenant=\d+/, 'tenant=100008'))).status).toBe(403);
    // A row that names only people without a picture has no `_portraits`. Callers of another company get neither names
    // nor pictures.
    expect((await admin.get(`${CUSTOMERS}/list`, { customerName: '甲贵宾' })).data.records[0]).not.toHaveProperty(
      '_portraits',
    );
    expect(JSON.stringify(await seen(await server.as('as_cs', { tenantId: '100008' })))).not.toContain(
      'blade-resource',
    );
    // If the data scope of users hides the field `avatar`, the caller gets no pictures.
    const hiding = await admin.post('blade-system/data-scope/submit', {
      menuId: await menuId('blade_user'),
      scopeName: '不看头像',
      scopeType: 1,
      scopeField: 'account,realName',
    });
    const menus = (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).data.menu as string[];
    await admin.post('blade-system/role/grant', { roleIds: [role], menuIds: menus, dataScopeIds: [hiding.data.id] });
    expect(await seen(caller)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    // A changed picture has an effect at once: here it is removed.
    await cs.post('blade-system/user/update-info', { avatar: '' });
    expect((await cs.get(`${CUSTOMERS}/detail`, { id: row.id })).data._portraits).toBeUndefined();
  });

  test('可见字段之外的字段在列表、详情、筛选、排序、检索、导出、历史、写入里都不存在 what no scope shows is nowhere: list, detail, filter, order, search, export, history, write', async () => {
    const { caller, role } = await holder(
      'fielded',
      ['view', 'edit', 'export'].map((one) => `ascustomer_${one}`),
    );
    const cs = await server.as('as_cs');
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
    // A hidden field neither filters nor sorts, so that guesses reveal nothing.
    expect((await mine({ addressDetail_like: '没有这样的路' })).reason).toBe('row.filtersUnknown');
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
      (await server.tables('select remark, address_detail, phone from ascustomer where id = $1', [row.id]))[0],
    ).toEqual({ remark: '隐藏备注二', address_detail: '隐藏路九号', phone: '13900139002' });
    const pages = (await caller.get('blade-system/menu/buttons')).data as { code: string; hiddenFields?: string[] }[];
    expect(pages.find((one) => one.code === 'ascustomer')?.hiddenFields).toEqual(
      expect.arrayContaining(['remark', 'addressDetail', 'customerLevel']),
    );
    const explained = await admin.get('blade-system/permission/explain', {
      userId: caller.id,
      resource: 'customer',
      field: 'remark',
      id: row.id,
    });
    expect([
      explained.data.allow,
      explained.data.steps.at(-1).words[0],
      explained.data.overview.fields.find((one: { name: string }) => one.name === 'phone').sight,
    ]).toEqual([false, '备注：不在数据权限的可见字段中', 'masked']);
    // A second data scope of the role adds its visible fields. One with `*` shows all fields.
    await grant([few.data.id, (await scope('remark')).data.id]);
    expect([
      (await mine()).data.records[0].customerLevel,
      (await caller.get(`${CUSTOMERS}/detail`, { id: row.id })).data.remark,
    ]).toEqual([undefined, '隐藏备注二']);
    await grant([few.data.id, (await scope('*')).data.id]);
    expect((await mine()).data.records[0]).toMatchObject({ customerLevel: 'vip' });
  });

  test('a guarded call answers only roles that were granted it, by path and method', async () => {
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
    // `page` is another name of `list`, and `submit` of `save`: a scope that closes one name closes both.
    expect([
      (await other.get(`${POSTS}/page`)).status,
      (await other.get(`${POSTS}/detail`, { id: '1' })).status,
    ]).toEqual([403, 404]);
    const changes = (
      (await admin.inEnglish().get('blade-system/api-scope/history', { id: guarded.data.id })).data as {
        changes: { label: string; new: string }[];
      }[]
    )[0].changes.map((one) => [one.label, one.new]);
    expect(changes).toEqual(
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
    // A scope that closes a service under its current name closes it under its older name too.
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
