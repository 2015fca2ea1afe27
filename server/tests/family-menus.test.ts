import { describe, expect, test } from 'vitest';
import { FAMILY_CLIENTS, type FamilyClient } from '#kernel/language/rooms/family-page.ts';
import { md5 } from '#kernel/server/session/password.ts';
import { TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);

interface Page {
  readonly path: string;
  readonly codes: readonly string[];
  readonly asks: readonly string[];
  /** Clients that do not have this page. */ readonly not?: readonly FamilyClient[];
  /** True for a page that only the platform's company has. */ readonly platform?: true;
}

const four = (code: string, ...more: string[]): string[] => [
  ...['add', 'delete', 'edit', 'view'].map((action) => `${code}_${action}`),
  ...more,
];

/**
 * Pages of the published clients: path, codes of buttons, and the calls that the page and its form send when they open.
 */
const pages: readonly Page[] = [
  {
    path: '/desk/notice',
    codes: four('notice'),
    asks: ['blade-desk/notice/list', 'blade-system/dict/dictionary?code=notice'],
  },
  {
    path: '/base/region',
    codes: four('region', 'region_debug', 'region_export', 'region_import'),
    asks: [
      'blade-system/region/lazy-tree?parentCode=00',
      'blade-system/region/detail?code=00',
      'blade-system/region/select',
      'blade-system/dict/dictionary?code=region',
    ],
  },
  {
    path: '/authority/role',
    codes: four('role'),
    asks: ['blade-system/role/list', 'blade-system/role/tree', 'blade-system/menu/grant-tree'],
  },
  {
    path: '/authority/datascope',
    codes: ['data_scope_setting'],
    asks: [
      'blade-system/menu/lazy-menu-list?parentId=0',
      'blade-system/menu/menu-list',
      'blade-system/dict/dictionary?code=data_scope_type',
    ],
  },
  {
    path: '/authority/apiscope',
    codes: ['api_scope_setting'],
    asks: ['blade-system/menu/lazy-menu-list?parentId=0', 'blade-system/dict/dictionary?code=api_scope_type'],
    not: ['saberVue2', 'swordReact'],
  },
  {
    path: '/system/user',
    codes: four('user', 'user_reset', 'user_role'),
    asks: [
      'blade-system/user/list',
      'blade-system/dept/tree',
      'blade-system/role/tree',
      'blade-system/post/select',
      'blade-system/dict/dictionary?code=sex',
    ],
  },
  {
    path: '/system/dept',
    codes: four('dept'),
    asks: ['blade-system/dept/list', 'blade-system/dept/tree', 'blade-system/dict/dictionary?code=org_category'],
  },
  {
    path: '/system/post',
    codes: four('post'),
    asks: ['blade-system/post/list', 'blade-system/dict/dictionary?code=post_category'],
  },
  { path: '/system/menu', codes: four('menu'), asks: ['blade-system/menu/list', 'blade-system/menu/tree'] },
  {
    path: '/system/topmenu',
    codes: four('topmenu', 'topmenu_setting'),
    asks: ['blade-system/topmenu/list', 'blade-system/menu/grant-top-tree'],
    not: ['swordReact'],
  },
  { path: '/system/dict', codes: four('dict'), asks: ['blade-system/dict/list', 'blade-system/dict/tree?code=DICT'] },
  { path: '/system/param', codes: four('param'), asks: ['blade-system/param/list'] },
  { path: '/system/tenant', codes: four('tenant'), asks: ['blade-system/tenant/list'], platform: true },
  { path: '/system/client', codes: four('client'), asks: ['blade-system/client/list'], platform: true },
  { path: '/monitor/log/usual', codes: ['log_usual_view'], asks: ['blade-log/usual/list'] },
  { path: '/monitor/log/api', codes: ['log_api_view'], asks: ['blade-log/api/list'] },
  { path: '/monitor/log/error', codes: ['log_error_view'], asks: ['blade-log/error/list'] },
  { path: '/report/reportlist', codes: [], asks: ['blade-report/report/rest/list'] },
  { path: '/tool/code', codes: four('code'), asks: ['blade-develop/code/list', 'blade-develop/datasource/select'] },
  { path: '/tool/datasource', codes: four('datasource'), asks: ['blade-develop/datasource/list'] },
];

