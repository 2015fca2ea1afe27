import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bilingual } from '#kernel/language/label.ts';
import { saved } from '#kernel/testing/sample.ts';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { paperNamed } from '#kernel/server/app.ts';

const server = await openTestServer(import.meta.url, {
  env: { METRICS_TOKEN: 'only-the-watchman-knows', TRUST_PROXY: '127.0.0.1' },
});
const admin = await server.as('administrator');
const item = async (code: string, key: string): Promise<{ id: string; dictKey: string }> =>
  (await admin.get('blade-system/dict-biz/dictionary', { code })).data.find(
    (one: { dictKey: string }) => one.dictKey === key,
  );

test('a key in use can be relabelled but not renamed or removed; an unused one can be removed', async () => {
  await saved(server, paperNamed(server.app, 'customer'), { customerServiceTeam: 'east' });
  const team = await item('customer_service_team', 'east');
  const refused = await admin.post('blade-system/dict-biz/remove', { ids: team.id });
  expect(refused).toMatchObject({ status: 409, reason: 'system.keyInUse' });
  expect(refused.msg).toContain('正在使用该字典键');
  expect((await admin.post('blade-system/dict-biz/submit', { id: team.id, dictKey: 'far-east' })).reason).toBe(
    'system.keyInUse',
  );
  expect((await admin.post('blade-system/dict-biz/submit', { id: team.id, dictValue: '东部班' })).status).toBe(200);
  const spare = await admin.post('blade-system/dict-biz/submit', {
    code: 'customer_service_team',
    dictKey: 'moon',
    dictValue: '月球班',
    sort: 99,
  });
  expect(spare.status, spare.msg).toBe(200);
  expect((await admin.post('blade-system/dict-biz/remove', { ids: spare.data.id })).status).toBe(200);
});

