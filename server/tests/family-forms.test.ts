import { sm2 } from 'sm-crypto-v2';
import { describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { sendRequest } from '#kernel/testing/call.ts';
import { TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { env: { CAPTCHA: 'off', CALL_LOG: 'on' } });
const admin = await server.as('administrator', { who: 'forms' });

async function through(client: string, { id, tenantId }: TestCaller, first?: 'password'): Promise<TestCaller> {
  const { access } = await server.assembly.sessions.open({ tenantId, zone: 'Asia/Shanghai' }, id, {
    ip: '127.0.0.1',
    agent: 'story',
    client,
    ...(first && { first: [first] }),
  });
  return new TestCaller(server.base, access, id, tenantId);
}

const saved = async (path: string, body: object): Promise<string> => {
  const answer = await admin.post(`${path}/submit`, body);
  expect([path, answer.status, answer.msg]).toEqual([path, 200, expect.any(String)]);
  return answer.data.id as string;
};
const detail = async (path: string, id: string): Promise<Record<string, unknown>> =>
  (await admin.get(`${path}/detail`, { id })).data;

test.each([
  ['blade-system/role', (n: number) => ({ roleName: `顶层${n}`, roleAlias: `top${n}`, sort: 1 })],
  [
    'blade-system/menu',
    (n: number) => ({ name: `顶层${n}`, code: `top_${n}`, path: `/top${n}`, category: 1, sort: 1 }),
  ],
  ['blade-system/dept', (n: number) => ({ deptName: `顶层${n}`, fullName: `顶层${n}`, sort: 1 })],
  ['blade-system/dict', (n: number) => ({ code: `top_${n}`, dictKey: -1, dictValue: '顶层', sort: 1, isSealed: 0 })],
  [
    'blade-system/dict-biz',
    (n: number) => ({ code: `top_biz_${n}`, dictKey: '-1', dictValue: '顶层', sort: 1, isSealed: 0 }),
  ],
] as const)(
  '%s: a row at the top is sent with 0, "0" and nothing for its parent, and told with "0" by list and detail',
  async (path, make) => {
    for (const [n, parentId] of [0, '0', ''].entries()) {
      const id = await saved(path, { ...make(n), parentId });
      expect([parentId, (await detail(path, id)).parentId]).toEqual([parentId, '0']);
      const listed = ((await admin.get(`${path}/list`)).data as { id: string; parentId: string }[]).find(
        (row) => row.id === id,
      );
      expect([parentId, listed?.parentId]).toEqual([parentId, '0']);
      // These clients send back the whole row that they received.
      expect((await admin.post(`${path}/submit`, { ...(await detail(path, id)) })).status).toBe(200);
    }
  },
);

test('a region below another is a new one, although the form still sends the id of the upper one', async () => {
  await saved('blade-system/region', { code: '98', parentCode: '00', name: '走查省', level: 1, sort: 98 });
  const above = (await admin.get('blade-system/region/detail', { code: '98' })).data;
  const answer = await admin.post('blade-system/region/submit', {
    ...above,
    parentCode: '98',
    parentName: '走查省',
    code: '9801',
    subCode: '01',
    name: '走查市',
    level: 2,
  });
  expect([answer.status, answer.msg]).toEqual([200, expect.any(String)]);
  const names = async (): Promise<unknown[]> =>
    Promise.all(
      ['98', '9801'].map(async (code) => (await admin.get('blade-system/region/detail', { code })).data.name),
    );
  expect(await names()).toEqual(['走查省', '走查市']);
  expect((await admin.post('blade-system/region/submit', { code: '9801', name: '改名市' })).status).toBe(200);
  expect(await names()).toEqual(['走查省', '改名市']);
  expect((await admin.post('blade-system/region/submit', { id: '98', code: '', name: '无编号' })).status).toBe(400);
});

describe('words that the forms of these clients need', () => {
  test('a client that approves as “true” retains it when it comes back', async () => {
    const id = await saved('blade-system/client', {
      clientId: 'words',
      clientSecret: 'words_secret',
      authorizedGrantTypes: 'password',
      accessTokenValidity: 3600,
      refreshTokenValidity: 7200,
      autoapprove: 'true',
    });
    expect((await detail('blade-system/client', id)).autoapprove).toBe('true');
    expect(
      (
        await admin.post('blade-system/client/submit', {
          ...(await detail('blade-system/client', id)),
          autoapprove: 'false',
        })
      ).status,
    ).toBe(200);
    expect((await detail('blade-system/client', id)).autoapprove).toBe('false');
  });

  test('a data scope retains the dash that its form requires, which means no field', async () => {
    const [{ id: menuId }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_menu where code = 'ascustomer' and is_deleted = 0",
    );
    for (const scopeType of [1, 3]) {
      const id = await saved('blade-system/data-scope', {
        menuId,
        resourceCode: 'ascustomer',
        scopeName: `短横${scopeType}`,
        scopeField: '*',
        scopeClass: 'org.example.Mapper.page',
        scopeColumn: '-',
        scopeType,
        scopeValue: '',
      });
      expect([scopeType, (await detail('blade-system/data-scope', id)).scopeColumn]).toEqual([scopeType, '-']);
    }
  });

  test('every menu and button of the product has an alias', async () => {
    expect(
      await server.tables(
        "select code from blade_menu where is_deleted = 0 and coalesce(alias, '') = '' and code <> '' and code not like 'top%'",
      ),
    ).toEqual([]);
  });

  test('a birthday is returned and accepted with a time', async () => {
    const id = await saved('blade-system/user', {
      account: 'born',
      realName: '生日',
      password: 'Born2026x',
      birthday: '1990-05-06 00:00:00',
      deptId: '',
      roleId: '',
    });
    expect((await detail('blade-system/user', id)).birthday).toBe('1990-05-06 00:00:00');
    expect((await admin.get('blade-system/user/list', { account: 'born' })).data.records[0].birthday).toBe(
      '1990-05-06 00:00:00',
    );
  });

  test('the list of notices shows the first words of each', async () => {
    await saved('blade-desk/notice', {
      title: '长通知',
      category: 1,
      releaseTime: '2026-12-31 12:00:00',
      content: `<p>大家<b>好</b> ${'很长'.repeat(400)}</p>`,
    });
    const [row] = (await admin.get('blade-desk/notice/list', { title: '长通知' })).data.records;
    expect([row.content.slice(0, 6), row.content.length, row.content.includes('<')]).toEqual([
      '大家 好 很',
      200,
      false,
    ]);
  });

  test('an event shows the address of the server', async () => {
    // This call needs a real socket, as only a socket has an address.
    await sendRequest(server.base, 'POST', '/api/blade-system/param/submit', {
      headers: { 'Blade-Auth': `bearer ${admin.token}`, 'Tenant-Id': '000000', 'Content-Type': 'application/json' },
      body: JSON.stringify({ paramName: '地址', paramKey: 'walker.ip', paramValue: '1' }),
    });
    await server.assembly.log.write();
    expect((await admin.get('blade-log/api/list', { size: 1 })).data.records[0].serverIp).toMatch(/127\.0\.0\.1$/);
  });

  test('a datasource of an unsupported database is stored and marked as unusable', async () => {
    const id = await saved('blade-develop/datasource', {
      name: '别的库',
      driverClass: 'com.mysql.cj.jdbc.Driver',
      url: 'jdbc:mysql://localhost:3306/blade',
      username: 'root',
      password: 'root',
    });
    const row = (await detail('blade-develop/datasource', id)) as {
      driverClass: string;
      _names: Record<string, string>;
    };
    expect([row.driverClass, row._names.driverClass]).toEqual([
      'com.mysql.cj.jdbc.Driver',
      expect.stringContaining('不能连接'),
    ]);
    expect((await admin.post('blade-develop/datasource/test', { id })).reason).toBe('platform.onlyPostgres');
    expect(
      (
        await admin.post('blade-develop/datasource/submit', {
          name: '假的',
          driverClass: 'org.postgresql.Driver',
          url: 'jdbc:mysql://localhost/blade',
          username: 'root',
        })
      ).reason,
    ).toBe('platform.onlyPostgres');
  });

  test('ids and flags are accepted in a multipart form; an unexpected file is refused', async () => {
    const id = await saved('blade-system/param', { paramName: '表单', paramKey: 'walker.form', paramValue: '1' });
    const form = new FormData();
    form.append('ids', id);
    expect((await admin.send('POST', 'blade-system/param/remove', { body: form })).status).toBe(200);
    expect((await admin.get('blade-system/param/detail', { id })).status).toBe(404);
    const odd = new FormData();
    odd.append('ids', '1');
    odd.append('file', new Blob(['x']), 'x.txt');
    expect([400, 413]).toContain((await admin.send('POST', 'blade-system/param/remove', { body: odd })).status);
    const sheet = (isCovered: string): FormData => {
      const body = new FormData();
      body.append('file', new Blob(['租户编号,账号,昵称,姓名\n000000,born,生,生日改']), '用户.csv');
      body.append('isCovered', isCovered);
      return body;
    };
    expect((await admin.send('POST', 'blade-system/user/import-user', { body: sheet('0') })).reason).toBe(
      'exchange.rowsThere',
    );
    const covered = await admin.send('POST', 'blade-system/user/import-user', { body: sheet('1') });
    expect([covered.status, covered.msg]).toEqual([200, expect.any(String)]);
    expect((await admin.get('blade-system/user/list', { account: 'born' })).data.records[0].realName).toBe('生日改');
  });

  test('generated code for a client that expects a text answers with the location of the archive', async () => {
    const modelId = await saved('blade-develop/model', {
      modelName: '走查',
      modelCode: 'walk',
      modelTable: 'biz_walk',
    });
    expect(
      (
        await admin.post('blade-develop/model/submit-list', [
          { modelId, jdbcName: 'name', jdbcType: 'varchar', propertyName: 'name', isForm: 1, isList: 1 },
        ])
      ).status,
    ).toBe(200);
    const id = await saved('blade-develop/code', {
      codeName: '走查',
      tableName: 'biz_walk',
      packageName: 'org.example.walk',
      modelId,
    });
    const answer = await admin.send('POST', `blade-develop/code/gen-code?ids=${id}&system=saber3`, {
      headers: { Accept: 'application/json, text/plain, */*' },
    });
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    await expect.poll(async () => (await admin.get('blade-core/job', { id: answer.data.job })).data.state).toBe('done');
    const file = await fetch(`${server.base}${answer.data.file}`, {
      headers: { 'Blade-Auth': `bearer ${admin.token}` },
    });
    expect([
      file.status,
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual([200, 'PK']);
  });
});

describe('the login of a published client', () => {
  const { publicKey } = server.assembly;
  const account = 'administrator_login';
  const login = async (
    sealed: string,
    more: Record<string, string> = {},
  ): Promise<Awaited<ReturnType<TestCaller['send']>>> =>
    server
      .stranger()
      .send(
        'POST',
        `blade-auth/token?${new URLSearchParams({ grantType: 'captcha', tenantId: '000000', account, password: sealed, type: 'account' })}`,
        { headers: { authorization: `Basic ${btoa('saber:saber_secret')}`, ...more } },
      );

  test('an envelope of another key is refused without a failed attempt; without captcha no code is checked', async () => {
    const { id } = await server.as('administrator', { who: 'login' });
    await server.tables('update blade_user set password = $2 where id = $1', [
      id,
      await hashPassword(md5('Secret2026')),
    ]);
    const other = sm2.generateKeyPairHex().publicKey;
    for (let n = 0; n < 8; n++)
      expect((await login(sm2.doEncrypt('Secret2026', other, 0))).reason).toBe('system.envelopeClosed');
    expect(
      await server.tables("select 1 from anju_attempt where id like 'account %' and id like $1", [`%${account}`]),
    ).toEqual([]);
    expect(
      (await server.tables<{ failures: number }>("select failures from anju_attempt where id like 'address %'"))[0]
        ?.failures,
    ).toBe(8);
    expect(
      (await login(sm2.doEncrypt('Secret2026', publicKey, 0), { 'Captcha-Key': 'none', 'Captcha-Code': 'wrong' })).data,
    ).toMatchObject({ account });
  });

  test('a first login opens the own page; other requests say what to do', async () => {
    const person = await server.as('as_cs', { who: 'first' });
    const at = await through('saber3', person, 'password');
    expect((await at.get('blade-system/user/info')).data.account).toBe('as_cs_first');
    for (const path of [
      'blade-system/menu/routes',
      'blade-system/menu/buttons',
      'blade-system/menu/top-menu',
      'blade-desk/notice/list',
    ]) {
      const answer = await at.get(path);
      expect([path, answer.status, answer.reason, answer.msg]).toEqual([
        path,
        403,
        'http.passwordFirst',
        expect.stringContaining('个人信息'),
      ]);
    }
    // Sword crashes if its menus are refused, so it gets empty lists.
    const sword = await through('sword', person, 'password');
    for (const path of ['routes', 'buttons', 'auth-routes'])
      expect([path, (await sword.get(`blade-system/menu/${path}`)).data]).toEqual([path, []]);
  });

  test('an unknown host reveals no tenant, so that the company can be typed', async () => {
    const ask = (client: string): Promise<unknown> =>
      server
        .stranger()
        .send('GET', 'blade-system/tenant/info?domain=nobody.example', {
          headers: { authorization: `Basic ${btoa(`${client}:${client}_secret`)}` },
        })
        .then((answer) => answer.data);
    for (const client of ['saber', 'saber3', 'sword']) expect([client, await ask(client)]).toEqual([client, {}]);
    expect(await ask('anju')).toMatchObject({ captcha: false });
    // Only our own login page gets the name and the accounts of a demo company.
    const settings = server.app.settings as { demo: boolean };
    settings.demo = true;
    try {
      for (const client of ['saber', 'saber3', 'sword', 'nobody'])
        expect([client, await ask(client)]).toEqual([client, {}]);
      expect(await ask('anju')).toMatchObject({ tenantId: '000000', demo: expect.any(Array) });
    } finally {
      settings.demo = false;
    }
  });

  test('Saber on Vue 3 has the name of its elder; without /api before its calls it gets its own page', async () => {
    const { token } = await through('saber', admin);
    const paths = async (base: string): Promise<string> =>
      (await fetch(`${base}/blade-system/menu/routes`, { headers: { 'Blade-Auth': `bearer ${token}` } })).text();
    expect([
      (await paths(server.base)).includes('/authority/apiscope'),
      (await paths(`${server.base}/api`)).includes('/authority/apiscope'),
    ]).toEqual([true, false]);
  });
});
