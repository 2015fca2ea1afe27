import { sm2 } from 'sm-crypto-v2';
import { describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('administrator', { who: 'keeper' });
const {
  data: { publicKey },
} = await admin.get('blade-system/client/public-key');
const account = 'administrator_published';
const { id: personId } = await server.as('administrator', { who: 'published' });
await server.tables('update blade_user set password = $2 where id = $1', [
  personId,
  await hashPassword(md5('Secret2026')),
]);

// These clients read answers without checking their types.
// oxlint-disable-next-line no-explicit-any
type Told = any;

interface Answer {
  readonly code: number;
  readonly success?: boolean;
  readonly msg?: string;
  readonly data: Told;
}
interface Button {
  readonly code: string;
  readonly children?: readonly Button[];
}

/**
 * A published client: the second or third generation of Saber, or Sword, which sends forms. The class was written from
 * the documented protocol, not from the clients' code.
 */
class Client {
  readonly base: string;
  readonly name: 'saber' | 'saber3' | 'sword';
  access = '';
  refresh = '';
  constructor(name: Client['name']) {
    this.name = name;
    this.base = name === 'saber3' ? server.base : `${server.base}/api`;
  }

  /**
   * Handle an answer as these clients do. The code is that of the body, else 200; 401 ends the session; any other is
   * shown as an error.
   */
  async call(
    method: 'GET' | 'POST',
    path: string,
    {
      query = {},
      body,
      token = this.access,
    }: { query?: Record<string, string | number>; body?: unknown; token?: string } = {},
  ): Promise<Answer> {
    const address = `${this.base}/${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
    const response = await fetch(
      this.name === 'sword' && method === 'POST' && !body ? address.split('?')[0] : address,
      {
        method,
        headers: {
          Authorization: `Basic ${btoa(`${this.name}:${this.name}_secret`)}`,
          ...(token && { 'Blade-Auth': `bearer ${token}` }),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          Cookie: 'saber-access-token=stale; saber-refresh-token=stale',
          ...(this.name === 'sword' &&
            method === 'POST' &&
            !body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(body
          ? { body: JSON.stringify(body) }
          : this.name === 'sword' && method === 'POST'
            ? {
                body: new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString(),
              }
            : {}),
      },
    );
    expect(response.headers.get('content-type'), path).toContain('application/json');
    expect(response.status, path).toBeLessThanOrEqual(500);
    const answer = (await response.json()) as Answer;
    return { ...answer, code: answer.code ?? response.status };
  }

  async good(method: 'GET' | 'POST', path: string, more: Parameters<Client['call']>[2] = {}): Promise<Told> {
    const answer = await this.call(method, path, more);
    expect([path, answer.code, answer.msg]).toEqual([path, 200, expect.any(String)]);
    return answer.data;
  }

  async login(): Promise<void> {
    const data = await this.good('POST', 'blade-auth/token', {
      query: {
        grantType: 'password',
        tenantId: '000000',
        account,
        password: sm2.doEncrypt('Secret2026', publicKey, 0),
        type: 'account',
      },
    });
    // The clients call string methods (`.includes`, `.split`) on these fields.
    for (const name of ['authority', 'account', 'userName', 'userId', 'accessToken', 'refreshToken'])
      expect(typeof data[name], name).toBe('string');
    [this.access, this.refresh] = [data.accessToken, data.refreshToken];
  }
}

const leaves = (nodes: readonly Button[]): string[] =>
  nodes.flatMap((node) => {
    expect(node.children?.length, node.code).not.toBe(0);
    return node.children ? leaves(node.children) : [node.code];
  });
const bad = (value: unknown, path = ''): string[] =>
  value === null
    ? [path]
    : Array.isArray(value)
      ? value.slice(0, 3).flatMap((one, at) => bad(one, `${path}[${at}]`))
      : typeof value === 'object'
        ? Object.entries(value as object).flatMap(([key, one]) => bad(one, `${path}.${key}`))
        : [];
/** Return the names of ids that are numbers. They must be strings, as a browser would round 19 digits. */
const numericIds = (row: Record<string, unknown>): string[] =>
  Object.entries(row)
    .filter(([key, value]) => /(^id$|Id$)/.test(key) && typeof value === 'number')
    .map(([key]) => key);

const menuId = async (code: string): Promise<string> =>
  (
    await server.tables<{ id: string }>('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [
      code,
    ])
  )[0].id;

/** Screens of system administration as these clients use them: a row to create, its change, and the list. */
const screens: readonly {
  readonly path: string;
  readonly list?: string;
  readonly tree?: true;
  readonly make: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  readonly change: Record<string, unknown>;
  readonly words?: Record<string, unknown>;
}[] = [
  {
    path: 'blade-system/user',
    list: 'list',
    make: () => ({
      account: 'walker',
      realName: '走查',
      name: '走查',
      password: 'Walker2026',
      password2: 'Walker2026',
      roleId: '',
      deptId: '',
      postId: '',
      sex: 1,
      statusName: '忽略',
      createTime: '2020-01-01 00:00:00',
    }),
    change: { realName: '改名', password: '' },
    words: {
      roleName: '',
      deptName: '',
      postName: '',
      sexName: '男',
      userTypeName: 'WEB',
      statusName: '启用',
      tenantName: expect.any(String),
      code: '',
      avatar: '',
      birthday: '',
      tenantId: '000000',
    },
  },
  {
    path: 'blade-system/role',
    tree: true,
    make: () => ({ roleName: '走查角色', roleAlias: 'walker', sort: 9 }),
    change: { roleName: '改名角色' },
    words: { parentName: '' },
  },
  {
    path: 'blade-system/dept',
    tree: true,
    make: () => ({ deptName: '走查部', fullName: '走查部全称', sort: 9 }),
    change: { deptName: '改名部' },
    words: { ancestors: '0', remark: '', parentName: '' },
  },
  {
    path: 'blade-system/post',
    make: () => ({ category: 1, postCode: 'walker', postName: '走查岗', sort: 9 }),
    change: { postName: '改名岗' },
    words: { categoryName: '高层', remark: '' },
  },
  {
    path: 'blade-system/dict',
    tree: true,
    make: () => ({ code: 'walker', dictKey: -1, dictValue: '走查字典', sort: 9, isSealed: 0 }),
    change: { dictValue: '改名字典' },
    words: { dictKey: -1, pic: '', remark: '' },
  },
  {
    path: 'blade-system/dict-biz',
    tree: true,
    make: () => ({ code: 'walker_biz', dictKey: '-1', dictValue: '走查字典', sort: 9, isSealed: 0 }),
    change: { dictValue: '改名字典' },
    words: { tenantId: '000000' },
  },
  {
    path: 'blade-system/menu',
    tree: true,
    make: () => ({
      name: '走查菜单',
      code: 'walker_menu',
      path: '/walker',
      category: 1,
      action: 1,
      isOpen: 1,
      sort: 99,
    }),
    change: { name: '改名菜单' },
    words: { categoryName: '菜单', actionName: '工具栏', isOpenName: '本页', parentName: '', alias: '', remark: '' },
  },
  {
    path: 'blade-system/param',
    make: () => ({ paramName: '走查参数', paramKey: 'walker.key', paramValue: '1' }),
    change: { paramValue: '2' },
  },
  {
    path: 'blade-system/tenant',
    make: () => ({ tenantName: '走查公司', linkman: '走查人' }),
    change: { linkman: '改名人' },
    words: { address: '', backgroundUrl: '', packageId: '', expireTime: '' },
  },
  {
    path: 'blade-system/topmenu',
    make: () => ({ code: 'walker', name: '走查顶部', sort: 9, source: '' }),
    change: { name: '改名顶部' },
    words: { path: '' },
  },
  {
    path: 'blade-system/client',
    make: () => ({
      clientId: 'walker',
      clientSecret: 'walker_secret',
      resourceIds: '',
      scope: 'all',
      authorizedGrantTypes: 'password,refresh_token',
      accessTokenValidity: 3600,
      refreshTokenValidity: 7200,
    }),
    change: { remark: '改过' },
    words: { authorizedGrantTypes: 'password,refresh_token', scope: 'all', webServerRedirectUri: '', authorities: '' },
  },
  {
    path: 'blade-system/tenant-package',
    make: async () => ({ packageName: '走查包', menuId: await menuId('blade_user') }),
    change: { packageName: '改名包' },
  },
  {
    path: 'blade-system/data-scope',
    make: async () => ({
      menuId: await menuId('ascustomer'),
      resourceCode: 'ascustomer',
      scopeName: '走查范围',
      scopeField: '*',
      scopeClass: 'org.example.CustomerMapper.page',
      scopeColumn: 'create_dept',
      scopeType: 3,
      scopeValue: '',
    }),
    change: { scopeName: '改名范围', scopeType: 1 },
    words: {
      scopeTypeName: '所在机构可见',
      scopeColumn: 'createDept',
      scopeField: '*',
      scopeClass: 'org.example.CustomerMapper.page',
    },
  },
  {
    path: 'blade-system/api-scope',
    make: async () => ({
      menuId: await menuId('blade_user'),
      resourceCode: 'walker',
      scopeName: '走查接口',
      scopePath: '/blade-system/nowhere',
      scopeType: 1,
    }),
    change: { scopeName: '改名接口' },
    words: { scopeTypeName: '系统接口' },
  },
  {
    path: 'blade-develop/datasource',
    make: () => ({
      name: '走查库',
      driverClass: 'org.postgresql.Driver',
      url: 'jdbc:postgresql://db.example:5432/walker',
      username: 'walker',
      password: 'walker',
    }),
    change: { remark: '改过' },
  },
  {
    path: 'blade-develop/code',
    make: () => ({
      codeName: '走查',
      tableName: 'blade_walker',
      tablePrefix: 'blade_',
      serviceName: 'blade-demo',
      packageName: 'org.example.walker',
      pkName: 'id',
      baseMode: 2,
      wrapMode: 2,
      apiPath: '/nowhere',
      webPath: '/nowhere',
    }),
    change: { codeName: '改名' },
    words: { pkName: 'id', baseMode: 2, wrapMode: 2, apiPath: '/nowhere' },
  },
  {
    path: 'blade-desk/notice',
    make: () => ({ title: '走查通知', category: 1, releaseTime: '2026-11-23 12:00:00', content: '<p>大家好</p>' }),
    change: { title: '改名通知' },
    words: { categoryName: '发布通知' },
  },
];

describe.each(['saber', 'saber3', 'sword'] as const)('已发布的客户端 %s', (name) => {
  const client = new Client(name);

  test('logs in, finds its company, menus and buttons', async () => {
    const host = new URL(server.base).host;
    // The host may be named in three ways. For an unknown one the answer is an empty object, never null.
    for (const domain of [server.base, `${server.base}/login`, host])
      expect(typeof (await client.good('GET', 'blade-system/tenant/info', { query: { domain }, token: '' }))).toBe(
        'object',
      );
    const captcha = await client.good('GET', 'blade-auth/captcha', { token: '' });
    expect(captcha.image).toMatch(/^data:image\//);
    await client.login();
    const routes = await client.good('GET', 'blade-system/menu/routes');
    expect(bad(routes)).toEqual([]);
    const codes = leaves(await client.good('GET', 'blade-system/menu/buttons'));
    for (const code of ['user_add', 'role_edit', 'param_delete']) expect(codes).toContain(code);
    expect(Array.isArray(await client.good('GET', 'blade-system/menu/top-menu'))).toBe(true);
    const [self] = (await client.good('GET', 'blade-system/user/list', { query: { account } })).records;
    expect(self).toMatchObject({ roleName: '平台管理员', roleId: expect.any(String) });
    const words = await client.good('GET', 'blade-system/dict/dictionary', { query: { code: 'sex' } });
    expect(words.map((one: { dictKey: unknown }) => one.dictKey)).toEqual([1, 2, 3]);
  });

  test.each(screens)(
    'walks $path: list, detail, add, edit, remove',
    async ({ path, list = 'list', tree, make, change, words = {} }) => {
      const made = await make();
      await client.good('POST', `${path}/submit`, { body: made });
      const shown = await client.good('GET', `${path}/${list}`, {
        query: { current: 1, size: 200, deptName: 'undefined' },
      });
      const rows: Record<string, unknown>[] = tree ? flat(shown) : shown.records;
      if (!tree) for (const key of ['total', 'size', 'current', 'pages']) expect(typeof shown[key], key).toBe('number');
      const [key, value] = Object.entries(made).find(([field]) =>
        /^(account|roleAlias|deptName|postCode|code|paramKey|tenantName|clientId|title|packageName|scopeName|name|codeName)$/.test(
          field,
        ),
      )!;
      const row = rows.find((one) => String(one[key]) === String(value) && String(one.dictKey ?? '-1') === '-1')!;
      expect(row, `${path} ${key}`).toBeDefined();
      expect([numericIds(row), bad(row)]).toEqual([[], []]);
      const detail = await client.good('GET', `${path}/detail`, { query: { id: String(row.id) } });
      expect(detail[key]).toBe(row[key]);
      // Names that their tables show beside the keys, such as `statusName`.
      for (const shown of [row, detail]) expect(shown, path).toMatchObject(words);
      // Their forms send the whole row back, with derived names and times, which must be ignored.
      await client.good('POST', `${path}/submit`, {
        body: { ...detail, statusName: '忽略', ...change, updateTime: '2020-01-01 00:00:00', isDeleted: 1 },
      });
      const changed = await client.good('GET', `${path}/detail`, { query: { id: String(row.id) } });
      for (const [field, wanted] of Object.entries(change).filter(([field]) => field !== 'password'))
        expect(changed[field], `${path} ${field}`).toBe(wanted);
      await client.good('POST', `${path}/remove`, { query: { ids: String(row.id) } });
      expect((await client.call('GET', `${path}/detail`, { query: { id: String(row.id) } })).code).toBe(404);
    },
  );

  test('reads storages, channels and its own person with the captions it knows', async () => {
    for (const [path, made] of [
      [
        'blade-resource/oss',
        { category: 1, ossCode: `walker-${name}`, endpoint: 'https://s3.example', bucketName: 'walker' },
      ],
      ['blade-resource/sms', { category: 9, smsCode: `walker-${name}`, templateId: '1', signName: '走查' }],
    ] as const) {
      await client.good('POST', `${path}/submit`, { body: made });
      const [row] = (await client.good('GET', `${path}/list`, { query: { current: 1, size: 200 } })).records.filter(
        (one: object) => Object.values(one).includes(`walker-${name}`),
      );
      expect(row, path).toMatchObject({
        statusName: '否',
        categoryName: expect.any(String),
        accessKey: '',
        remark: '',
        status: 1,
      });
      await client.good('POST', `${path}/remove`, { query: { ids: row.id } });
    }
    const own = await client.good('GET', 'blade-system/user/info');
    expect([bad(own), own]).toEqual([
      [],
      expect.objectContaining({
        account,
        tenantName: expect.any(String),
        roleName: '平台管理员',
        postId: '',
        avatar: expect.stringMatching(/^data:image\/svg\+xml,/),
        birthday: '',
      }),
    ]);
  });

  test('walks regions by their codes: below, detail, add, edit, remove', async () => {
    const made = { code: '99', parentCode: '00', name: '走查省', level: 1, sort: 99, remark: '' };
    await client.good('POST', 'blade-system/region/submit', { body: made });
    const below = await client.good('GET', 'blade-system/region/lazy-tree', { query: { parentCode: '00' } });
    expect([bad(below), below.find((one: { id: string }) => one.id === '99')]).toEqual([
      [],
      expect.objectContaining({ parentId: '00', title: '走查省', hasChildren: false }),
    ]);
    const [listed] = (
      await client.good('GET', 'blade-system/region/list', { query: { current: 1, size: 10, code_equal: '99' } })
    ).records;
    expect([bad(listed), listed]).toEqual([
      [],
      expect.objectContaining({
        ...made,
        id: '99',
        parentId: '00',
        parentName: expect.any(String),
        hasChildren: false,
        townCode: '',
        villageName: '',
        ancestors: '',
      }),
    ]);
    const [row] = (await client.good('GET', 'blade-system/region/lazy-list', { query: { parentCode: '00' } })).filter(
      (one: { id: string }) => one.id === '99',
    );
    expect(row).toMatchObject({ ...made, parentId: '00', provinceName: '', hasChildren: false });
    const detail = await client.good('GET', 'blade-system/region/detail', { query: { code: '99' } });
    expect([bad(detail), detail]).toEqual([[], expect.objectContaining({ ...made, id: '99' })]);
    expect(
      bad(await client.good('POST', 'blade-system/region/submit', { body: { ...detail, name: '改名省' } })),
    ).toEqual([]);
    expect((await client.good('GET', 'blade-system/region/detail', { query: { code: '99' } })).name).toBe('改名省');
    await client.good('POST', 'blade-system/region/remove', { query: { id: '99' } });
    expect((await client.call('GET', 'blade-system/region/detail', { query: { code: '99' } })).code).toBe(404);
  });

  test('refreshes during many calls, and logs out at the address it knows', async () => {
    const calls = (): Promise<Answer>[] =>
      Array.from({ length: 8 }, () =>
        client.call('GET', 'blade-system/param/list', { query: { current: 1, size: 10 } }),
      );
    const before = calls();
    const renewed = await Promise.all(
      [0, 1, 2].map(() =>
        client.good('POST', 'blade-auth/token', {
          query: { grantType: 'refresh_token', refreshToken: client.refresh, scope: 'all' },
        }),
      ),
    );
    expect(new Set(renewed.map((one) => one.accessToken)).size).toBe(1);
    client.access = renewed[0].accessToken;
    const answers = await Promise.all([...before, ...calls()]);
    expect(answers.slice(8).every((one) => one.code === 200)).toBe(true);
    const out = await fetch(`${server.base}/blade-auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${name}:${name}_secret`)}`, 'Blade-Auth': `bearer ${client.access}` },
    });
    expect((await out.json()).code).toBe(200);
    expect((await client.call('GET', 'blade-system/param/list')).code).toBe(401);
    // An unknown path must answer JSON: these clients would take an HTML page for a success.
    expect(await client.call('GET', 'blade-nothing/at-all')).toMatchObject({
      code: 404,
      success: false,
      reason: 'http.noSuchPath',
    });
  });
});

function flat(nodes: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return nodes.flatMap((node) => [node, ...flat((node.children ?? []) as Record<string, unknown>[])]);
}