test('renaming or merging keys updates every row, with a preview before and an entry in the history', async () => {
  const customer = paperNamed(server.app, 'customer');
  const [one, other] = [
    await saved(server, customer, { customerServiceTeam: 'south' }),
    await saved(server, customer, { customerServiceTeam: 'north' }),
  ];
  const [south, north] = [await item('customer_service_team', 'south'), await item('customer_service_team', 'north')];
  await admin.post('blade-core/views', {
    paper: 'customer',
    view: { name: '南片', filters: { customerServiceTeam_in: 'south,north' } },
  });
  // A report that filters by the key is updated like a view; one that searches the word in a text is unchanged.
  const manager = await server.as('as_manager', { who: 'keys' });
  const asks = (name: string, filters: object[]) =>
    manager.post('blade-report/report/rest/submit', { name, paperName: 'customer', groupBy: 'createTime', filters });
  const report = (
    await asks('南片客户', [
      { name: 'customerServiceTeam_in', value: 'south,north' },
      { name: 'customerName_like', value: 'south' },
    ])
  ).data;
  const uses = (await admin.get('blade-system/dict-biz/uses', { id: south.id })).data;
  expect(uses.saved).toEqual(
    expect.arrayContaining([
      { key: 'south', count: 2 },
      { key: 'north', count: 2 },
    ]),
  );
  // More rows may carry the key, such as the customer's estate, so the count is at least one.
  const { count, keeper } = uses.items.find((one: { dictKey: string }) => one.dictKey === 'south') as {
    count: number;
    keeper: string | null;
  };
  expect([count >= 1, keeper]).toEqual([true, null]);
  expect(count).toBe(
    (uses.fields as { counts: Record<string, number> }[]).reduce((sum, field) => sum + (field.counts.south ?? 0), 0),
  );
  expect(uses.fields).toContainEqual(
    expect.objectContaining({
      paper: 'customer',
      field: 'customerServiceTeam',
      counts: expect.objectContaining({ south: 1, north: 1 }),
    }),
  );
  const before = await admin.post('blade-system/dict-biz/rename-key', {
    id: south.id,
    dictKey: 'southside',
    preview: true,
  });
  expect(before.data, before.msg).toMatchObject({
    rows: count,
    saved: 2,
    fields: expect.arrayContaining([expect.objectContaining({ paper: 'customer', count: 1 })]),
  });
  expect((await item('customer_service_team', 'south')).id).toBe(south.id);
  expect((await admin.post('blade-system/dict-biz/rename-key', { id: south.id, dictKey: 'north' })).msg).toBe(
    '该键值已存在，可改用合并',
  );
  expect((await admin.post('blade-system/dict-biz/rename-key', { id: south.id, dictKey: 'southside' })).data).toEqual({
    rows: count,
  });
  const renamed = (await admin.get('blade-maintenance/webApi/ascustomer/detail', { id: one.id })).data;
  expect(renamed).toMatchObject({
    customerServiceTeam: 'southside',
    _names: { customerServiceTeam: '闵行班' },
    version: 2,
  });
  expect((await admin.get('blade-maintenance/webApi/ascustomer/history', { id: one.id })).data[0]).toMatchObject({
    action: 'rekey',
    remark: '闵行班：south → southside',
    changes: [{ field: 'customerServiceTeam', old: 'south', new: 'southside' }],
  });
  expect(
    (await admin.inEnglish().get('blade-maintenance/webApi/ascustomer/history', { id: one.id })).data[0],
  ).toMatchObject({ actionName: 'Key changed', remark: expect.stringMatching(/^[\w ]+: south → southside$/) });
  expect((await admin.get('blade-core/views', { paper: 'customer' })).data.views).toMatchObject([
    { name: '南片', filters: { customerServiceTeam_in: 'southside,north' } },
  ]);
  const reportNow = async () => (await manager.get('blade-report/report/rest/detail', { id: report.id })).data;
  expect(await reportNow()).toMatchObject({
    version: 2,
    filters: [
      { name: 'customerServiceTeam_in', value: 'southside,north' },
      { name: 'customerName_like', value: 'south' },
    ],
  });
  expect((await manager.get('blade-report/report/rest/history', { id: report.id })).data[0]).toMatchObject({
    action: 'rekey',
    changes: [{ field: 'filters', old: 'south,north、south', new: 'southside,north、south' }],
  });
  const seen = (await admin.post('blade-system/dict-biz/merge', { id: north.id, into: south.id, preview: true })).data;
  expect(seen).toMatchObject({
    children: 0,
    fields: expect.arrayContaining([expect.objectContaining({ paper: 'customer', count: 1 })]),
  });
  expect((await admin.post('blade-system/dict-biz/merge', { id: north.id, into: south.id })).data).toEqual({
    rows: seen.rows,
  });
  expect(
    (await admin.get('blade-maintenance/webApi/ascustomer/detail', { id: other.id })).data.customerServiceTeam,
  ).toBe('southside');
  expect(await item('customer_service_team', 'north')).toBeUndefined();
  expect(
    (await admin.get('blade-core/views', { paper: 'customer' })).data.views[0].filters.customerServiceTeam_in,
  ).toBe('southside');
  expect((await reportNow()).filters[0].value).toBe('southside');
  // An item of the product that was removed does not return.
  expect(
    (
      await server.tables<{ n: number }>(
        "select count(*)::int as n from blade_dict_biz where tenant_id = '000000' and code = 'customer_service_team' and dict_key in ('south', 'north') and is_deleted > 0",
      )
    )[0].n,
  ).toBe(2);
});

