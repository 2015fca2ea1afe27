import { expect, test } from 'vitest';
import { isFamilyClient } from '#kernel/language/rooms/family-page.ts';
import { TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const person = await server.as('administrator', { who: 'spelling' });

/** Log the person in with another client. */
async function through(client: string): Promise<TestCaller> {
  const { access } = await server.assembly.sessions.open({ tenantId: '000000', zone: 'Asia/Shanghai' }, person.id, {
    ip: '127.0.0.1',
    agent: 'story',
    client,
  });
  return new TestCaller(server.base, access, person.id, '000000');
}

interface Menu {
  readonly id: string;
  readonly code?: string;
  readonly category?: number;
  readonly path: string;
  readonly source: string;
  readonly children?: readonly Menu[];
}

const flat = (nodes: readonly Menu[]): Menu[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const CLIENTS = [
  ['saber', /^iconfont /],
  ['saber3', /^iconfont /],
  ['sword', /^[a-z-]+$/],
] as const;

/** Return the menus of each call that answers them, without buttons. */
async function menusOf(caller: TestCaller): Promise<[call: string, menus: Menu[]][]> {
  const group = (await server.tables<{ id: string }>("select id::text as id from blade_menu where code = 'system'"))[0];
  const answer = async (path: string): Promise<unknown> => (await caller.get(`blade-system/menu/${path}`)).data;
  const grant = (await answer('grant-tree')) as { menu: Menu[] };
  const top = (await answer('grant-top-tree')) as { menu: Menu[] };
  const answers: [string, unknown][] = [
    ...(await Promise.all(
      ['list', 'lazy-list', 'menu-list', 'lazy-menu-list', 'tree', 'lazy-tree'].map(
        async (path): Promise<[string, unknown]> => [path, await answer(path)],
      ),
    )),
    ['detail', [await answer(`detail?id=${group.id}`)]],
    ['grant-tree', grant.menu],
    ['grant-top-tree', top.menu],
  ];
  // Nodes of a picker have no kind, so their buttons are found by the whole list.
  const pages = new Set(
    (await server.tables<{ id: string }>('select id::text as id from blade_menu where category = 1')).map(
      (row) => row.id,
    ),
  );
  return answers.map(([call, menus]) => [call, flat(menus as Menu[]).filter((menu) => pages.has(menu.id))]);
}

test.each(CLIENTS)(
  '%s: each call with menus has a path and an icon of the client for each group',
  async (name, icon) => {
    const caller = await through(name);
    for (const [call, menus] of await menusOf(caller)) {
      expect([call, menus.length > 0]).toEqual([call, true]);
      expect([call, menus.filter((menu) => !menu.path || !icon.test(menu.source))]).toEqual([call, []]);
    }
    const tops = (await caller.get('blade-system/topmenu/list')).data.records as Menu[];
    expect(tops.filter((top) => !icon.test(top.source))).toEqual([]);
  },
);

test('our own client reads menus as they are stored', async () => {
  const own = await through('anju');
  const stored = await server.tables<Menu>(
    "select id::text as id, code, coalesce(path, '') as path, coalesce(source, '') as source from blade_menu where is_deleted = 0 and category = 1",
  );
  const listed = new Map(flat((await own.get('blade-system/menu/list')).data as Menu[]).map((menu) => [menu.id, menu]));
  expect(
    stored.filter((menu) => listed.get(menu.id)?.path !== menu.path || listed.get(menu.id)?.source !== menu.source),
  ).toEqual([]);
});

test.each(CLIENTS)('%s: a form that sends a menu back changes what was changed, not its spelling', async (name) => {
  const caller = await through(name);
  const facts = async (): Promise<unknown> =>
    (await server.tables("select name, path, source, remark from blade_menu where code = 'system'"))[0];
  const before = (await facts()) as object;
  const [{ id }] = await server.tables<{ id: string }>("select id::text as id from blade_menu where code = 'system'");
  const { data } = await caller.get('blade-system/menu/detail', { id });
  expect((await caller.post('blade-system/menu/submit', { ...data, remark: name })).status).toBe(200);
  expect(await facts()).toEqual({ ...before, remark: name });
});

test.each([...CLIENTS.map(([name]) => name), 'anju'])(
  '%s: a person without a picture has the default one in published clients, and sending it back stores nothing',
  async (name) => {
    const caller = await through(name);
    const face = await server.assembly.app.ports.familyClient(name);
    const shown = isFamilyClient(face) ? expect.stringMatching(/^data:image\/svg\+xml,/) : '';
    for (const call of ['blade-auth/oauth/user-info', 'blade-system/user/info'])
      expect([call, (await caller.get(call)).data.avatar]).toEqual([call, shown]);
    const { avatar } = (await caller.get('blade-system/user/info')).data as { avatar: string };
    expect((await caller.post('blade-system/user/update-info', { avatar })).status).toBe(200);
    expect(await server.tables('select avatar from blade_user where id = $1', [person.id])).toEqual([{ avatar: null }]);
  },
);