interface Node {
  readonly id: string;
  readonly parentId: string;
  readonly code: string;
  readonly name: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string;
  readonly action: number;
  readonly children?: readonly Node[];
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const leavesOf = (nodes: readonly Node[]): Node[] =>
  flat(nodes).filter((node) => {
    expect(node.children?.length, node.code).not.toBe(0);
    return !node.children;
  });
const sorted = (words: readonly string[]): string[] => words.toSorted();

/** Log the same person in with another client. */
async function through(face: string, { id, tenantId }: TestCaller): Promise<TestCaller> {
  const client = CLIENTS[face] ?? face;
  const { access } = await server.assembly.sessions.open({ tenantId, zone: 'Asia/Shanghai' }, id, {
    ip: '127.0.0.1',
    agent: 'story',
    client,
  });
  return new TestCaller(server.base, access, id, tenantId);
}

/** Client ids that the published clients send. */
const CLIENTS: Readonly<Record<string, string>> = { saberVue2: 'saber', saberVue3: 'saber3', swordReact: 'sword' };

const has =
  (client: FamilyClient) =>
  (page: Page): boolean =>
    !page.not?.includes(client);
const ICONS: Readonly<Record<FamilyClient, RegExp>> = {
  saberVue2: /^iconfont icon/,
  saberVue3: /^iconfont icon/,
  swordReact: /^[a-z-]+$/,
};

const platform = await server.as('administrator', { who: 'family' });
const company = await server.as('admin', { tenantId: '100001', who: 'family' });

describe.each(FAMILY_CLIENTS)('%s, as it was published', (client) => {
  test('the administrator gets every page of the client, at its addresses, and no other', async () => {
    const routes = (await (await through(client, platform)).get('blade-system/menu/routes')).data as Node[];
    const all = flat(routes);
    expect(sorted(leavesOf(routes).map((leaf) => leaf.path))).toEqual(
      sorted(pages.filter(has(client)).map((page) => page.path)),
    );
    // These clients identify a menu entry by path and a route by id, so both must be unique.
    for (const key of ['path', 'id'] as const) expect(new Set(all.map((node) => node[key])).size, key).toBe(all.length);
    for (const node of all)
      expect([node.path, node.source, node.alias, node.name]).toEqual([
        expect.stringMatching(/^\//),
        expect.stringMatching(ICONS[client]),
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ]);
    for (const group of all.filter((node) => node.children))
      for (const child of group.children!) expect(child.path).toMatch(new RegExp(`^${group.path}/`));
  });

  test.each([
    ['the administrator', platform, () => true],
    ['an administrator of 100001', company, (page: Page) => !page.platform],
  ] as const)('%s opens each page, and finds the buttons it asks for', async (_who, person, may) => {
    const caller = await through(client, person);
    const tree = (await caller.get('blade-system/menu/buttons')).data as Node[];
    const codes = leavesOf(tree).map((button) => button.code);
    const routes = leavesOf((await caller.get('blade-system/menu/routes')).data as Node[]).map((leaf) => leaf.path);
    const its = pages.filter(has(client)).filter(may);
    expect(sorted(routes)).toEqual(sorted(its.map((page) => page.path)));
    const ours = new Set(await granted(person));
    // A page shows exactly those of its buttons that the person has, also if only the platform may write it.
    for (const page of its)
      expect(sorted(codes.filter((code) => page.codes.includes(code))), page.path).toEqual(
        sorted(page.codes.filter((code) => ours.has(code))),
      );
    expect(codes.filter((code) => !its.some((page) => page.codes.includes(code)))).toEqual([]);
    for (const page of its)
      // Published clients send no language.
      for (const ask of page.asks)
        expect([ask, (await caller.send('GET', ask, { headers: { 'Anju-Lang': '' } })).status]).toEqual([ask, 200]);
    // Sword reads alias, position and icon of a button, and calls the path of a delete button.
    for (const button of leavesOf(tree))
      expect([button.code, button.alias, [1, 2, 3].includes(button.action), button.source !== '']).toEqual([
        button.code,
        expect.stringMatching(/^[a-z-]+$/),
        true,
        true,
      ]);
    for (const gone of flat(tree).filter((one) => one.alias === 'delete'))
      expect(
        (
          await caller.send('POST', gone.path.replace('/api/', ''), {
            body: 'ids=&id=',
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          })
        ).status,
        gone.path,
      ).toBeLessThan(500);
    // No button that is shown is refused: a company does not see the write buttons of pages that only the platform
    // writes.
    for (const code of codes.filter((one) => /_(?:add|edit|delete)$/.test(one)))
      expect([code, await refused(caller, code)]).toEqual([code, false]);
  });

  test.each([
    ['the administrator', platform, '000000'],
    ['an administrator of 100001', company, '100001'],
  ] as const)('%s creates, changes and removes rows by forms that send whole rows', async (_who, person, tenantId) => {
    const caller = await through(client, person);
    for (const [path, made, changed] of forms(`${client}${tenantId}`)) {
      const added = await caller.post(`${path}/submit`, { ...made, id: '', tenantId });
      expect([path, added.status, added.msg]).toEqual([path, 200, expect.any(String)]);
      const [{ id }] = flatRows((await caller.get(`${path}/list`, { ...marked(made), size: 50 })).data).filter(
        (row) => row[marks(made)] === made[marks(made)],
      );
      const whole = (await caller.get(`${path}/detail`, { id })).data as Record<string, unknown>;
      expect([
        path,
        (await caller.post(`${path}/submit`, { ...whole, ...changed })).msg,
        (await caller.get(`${path}/detail`, { id })).data,
      ]).toEqual([path, expect.any(String), expect.objectContaining(changed)]);
      expect([
        path,
        (await caller.send('POST', `${path}/remove?ids=${id}`)).status,
        (await caller.get(`${path}/detail`, { id })).status,
      ]).toEqual([path, 200, 404]);
    }
  });

  test('a role with three buttons has these three in the client’s spelling, and no more data than they allow', async () => {
    const caller = await through(client, await three());
    const tree = (await caller.get('blade-system/menu/buttons')).data as Node[];
    // Sword expects the buttons as children of the page with their code.
    expect(tree.map((page) => [page.code, page.children!.map((button) => button.code)])).toEqual([
      ['user', ['user_add', 'user_view']],
      ['param', ['param_view']],
    ]);
    expect(leavesOf((await caller.get('blade-system/menu/routes')).data as Node[]).map((leaf) => leaf.path)).toEqual([
      '/system/user',
      '/system/param',
    ]);
    for (const ask of [
      'blade-system/user/list',
      'blade-system/param/list',
      'blade-system/dept/tree',
      'blade-system/role/tree',
      'blade-system/post/select',
    ])
      expect([ask, (await caller.send('GET', ask)).status]).toEqual([ask, 200]);
    for (const ask of ['blade-system/client/list', 'blade-log/usual/list', 'blade-system/role/list'])
      expect([ask, (await caller.send('GET', ask)).status]).toEqual([ask, 403]);
    expect(
      (await caller.post('blade-system/param/submit', { paramName: '不许', paramKey: 'no.right', paramValue: '1' }))
        .status,
    ).toBe(403);
    // The button for adding works, but nothing allows a change of the created row.
    const account = `three_${client.toLowerCase()}`;
    const added = await caller.post('blade-system/user/submit', {
      account,
      password: md5('Three2026x'),
      password2: md5('Three2026x'),
      realName: '三',
      name: '三',
      tenantId: '000000',
      roleId: '',
      deptId: '',
      postId: '',
      sex: 1,
      userType: 1,
      code: '',
    });
    expect([added.status, added.msg, (await caller.get('blade-system/user/list', { account })).data.total]).toEqual([
      200,
      expect.any(String),
      1,
    ]);
    expect((await caller.post('blade-system/user/submit', { ...added.data, realName: '改' })).status).toBe(403);
    expect((await caller.post('blade-system/user/remove', { ids: platform.id })).status).toBe(403);
  });

  test('a page added by hand is shown too, but not twice where the client has its own', async () => {
    for (const [code, path] of [
      ['by_hand', '/mine/page'],
      ['user', '/system/user'],
    ])
      await server.tables(
        "insert into blade_menu (id, name, name_en, code, path, source, category, action, is_open, sort, create_time, update_time) values (next_id($3), '自建页', 'Own', $1, $2, 'iconfont icon-biaodan', 1, 1, 1, 999, now(), now())",
        [code, path, server.clock.ms()],
      );
    const paths = leavesOf(
      (await (await through(client, platform)).get('blade-system/menu/routes')).data as Node[],
    ).map((leaf) => leaf.path);
    await server.tables("delete from blade_menu where code in ('by_hand', 'user')");
    expect([paths.filter((path) => path === '/mine/page'), paths.filter((path) => path === '/system/user')]).toEqual([
      ['/mine/page'],
      ['/system/user'],
    ]);
  });

  test('a top menu leads to the pages of the client', async () => {
    const caller = await through(client, platform);
    const tops = (await caller.get('blade-system/menu/top-menu')).data as { id: string; source: string }[];
    expect(tops.length).toBeGreaterThan(0);
    for (const top of tops) {
      expect(top.source).toMatch(ICONS[client]);
      const below = leavesOf((await caller.get('blade-system/menu/routes', { topMenuId: top.id })).data as Node[]);
      expect(below.length).toBeGreaterThan(0);
      for (const leaf of below) expect(pages.some((page) => page.path === leaf.path)).toBe(true);
    }
  });
});

type Row = Record<string, unknown> & { readonly id: string; readonly children?: readonly Row[] };

/** Return the rows of a page or of a tree, children included. */
const flatRows = (data: { records?: readonly Row[] } | readonly Row[]): Row[] =>
  (Array.isArray(data) ? (data as readonly Row[]) : (data as { records: readonly Row[] }).records).flatMap((row) => [
    row,
    ...(row.children ? flatRows(row.children) : []),
  ]);
/** Return the name of the field that identifies a row of a form: its first. */
const marks = (made: Record<string, unknown>): string => Object.keys(made)[0];
const marked = (made: Record<string, unknown>): Record<string, string> => ({
  [marks(made)]: String(made[marks(made)]),
});

/** For each form its path, the row that it sends to create one, and the fields that it then changes. */
const forms = (
  mark: string,
): readonly (readonly [path: string, made: Record<string, unknown>, changed: Record<string, unknown>])[] => [
  ['blade-system/role', { roleName: `角${mark}`, roleAlias: `r_${mark}`, parentId: '', sort: 9 }, { sort: 8 }],
  [
    'blade-system/dept',
    { deptName: `部${mark}`, fullName: `部${mark}`, parentId: '', deptCategory: 1, sort: 9 },
    { fullName: '改了' },
  ],
  [
    'blade-system/post',
    {
      postName: `岗${mark}`,
      postCode: `p${[...mark].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7)}`,
      category: 1,
      sort: 9,
      remark: '',
    },
    { remark: '改了' },
  ],
  ['blade-system/param', { paramName: `参${mark}`, paramKey: `walk.${mark}`, paramValue: '1' }, { paramValue: '2' }],
  [
    'blade-desk/notice',
    { title: `告${mark}`, category: 1, releaseTime: '2026-12-31 12:00:00', content: '<p>一</p>' },
    { category: 2 },
  ],
  [
    'blade-system/user',
    {
      account: `u_${mark}`.toLowerCase(),
      realName: '人',
      name: '人',
      password: md5('Walker2026x'),
      password2: md5('Walker2026x'),
      roleId: '',
      deptId: '',
      postId: '',
      userType: 1,
      code: '',
    },
    { realName: '改了' },
  ],
];

/** Return whether the call behind a button of a published client is refused for lack of rights. */
async function refused(caller: TestCaller, code: string): Promise<boolean> {
  const at = code.lastIndexOf('_');
  const table = TABLES[code.slice(0, at)] ?? `blade_${code.slice(0, at)}`;
  const paper = [...server.assembly.app.papers.values()].find((one) => one.table === table)!;
  const answer = code.endsWith('_delete')
    ? await caller.send('POST', `${paper.path}/remove?ids=1`)
    : await caller.post(`${paper.path}/submit`, code.endsWith('_edit') ? { id: '1' } : {});
  return answer.status === 403;
}

/**
 * Maps codes of buttons of the published clients to the buttons of this product that allow them. Other codes differ
 * only in prefix.
 */
const OPENS: Readonly<Record<string, string>> = {
  data_scope_setting: 'blade_data_scope_edit',
  api_scope_setting: 'blade_api_scope_edit',
  user_reset: 'blade_user_edit',
  user_role: 'blade_user_edit',
  topmenu_setting: 'blade_top_menu_edit',
  region_debug: 'blade_region_view',
};
const TABLES: Readonly<Record<string, string>> = { topmenu: 'blade_top_menu' };

/** Return the codes of published clients that are allowed by the buttons that our own client shows the person. */
async function granted(person: TestCaller): Promise<string[]> {
  const held = new Set(
    leavesOf((await person.get('blade-system/menu/buttons')).data as Node[]).map((button) => button.code),
  );
  return pages
    .flatMap((page) => page.codes)
    .filter((code) => {
      const at = code.lastIndexOf('_');
      return held.has(
        OPENS[code] ?? `${TABLES[code.slice(0, at)] ?? `blade_${code.slice(0, at)}`}_${code.slice(at + 1)}`,
      );
    });
}

let made: Promise<TestCaller> | undefined;

/** Create a person whose only role has three buttons. */
function three(): Promise<TestCaller> {
  return (made ??= (async () => {
    await server.tables(
      "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), '000000', '三个按钮', 'three', 'all', 90, now(), now())",
      [server.clock.ms()],
    );
    await server.tables(
      "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = 'three' and r.tenant_id = '000000' and m.code in ('blade_user_view', 'blade_user_add', 'blade_param_view')",
    );
    return server.as('three');
  })());
}

test('our own client gets its menus as before, and an unknown client gets ours', async () => {
  const own = flat((await platform.get('blade-system/menu/routes')).data as Node[]).map((node) => node.path);
  expect(own).toEqual(expect.arrayContaining(['/system/role', '/maintenance/asrepairform']));
  await platform.post('blade-system/client/submit', {
    clientId: 'fresh',
    clientSecret: 'fresh_secret',
    authorizedGrantTypes: 'password',
    accessTokenValidity: 3600,
    refreshTokenValidity: 7200,
  });
  expect(
    flat((await (await through('fresh', platform)).get('blade-system/menu/routes')).data as Node[]).map(
      (node) => node.path,
    ),
  ).toEqual(own);
});

test('both Sabers have one name, and each gets its pages behind any proxy, by the cookie of its token', async () => {
  const caller = await through('saber', platform);
  const apiScope = async (prefix: string, cookie: string): Promise<boolean> => {
    const answer = await fetch(`${server.base}${prefix}/blade-system/menu/routes`, {
      headers: { 'Blade-Auth': `bearer ${caller.token}`, ...(cookie && { cookie }) },
    });
    return flat(((await answer.json()) as { data: Node[] }).data).some((node) => node.path === '/authority/apiscope');
  };
  const old = `saber-access-token=${caller.token}`;
  const young = `saber3-access-token=${caller.token}`;
  for (const prefix of ['', '/api']) {
    expect([prefix, await apiScope(prefix, old), await apiScope(prefix, young)]).toEqual([prefix, false, true]);
    // Both clients run on one host and send both cookies: the cookie with the token of the session identifies the
    // client.
    expect([
      prefix,
      await apiScope(prefix, `${old}; saber3-access-token=other`),
      await apiScope(prefix, `saber-access-token=other; ${young}`),
    ]).toEqual([prefix, false, true]);
  }
  // Without a cookie, as on another host, the prefix of the path decides. A cookie with another token is ignored.
  expect([
    await apiScope('', ''),
    await apiScope('/api', ''),
    await apiScope('/api', 'saber3-access-token=other'),
  ]).toEqual([true, false, false]);
});

test('Sword requests menus and buttons before the login and gets none; an expired token is reported', async () => {
  const asks = async (client: string, token = ''): Promise<unknown[]> => {
    const answers = await Promise.all(
      ['routes', 'buttons', 'auth-routes'].map((path) =>
        server.stranger().send('GET', `blade-system/menu/${path}`, {
          headers: {
            ...(client && { authorization: `Basic ${btoa(`${client}:${client}_secret`)}` }),
            ...(token && { 'Blade-Auth': `bearer ${token}` }),
          },
        }),
      ),
    );
    return answers.map((answer) => [answer.status, answer.status === 200 ? answer.data : answer.reason]);
  };
  expect(await asks('sword')).toEqual([
    [200, []],
    [200, []],
    [200, []],
  ]);
  for (const client of ['', 'saber', 'saber3', 'anju', 'nobody'])
    expect([client, await asks(client)]).toEqual([
      client,
      [
        [401, 'http.notLoggedIn'],
        [401, 'http.notLoggedIn'],
        [401, 'http.notLoggedIn'],
      ],
    ]);
  expect(await asks('sword', 'over')).toEqual([
    [401, 'http.sessionEnded'],
    [401, 'http.sessionEnded'],
    [401, 'http.sessionEnded'],
  ]);
});