test('keys of the program cannot change, an item has its own key and its group’s code, and its picture is a jpg or png', async () => {
  const other = await item('hold_reason', 'other');
  const parts = await item('hold_reason', 'parts');
  expect((await admin.post('blade-system/dict-biz/rename-key', { id: other.id, dictKey: 'rest' })).reason).toBe(
    'system.keyOfProgram',
  );
  expect((await admin.post('blade-system/dict-biz/merge', { id: other.id, into: parts.id })).reason).toBe(
    'system.keyOfProgram',
  );
  const [{ group }] = await server.tables<{ group: string }>(
    'select parent_id::text as group from blade_dict_biz where id = $1',
    [other.id],
  );
  const bare = await admin.post('blade-system/dict-biz/submit', {
    parentId: group,
    code: 'hold_reason',
    dictValue: '台风',
    sort: 9,
    isSealed: 0,
  });
  expect(bare).toMatchObject({ status: 400, msg: '请输入字典键值' });
  const storm = (
    await admin.post('blade-system/dict-biz/submit', {
      parentId: group,
      code: 'something else',
      dictKey: 'storm',
      dictValue: '台风',
      sort: 9,
      isSealed: 0,
    })
  ).data;
  expect((await item('hold_reason', 'storm')).id).toBe(storm.id);
  expect((await admin.post('blade-system/dict-biz/merge', { id: storm.id, into: other.id })).data).toEqual({ rows: 0 });
  const put = async (name: string, content: Buffer): Promise<string> =>
    (await uploadSheetFile(admin, 'blade-resource/oss/endpoint/put-file', content, name)).data.link;
  const submit = (pic: string): ReturnType<typeof admin.post> =>
    admin.post('blade-system/dict-biz/submit', { id: other.id, pic });
  expect((await submit(await put('a.pdf', Buffer.from('%PDF-1.4 no picture')))).msg).toBe(
    '图标图片只能是jpg/png，不超过10MB',
  );
  expect(
    (
      await submit(
        await put(
          'a.png',
          await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1463b8' } })
            .png()
            .toBuffer(),
        ),
      )
    ).status,
  ).toBe(200);
  const shown = (await item('hold_reason', 'other')) as unknown as { pic: string };
  expect((await fetch(server.base + shown.pic)).status).toBe(200);
});

test('a setting has the company’s value, else the platform’s, else the product’s; after removal, the next one counts', async () => {
  const elsewhere = await server.as('admin', { tenantId: '100001' });
  const key = 'export.mark';
  const counts = async (caller: typeof admin): Promise<{ value: string; from: string }> => {
    server.clock.pass(11_000);
    return (await caller.get('blade-system/param/effective')).data.find(
      (one: { paramKey: string }) => one.paramKey === key,
    );
  };
  expect(await counts(elsewhere)).toMatchObject({ value: 'clear', from: 'product' });
  expect((await elsewhere.post('blade-system/param/platform', { paramKey: key, paramValue: 'never' })).status).toBe(
    403,
  );
  expect((await admin.post('blade-system/param/platform', { paramKey: key, paramValue: 'always' })).status).toBe(200);
  expect(await counts(elsewhere)).toMatchObject({ value: 'always', from: 'platform', own: null });
  expect(await server.app.ports.parameter('100001', key)).toBe('always');
  expect((await elsewhere.post('blade-system/param/own', { paramKey: key, paramValue: 'never' })).status).toBe(200);
  expect([await counts(elsewhere), await counts(admin)]).toMatchObject([
    { value: 'never', from: 'own', platform: 'always' },
    { value: 'always', from: 'platform' },
  ]);
  expect((await elsewhere.post('blade-system/param/own', { paramKey: key, paramValue: null })).status).toBe(200);
  expect((await admin.post('blade-system/param/platform', { paramKey: key, paramValue: null })).status).toBe(200);
  expect(await counts(elsewhere)).toMatchObject({ value: 'clear', from: 'product' });
  expect((await elsewhere.post('blade-system/param/own', { paramKey: 'no.such', paramValue: '1' })).status).toBe(404);
});

test('texts with different Chinese and English halves are refused, however they are sent', async () => {
  const forged = '免费\u001fTwice the price';
  const own = { paramKey: 'story.forged', paramValue: '1' };
  for (const refused of [
    await admin.post('blade-system/param/submit', { ...own, paramName: forged }),
    await admin.post(`blade-system/param/submit?paramName=${encodeURIComponent(forged)}`, own),
    await admin.post('blade-desk/notice/submit', {
      title: forged,
      category: 1,
      releaseTime: '2026-11-23 09:00:00',
      content: '<p>x</p>',
    }),
    await admin.post('blade-core/views', {
      paper: 'repairForm',
      view: { name: '我的', filters: { description: forged } },
    }),
  ])
    expect(refused).toMatchObject({ status: 400, reason: 'http.unseen', data: { fields: [{ msg: refused.msg }] } });
  expect((await admin.post('blade-system/param/submit', { ...own, paramName: '一行\n两行\t三格' })).status).toBe(200);
});

