import { textIn } from '#kernel/language/label.ts';
import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buttonOf } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { testEach } from '#kernel/testing/sample.ts';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import { TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const platform = await server.as('administrator');
const CLIENT = { authorization: `Basic ${btoa('anju:anju_secret')}` };
const login = (tenantId: string, password: string, username = 'admin') =>
  server.stranger().send('POST', 'blade-auth/oauth/token', {
    body: new URLSearchParams({ tenantId, username, password, grant_type: 'password' }).toString(),
    headers: { ...CLIENT, 'Content-Type': 'application/x-www-form-urlencoded' },
  });

test('a new company has roles, dictionaries, menus and an administrator, who logs in by a password shown once', async () => {
  const made = await platform.post('blade-system/tenant/submit', { tenantName: '苏州清风暖通', linkman: '顾经理' });
  expect(made.status, made.msg).toBe(200);
  const { tenantId, id } = made.data as { tenantId: string; id: string };
  const [counts] = await server.tables<Record<string, number>>(
    `select (select count(*)::int from blade_role where tenant_id = $1) as roles, (select count(*)::int from blade_dict_biz where tenant_id = $1) as words,
    (select count(*)::int from blade_role_menu where tenant_id = $1) as grants, (select count(*)::int from blade_top_menu where tenant_id = $1) as tabs, (select count(*)::int from blade_user where tenant_id = $1) as users`,
    [tenantId],
  );
  const [model] = await server.tables<Record<string, number>>(
    "select (select count(*)::int from blade_dict_biz where tenant_id = '000000') as words, (select count(*)::int from blade_top_menu where tenant_id = '000000') as tabs",
  );
  expect(counts).toMatchObject({ words: model.words, tabs: model.tabs, users: 1 });
  expect(counts.roles).toBeGreaterThan(10);
  expect(counts.grants).toBeGreaterThan(500);
  // No login works before the first reset of the administrator's password.
  expect((await login(tenantId, '')).status).not.toBe(200);
  const shown = (
    await platform.send('POST', `blade-system/tenant/reset-administrator?id=${id}`, {
      headers: { 'Idempotency-Key': 'only-once-please' },
    })
  ).data as Record<string, string>;
  expect(Object.keys(shown)).toEqual(['admin']);
  const entered = await login(tenantId, shown.admin);
  expect(entered.body, entered.msg).toMatchObject({ tenant_id: tenantId });
  // No table stores the new password in clear.
  for (const table of ['anju_idempotency', 'anju_audit', 'blade_user', 'anju_outbox'])
    expect(JSON.stringify(await server.tables(`select * from ${table}`))).not.toContain(shown.admin);
});

test('a company’s logo and picture show on the login page of its host, by expiring links to files of the platform', async () => {
  const { id } = (
    await platform.post('blade-system/tenant/submit', {
      tenantName: '画面公司',
      linkman: '顾经理',
      domain: 'https://pictures.example',
      logoUrl: 'https://elsewhere.example/logo.png',
    })
  ).data as { id: string };
  const info = async (): Promise<Record<string, string>> =>
    (await server.stranger().get('blade-system/tenant/info', { domain: 'pictures.example' })).data;
  expect(await info()).toMatchObject({
    tenantName: '画面公司',
    logoUrl: 'https://elsewhere.example/logo.png',
    backgroundUrl: '',
  });
  const picture = async (): Promise<string> =>
    (
      await uploadSheetFile(
        platform,
        'blade-resource/oss/endpoint/put-file',
        await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0a7d5a' } })
          .png()
          .toBuffer(),
        'logo.png',
      )
    ).data.link;
  const saved = await platform.post('blade-system/tenant/submit', {
    id,
    logo: await picture(),
    background: await picture(),
  });
  expect(saved.status, saved.msg).toBe(200);
  const shown = await info();
  for (const link of [shown.logoUrl, shown.backgroundUrl])
    expect([
      link.startsWith('/api/blade-resource/file/'),
      (await fetch(server.base + link)).headers.get('content-type'),
    ]).toEqual([true, 'image/png']);
  expect(Object.keys(shown)).not.toContain('logo');
  const { tenantId } = shown;
  const inside = await server.as('admin', { tenantId, who: 'logo' });
  expect((await inside.get('blade-auth/oauth/user-info')).data.tenantLogo).toBe(shown.logoUrl);
  expect((await inside.post('blade-system/tenant/submit', { id, logo: '' })).status).not.toBe(200);
  // A host belongs to one company, however its address is written.
  for (const domain of ['pictures.example', 'http://Pictures.example/login'])
    expect(
      (await platform.post('blade-system/tenant/submit', { tenantName: '同名公司', linkman: '某人', domain })).data
        .fields,
      domain,
    ).toEqual([{ field: 'domain', msg: '该域名已绑定“画面公司”' }]);
  expect((await platform.post('blade-system/tenant/submit', { id, domain: 'https://pictures.example/' })).status).toBe(
    200,
  );
});

test('a package limits every right of a company, its administrator’s too, and a larger one restores the grants', async () => {
  const idOf = async (sql: string, values: unknown[] = []): Promise<string> =>
    (await server.tables<{ id: string }>(sql, values))[0].id;
  const menuId = (code: string): Promise<string> =>
    idOf('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [code]);
  const CUSTOMERS = `${paperNamed(server.app, 'customer').path}/list`;
  const made = (await platform.post('blade-system/tenant/submit', { tenantName: '小城暖通', linkman: '老周' }))
    .data as { id: string; tenantId: string };
  const shown = (await platform.post(`blade-system/tenant/reset-administrator?id=${made.id}`)).data.admin as string;
  await server.tables('update blade_user set must_change = false where tenant_id = $1', [made.tenantId]);
  const { body } = await login(made.tenantId, shown);
  const own = new TestCaller(server.base, String(body.access_token), String(body.user_id), made.tenantId);
  expect((await own.get(CUSTOMERS)).status).toBe(200);
  const bought = await platform.post('blade-system/tenant-package/submit', {
    packageName: '基础版',
    menuId: [await menuId('blade_user'), await menuId('blade_role'), await menuId('blade_post_view')].join(','),
  });
  expect(bought.status, bought.msg).toBe(200);
  expect(
    (await own.post('blade-system/tenant/package-setting', { tenantId: made.tenantId, packageId: bought.data.id }))
      .status,
  ).toBe(403);
  expect(
    (
      await platform.send(
        'POST',
        `blade-system/tenant/package-setting?tenantId=${made.tenantId}&packageId=${bought.data.id}`,
      )
    ).status,
  ).toBe(200);
  expect((await platform.get('blade-system/tenant/package-detail', { tenantId: made.tenantId })).data).toMatchObject({
    packageName: '基础版',
  });
  // The package limits the company from the next request on: pages, calls, buttons and grants.
  expect((await own.get(CUSTOMERS)).status).toBe(403);
  expect((await own.get('blade-system/user/page')).status).toBe(200);
  expect([
    (await own.get(`${paperNamed(server.app, 'post').path}/list`)).status,
    (await own.post(`${paperNamed(server.app, 'post').path}/submit`, {})).status,
  ]).toEqual([200, 403]);
  const codes = JSON.stringify((await own.get('blade-system/menu/buttons')).data);
  expect(codes).toContain('blade_user_add');
  expect(codes).not.toMatch(/ascustomer|blade_post_add/);
  expect(JSON.stringify((await own.get('blade-system/menu/routes')).data)).not.toContain('/maintenance/');
  expect(JSON.stringify((await own.get('blade-system/menu/grant-tree')).data.menu)).not.toContain('ascustomer');
  const role = await idOf("select id::text as id from blade_role where tenant_id = $1 and role_alias = 'as_cs'", [
    made.tenantId,
  ]);
  expect(
    (await own.post('blade-system/role/grant', { roleIds: [role], menuIds: [await menuId('ascustomer_view')] })).reason,
  ).toBe('system.aboveYou');
  expect((await platform.post('blade-system/tenant-package/remove', { ids: bought.data.id })).reason).toBe(
    'system.packageInUse',
  );
  await platform.send('POST', `blade-system/tenant/package-setting?tenantId=${made.tenantId}&packageId=`);
  expect((await own.get(CUSTOMERS)).status).toBe(200);

  // After its end a company is read-only for a week, and can download its own rows; then all logins are refused.
  await platform.post('blade-system/tenant/setting', { ids: made.id, expireTime: '2026-11-23 09:00:00' });
  expect((await own.get('blade-system/user/page')).status).toBe(200);
  expect(
    (
      await own.post(`${paperNamed(server.app, 'post').path}/submit`, {
        postName: '新岗',
        postCode: 'new',
        category: 1,
        sort: 1,
      })
    ).reason,
  ).toBe('http.expired');
  expect((await own.post('blade-system/user/export', { scope: 'all', format: 'csv' })).status).toBe(200);
  expect((await own.get('blade-auth/oauth/user-info')).data.still).toBe('expired');
  await server.tables("update blade_tenant set expire_time = '2026-11-10' where tenant_id = $1", [made.tenantId]);
  server.app.ports.forget(null);
  expect((await own.get('blade-system/user/page')).status).toBe(401);
  expect(
    (
      await platform.post('blade-system/tenant/submit', {
        id: await idOf("select id::text as id from blade_tenant where tenant_id = '000000'"),
        expireTime: '2026-12-01 00:00:00',
      })
    ).reason,
  ).toBe('system.platformUnbound');
});

test('a company’s administrator cannot create companies or reset accounts of another', async () => {
  const admin = await server.as('admin', { who: 'own' });
  expect((await admin.post('blade-system/tenant/submit', { tenantName: '偷开一家', linkman: '某人' })).status).toBe(
    403,
  );
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_tenant where tenant_id <> '000000' limit 1",
  );
  expect((await admin.post(`blade-system/tenant/reset-administrator?id=${id}`)).status).toBe(403);
});

test('a transaction in another company returns to its own, even after a refusal', async () => {
  const [{ tenantId }] = await server.tables<{ tenantId: string }>(
    `select tenant_id as "tenantId" from blade_tenant where tenant_id <> '000000' limit 1`,
  );
  const seen = await server.work('administrator', async (context) => {
    const users = async (): Promise<string[]> =>
      (await context.sql.query<{ t: string }>('select distinct tenant_id as t from blade_user')).map((one) => one.t);
    const inside = await context.inTenant(tenantId, users);
    await context.inTenant(tenantId, () => Promise.reject(new Error('refused inside'))).catch(() => null);
    return [inside, await users()];
  });
  expect(seen).toEqual([[tenantId], ['000000']]);
  await expect(
    server.work('as_admin', (context) => context.inTenant(tenantId, async () => null)),
  ).rejects.toMatchObject({ status: 403 });
});

test('an archive has all data of a company without secrets; the platform needs a reason, an administrator gets only their own', async () => {
  const own = await server.as('admin', { tenantId: '100001', who: 'archive' });
  const post = await own.post('blade-system/post/submit', {
    postName: '归档岗位',
    postCode: 'archive',
    category: 1,
    sort: 1,
  });
  await own.post('blade-core/comments', { paper: 'post', id: post.data.id, words: '说过的话' });
  expect((await own.post('blade-system/tenant/export', { tenantId: '000000', reason: '好奇' })).status).toBe(403);
  expect((await (await server.as('as_cs', { tenantId: '100001' })).post('blade-system/tenant/export')).status).toBe(
    403,
  );
  expect((await platform.post('blade-system/tenant/export', { tenantId: '100001' })).status).toBe(400);
  await server.tables(
    "insert into iot_days select 1, date '2026-10-01' + n, t, decode('01', 'hex') from generate_series(1, 3) n, unnest(array['100001']) t union all select 2, date '2026-10-01', '000000', decode('02', 'hex')",
  );
  const { job } = (await own.post('blade-system/tenant/export')).data;
  await expect
    .poll(async () => (await own.get('blade-core/job', { id: job })).data.state, { timeout: 20_000 })
    .toBe('done');
  const file = (await own.get('blade-core/job', { id: job })).data.answer.file as string;
  const bytes = Buffer.from(
    await (
      await fetch(`${server.base}/api/${file}`, { headers: { 'Blade-Auth': `bearer ${own.token}` } })
    ).arrayBuffer(),
  );
  const text = textsIn(bytes);
  expect(text['tables/blade_post.jsonl']).toContain('归档岗位');
  expect(text['tables/blade_user.jsonl']).toContain('admin_archive');
  expect(text['tables/anju_comment.jsonl']).toContain('说过的话');
  expect(Object.values(text).join(' ')).not.toMatch(/argon2id|"password"/);
  const { tenantId, rows } = JSON.parse(text['manifest.json']);
  expect([tenantId, rows.blade_post]).toEqual(['100001', text['tables/blade_post.jsonl'].trim().split('\n').length]);
  expect(Object.values(text).join(' ')).not.toContain('"tenant_id": "000000"');
  expect([rows.iot_days, text['tables/iot_days.jsonl'].trim().split('\n').length]).toEqual([3, 3]);
  const lean = (await own.post('blade-system/tenant/export', { withoutValues: true })).data.job;
  await expect
    .poll(async () => (await own.get('blade-core/job', { id: lean })).data.state, { timeout: 20_000 })
    .toBe('done');
});

test('到期前 14、7、1 天各提醒管理员一次，改了期限重新算 administrators are notified 14, 7 and 1 days before the end, once each, and again for a new end', async () => {
  const chief = await server.as('admin', { tenantId: '100001', who: 'reminded' });
  await server.as('as_cs', { tenantId: '100001', who: 'unconcerned' });
  const DAY = 86_400_000;
  const titles = async (language: 'zh' | 'en' = 'zh'): Promise<string[]> =>
    (
      await server.tables<{ title: string }>(
        "select title from asmessage where tenant_id = '100001' and receiver_id = $1 and message_event = 'system' order by id",
        [chief.id],
      )
    ).map((row) => textIn(row.title, language));
  const run = async (days: number): Promise<string[]> => {
    await server.tables(
      "update blade_tenant set expire_time = to_timestamp($1 / 1000.0), tenant_kind = 'trial' where tenant_id = '100001'",
      [end],
    );
    server.clock.set(end - days * DAY);
    for (const _twice of [1, 2]) await server.app.jobs.run('tenant.remindOfEnd');
    return titles();
  };
  const now = server.clock.ms();
  let end = now + 30 * DAY;
  expect(await run(20)).toEqual([]);
  expect(await run(14)).toEqual(['试用还有14天到期']);
  expect(await run(10)).toHaveLength(1);
  // The run of the seventh day was missed, so the sixth day sends the notice.
  expect(await run(6)).toEqual(['试用还有14天到期', '试用还有6天到期']);
  expect((await titles('en'))[1]).toBe('The trial ends in 6 days');
  expect(await run(1)).toHaveLength(3);
  end += 60 * DAY;
  expect(await run(50)).toHaveLength(3);
  expect(await run(13)).toHaveLength(4);
  expect(
    await server.tables(
      "select 1 from asmessage where tenant_id = '100001' and message_event = 'system' and receiver_id <> $1 and receiver_id not in (select u.id from blade_user u, blade_role r where r.id = any(u.role_id) and r.role_alias = 'admin')",
      [chief.id],
    ),
  ).toEqual([]);
  server.clock.set(now);
});

/** Log in with an assigned password and choose a new one. */
async function enter(tenantId: string, account: string, password: string): Promise<TestCaller> {
  const { body, msg } = await login(tenantId, password, account);
  expect(body.must_first, msg).toBe('password');
  const person = new TestCaller(server.base, String(body.access_token), String(body.user_id), tenantId);
  expect((await person.get('blade-system/menu/routes')).reason).toBe('http.passwordFirst');
  expect(
    (
      await person.post('blade-system/user/update-password', {
        oldPassword: password,
        newPassword: 'Own2026pass',
        newPassword1: 'Own2026pass',
      })
    ).status,
  ).toBe(200);
  return person;
}

test('a person of a new role has exactly its rights, by every call and on every screen', async () => {
  const menuId = async (code: string): Promise<string> =>
    (
      await server.tables<{ id: string }>('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [
        code,
      ])
    )[0].id;
  const bought = await platform.post('blade-system/tenant-package/submit', {
    packageName: '人事版',
    menuId: (await Promise.all(['blade_user', 'blade_role', 'blade_dept', 'blade_post'].map(menuId))).join(','),
  });
  const {
    data: { id, tenantId },
  } = await platform.post('blade-system/tenant/submit', {
    tenantName: '苏州晨曦暖通',
    linkman: '顾经理',
    packageId: bought.data.id,
  });
  const admin = await enter(
    tenantId,
    'admin',
    (await platform.post(`blade-system/tenant/reset-administrator?id=${id}`)).data.admin,
  );
  expect((await admin.get('blade-maintenance/webApi/ascustomer/list')).status).toBe(403);
  const post = paperNamed(server.app, 'post');
  const buttons = (
    await server.tables<{ code: string }>(
      "select b.code from blade_menu b join blade_menu p on p.id = b.parent_id where p.code = 'blade_post' and b.category = 2 and b.is_deleted = 0",
    )
  ).map((row) => row.code);
  const less = [buttonOf(post, 'delete'), buttonOf(post, 'export')];
  const held = buttons.filter((code) => !less.includes(code));
  expect(held).toEqual(expect.arrayContaining(['view', 'add', 'edit'].map((action) => buttonOf(post, action))));
  const made = async (path: string, body: object): Promise<string> => {
    const { data, status, msg } = await admin.post(`${path}/submit`, body);
    expect(status, msg).toBe(200);
    return data.id;
  };
  const deptId = await made('blade-system/dept', { deptName: '人事部', fullName: '苏州晨曦暖通人事部' });
  const roleId = await made('blade-system/role', { roleName: '人事文员', roleAlias: 'clerk', scope: 'all' });
  expect(
    (
      await admin.post('blade-system/role/grant', {
        roleIds: [roleId],
        menuIds: await Promise.all(['blade_post', ...held].map(menuId)),
      })
    ).status,
  ).toBe(200);
  const clerkId = await made('blade-system/user', { account: 'xiaochen', realName: '小陈', deptId, roleId });
  const clerk = await enter(
    tenantId,
    'xiaochen',
    Object.values((await admin.post('blade-system/user/reset-password', { userIds: clerkId })).data)[0] as string,
  );
  const post1 = await clerk.post('blade-system/post/submit', { postName: '客服专员', postCode: 'cs-1', category: 3 });
  expect(post1.status, post1.msg).toBe(200);

  // All calls outside of the role's buttons are refused.
  const shut = server.assembly.routes.filter(
    (route) =>
      !['anonymous', 'person', 'guest'].includes(route.needs) &&
      !route.path.startsWith('../') &&
      !(route.paper === post && held.includes(buttonOf(post, route.needs))),
  );
  expect(shut.length).toBeGreaterThan(800);
  await testEach(shut, async (route) => {
    const answer = await clerk.send(
      route.method,
      route.path.replaceAll(/\{\w+\}/g, post1.data.id),
      route.method !== 'GET'
        ? {
            body: JSON.stringify({ id: post1.data.id, ids: post1.data.id }),
            headers: { 'Content-Type': 'application/json' },
          }
        : {},
    );
    expect([answer.status, answer.reason], `${route.method} ${route.path}`).toEqual([403, 'http.forbidden']);
  });
  expect((await clerk.post('blade-system/post/submit', { id: post1.data.id, postName: '高级客服' })).status).toBe(200);
  expect((await clerk.get('blade-system/post/list')).data.total).toBe(1);

  // The person sees one page in the menu, and on it only the permitted actions.
  const pages = new Set([...server.app.papers.values()].flatMap((of) => of.menu?.path ?? []));
  const { page, troubles } = await screens.of(clerk);
  await openPage(page, post.menu!.path);
  await page.locator('tbody tr', { hasText: '高级客服' }).locator('input[type=checkbox]').check();
  await page.getByRole('button', { name: '新增' }).first().waitFor();
  expect(
    await page
      .locator('.side-menu .menu-leaf')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
      .then((all) => all.filter((path) => pages.has(path))),
  ).toEqual([post.menu!.path]);
  for (const name of ['删除', '导出']) expect(await page.getByRole('button', { name }).count(), name).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

/** Return the texts of a ZIP archive by name, read without a library. */
function textsIn(bytes: Buffer): Record<string, string> {
  const out: Record<string, string> = {};
  for (
    let at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06])), from = bytes.readUInt32LE(at + 16);
    bytes.readUInt32LE(from) === 0x02014b50;
  ) {
    const [packed, nameLength, extra, comment, local] = [
      bytes.readUInt32LE(from + 20),
      bytes.readUInt16LE(from + 28),
      bytes.readUInt16LE(from + 30),
      bytes.readUInt16LE(from + 32),
      bytes.readUInt32LE(from + 42),
    ];
    const name = bytes.toString('utf8', from + 46, from + 46 + nameLength);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    out[name] = inflateRawSync(bytes.subarray(begin, begin + packed)).toString('utf8');
    from += 46 + nameLength + extra + comment;
  }
  return out;
}