test('a text typed on two lines is the same for readers of both languages, in row, list and history', async () => {
  const typed = '找李先生\nMr Li is at home';
  const {
    data: { id },
  } = await admin.post('blade-system/param/submit', { paramName: typed, paramKey: 'two.lines', paramValue: '1' });
  await admin.post('blade-system/param/submit', { id, paramName: `${typed} today` });
  for (const reader of [admin, admin.inEnglish()]) {
    expect((await reader.get('blade-system/param/detail', { id })).data.paramName).toBe(`${typed} today`);
    expect((await reader.get('blade-system/param/list', { paramKey: 'two.lines' })).data.records[0].paramName).toBe(
      `${typed} today`,
    );
    const changes = (await reader.get('blade-system/param/history', { id })).data.flatMap(
      (entry: { changes?: { old: unknown; new: unknown }[] }) => entry.changes ?? [],
    );
    expect(changes).toEqual(expect.arrayContaining([expect.objectContaining({ old: typed, new: `${typed} today` })]));
  }
  // A text with a line break, which a person may have typed, is not split into two languages.
  expect([bilingual(typed), bilingual('已读\u001fRead')]).toEqual([
    [typed, typed],
    ['已读', 'Read'],
  ]);
});

test('views are saved for oneself, a role or the company, with the right, and one opens first', async () => {
  const [manager, cs, store] = [
    await server.as('as_manager', { who: 'views' }),
    await server.as('as_cs', { who: 'views' }),
    await server.as('as_store', { who: 'views' }),
  ];
  const [{ id: role }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_cs'",
  );
  const keep = (
    caller: typeof admin,
    view: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ): ReturnType<typeof admin.post> =>
    caller.post('blade-core/views', { paper: 'repairForm', view: { filters: { urgency: 'high' }, ...view }, ...more });
  const sees = async (
    caller: typeof admin,
  ): Promise<{
    views: { name: string }[];
    shared?: { name: string; shared: string; first?: boolean; ownRole?: boolean }[];
    mayShare?: boolean;
  }> => (await caller.get('blade-core/views', { paper: 'repairForm' })).data;
  expect((await keep(cs, { name: '我的急单' })).status).toBe(200);
  expect((await keep(cs, { name: '大家的急单', shared: 'company' })).status).toBe(403);
  expect((await keep(manager, { name: '客服急单', shared: 'role', role: '1' })).msg).toBe('请选择角色');
  expect((await keep(manager, { name: '客服急单', shared: 'role', role, first: true })).status).toBe(200);
  expect((await keep(manager, { name: '公司急单', shared: 'company', first: true })).status).toBe(200);
  expect((await keep(manager, { name: '公司急单二', shared: 'company', first: true })).status).toBe(200);
  const shared = (await sees(cs)).shared ?? [];
  expect(shared.map((one) => [one.name, one.shared, one.first ?? false, one.ownRole ?? false]).sort()).toEqual(
    [
      ['公司急单', 'company', false, false],
      ['公司急单二', 'company', true, false],
      ['客服急单', 'role', true, true],
    ].sort(),
  );
  expect((await sees(cs)).mayShare).toBeUndefined();
  expect([(await sees(store)).shared?.map((one) => one.name).sort(), (await sees(store)).views]).toEqual([
    ['公司急单', '公司急单二'],
    [],
  ]);
  expect((await keep(cs, { name: '公司急单', shared: 'company' }, { remove: true })).status).toBe(403);
  expect((await keep(manager, { name: '急单', shared: 'company' }, { was: '公司急单' })).status).toBe(200);
  expect((await keep(manager, { name: '客服急单', shared: 'role', role }, { remove: true })).status).toBe(200);
  expect((await sees(cs)).shared?.map((one) => one.name).sort()).toEqual(['公司急单二', '急单']);
});

test('a row referenced by a structured value cannot be removed', async () => {
  const skill = await saved(server, paperNamed(server.app, 'skill'));
  const technician = await saved(server, paperNamed(server.app, 'technician'), {
    customerServiceTeam: 'east',
    skills: [{ skillId: skill.id, level: 3 }],
  });
  expect((await admin.post('blade-maintenance/webApi/asskill/remove', { ids: skill.id })).reason).toBe('row.referred');
  expect(
    (await admin.post('blade-maintenance/webApi/astechnician/submit', { id: technician.id, skills: [] })).status,
  ).toBe(200);
  expect((await admin.post('blade-maintenance/webApi/asskill/remove', { ids: skill.id })).status).toBe(200);
});

test('the history lists grants of a role by name, and password changes without the password', async () => {
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_store'",
  );
  const had = (
    await server.tables<{ id: string }>('select menu_id::text as id from blade_role_menu where role_id = $1', [id])
  ).map((one) => one.id);
  const [lost] = await server.tables<{ name: string; english: string }>(
    'select name, name_en as english from blade_menu where id = $1',
    [had[0]],
  );
  expect((await admin.post('blade-system/role/grant', { roleIds: id, menuIds: had.slice(1) })).status).toBe(200);
  const [entry] = (await admin.get('blade-system/role/history', { id })).data;
  expect(entry).toMatchObject({ remark: `共${had.length - 1}项；取消：${lost.name}` });
  expect((await admin.inEnglish().get('blade-system/role/history', { id })).data[0]).toMatchObject({
    actionName: 'Granted',
    remark: `${had.length - 1} in all; taken: ${lost.english}`,
  });
});

test('server metrics need the local machine or the token', async () => {
  const read = async (headers: Record<string, string>): Promise<{ status: number }> => {
    const answer = await fetch(`${server.base}/metrics`, { headers });
    await answer.text();
    return answer;
  };
  expect((await read({})).status).toBe(200);
  const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await read(elsewhere)).status).toBe(403);
  expect((await read({ ...elsewhere, Authorization: 'Bearer somebody-guesses' })).status).toBe(403);
  expect((await read({ ...elsewhere, Authorization: 'Bearer only-the-watchman-knows' })).status).toBe(200);
});

test('a region, identified by its code, has a history and comments like any row', async () => {
  const platform = await server.as('administrator', { who: 'regions' });
  expect(
    (await platform.post('blade-core/comments', { paper: 'region', id: '3101', words: '区划要合并' })).status,
  ).toBe(200);
  expect((await platform.get('blade-core/comments', { paper: 'region', id: '3101' })).data).toMatchObject([
    { words: '区划要合并' },
  ]);
  expect((await platform.get('blade-system/region/history', { id: '3101' })).status).toBe(200);
  expect((await platform.get('blade-core/comments', { paper: 'region', id: '99' })).status).toBe(404);
});

test('a county is added, partly changed and removed; its code cannot change', async () => {
  const platform = await server.as('administrator', { who: 'regions' });
  const send = (call: string, body: object): ReturnType<typeof platform.post> =>
    platform.post(`blade-system/region/${call}`, body);
  expect((await send('submit', { code: '310199', parentCode: '3101', name: '试验县', level: 3 })).status).toBe(200);
  const read = async (): Promise<Record<string, unknown>> =>
    (await platform.get('blade-system/region/detail', { id: '310199' })).data;
  expect(await read()).toMatchObject({
    id: '310199',
    name: '试验县',
    _names: { level: '区县' },
    _can: expect.arrayContaining(['edit', 'delete']),
  });
  expect((await send('submit', { id: '310199', version: (await read()).version, name: '试验区' })).status).toBe(200);
  expect(await read()).toMatchObject({ code: '310199', name: '试验区', parentCode: '3101', level: 3 });
  expect((await send('remove', { ids: '3101' })).reason).toBe('system.regionHasChildren');
  // A new code would create another region whatever id is sent, and the code of an existing region cannot change.
  expect((await send('submit', { id: '3101', code: '3109' })).reason).toBe('row.invalid');
  expect((await send('update', { id: '310199', code: '310198' })).data.fields[0].field).toBe('code');
  expect((await send('remove', { ids: '310199' })).status).toBe(200);
  expect((await platform.get('blade-system/region/detail', { id: '310199' })).status).toBe(404);
});
