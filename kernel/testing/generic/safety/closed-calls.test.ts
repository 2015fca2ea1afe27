import { placeUnder } from '#kernel/language/calls/place.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { isWritten, titled } from '../../choose.ts';
import { keeper, saved } from '../../sample.ts';
import { type Answer, type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
/** A caller with every button, but without a grant for restricted calls. */
let caller: TestCaller;
/** A caller with every button and a grant for each restricted call. */
let opened: TestCaller;

async function holding(alias: string): Promise<TestCaller> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($2), '000000', $1, $1, 'all', 1, now(), now())",
    [alias, server.clock.ms()],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.category = 2",
    [alias],
  );
  return server.as(alias, { who: 'closed' });
}

beforeAll(async () => {
  caller = await holding('closed_out');
  opened = await holding('let_in');
});

/** Restrict calls to roles with a grant, run the work, and remove the restriction. */
async function closed(paths: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const path of paths) {
    const [{ id }] = await server.tables<{ id: string }>(
      "insert into blade_api_scope (id, tenant_id, menu_id, scope_name, scope_path, scope_type, status, is_deleted, create_time, update_time) values (next_id($1), '000000', (select min(id) from blade_menu where category = 1), $2, $3, 1, 1, 0, now(), now()) returning id::text as id",
      [server.clock.ms(), path, `POST /api/${path}`],
    );
    await server.tables(
      "insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select '000000', id, 2, $1 from blade_role where role_alias = 'let_in' and tenant_id = '000000'",
      [id],
    );
  }
  try {
    await work();
  } finally {
    await server.tables("delete from blade_role_scope where scope_category = 2 and tenant_id = '000000'");
    await server.tables("delete from blade_api_scope where tenant_id = '000000'");
  }
}

const whole = (paper: AnyPaper, path: string): string => placeUnder(paper, path);
type Ask = (who: TestCaller) => Promise<Answer>;

/** Test all addresses of one call: refused without the grant, and allowed with it. */
async function holds(paths: readonly string[], all: Readonly<Record<string, Ask>>): Promise<void> {
  // Leave out calls that the caller may not make even without the restriction.
  const asks: Record<string, Ask> = {};
  for (const [name, ask] of Object.entries(all)) if ((await ask(opened)).status !== 403) asks[name] = ask;
  await closed(paths, async () => {
    for (const [name, ask] of Object.entries(asks)) {
      expect((await ask(caller)).status, `${paths.join()} by ${name}`).toBe(403);
      expect((await ask(opened)).status, `${paths.join()} by ${name}, let in`).not.toBe(403);
    }
  });
}

const NOBODY = '4711';

describe.each(titled((paper) => isWritten(paper) && paper.owner !== 'platform'))('%s', (_title, paper) => {
  const life = paper.lifecycle;
  const verbs = Object.entries(life?.actions ?? {}).filter(([, action]) => action.from.some((state) => state !== '*'));

  if (verbs.length)
    test('动作按其所做判断：自己的地址关闭后，act 与 submit{action} 也做不了 a verb that is closed is closed for act and submit too', async () => {
      for (const [name, action] of verbs) {
        const path = whole(paper, action.call?.path ?? name);
        const shared = ['submit', 'update'].includes(action.call?.path ?? '');
        await holds([path], {
          act: (who) => who.post(`${paper.path}/act`, { action: name, id: NOBODY }),
          many: (who) => who.post(`${paper.path}/act`, { action: name, ids: [NOBODY, '4712'] }),
          submit: (who) =>
            who.post(shared ? whole(paper, action.call!.path) : `${paper.path}/submit`, {
              action: shared ? (action.call!.action ?? name) : name,
              ...(shared && action.call!.when),
              id: NOBODY,
            }),
          ...Object.fromEntries(
            (paper.aliases ?? []).map((alias) => [
              alias,
              (who: TestCaller) => who.post(`${alias}/act`, { action: name, id: NOBODY }),
            ]),
          ),
        });
      }
    });

  test('改数据按其所做判断：submit 关闭后，save、update、bulk 都做不了 a closed change is closed for save, update and bulk', async () => {
    const own = (word: string): boolean =>
      Boolean(server.app.behaviours.get(paper.name)?.calls?.some((one) => one.path === word));
    const asks = (body: object): Record<string, Ask> =>
      Object.fromEntries(
        ['submit', 'update', 'bulk', ...(paper.calls?.submit ?? []), ...(paper.calls?.draft ?? [])]
          .filter((word) => !own(word))
          .map((word) => [
            word,
            (who: TestCaller) => who.post(whole(paper, word), { id: NOBODY, ids: [NOBODY], set: {}, ...body }),
          ]),
      );
    for (const word of ['submit', 'save', 'update']) await holds([`${paper.path}/${word}`], asks({}));
    await holds(
      [`${paper.path}/remove`],
      Object.fromEntries(
        ['remove', ...(paper.calls?.remove ?? [])].map((word) => [
          word,
          (who: TestCaller) => who.post(whole(paper, word), { ids: NOBODY }),
        ]),
      ),
    );
  });
});

test('管数据权限的人改不了限定自己的那一条，也开不了对自己关闭的接口 an editor of data scopes neither widens their own nor opens calls closed to them', async () => {
  const admin = await keeper(server);
  const dataScope = titled()
    .map(([, paper]) => paper)
    .find((one) => one.name === 'dataScope')!;
  const [mine, other] = [await saved(server, dataScope), await saved(server, dataScope)];
  await server.tables(
    "insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select '000000', id, 1, $1 from blade_role where role_alias = 'closed_out' and tenant_id = '000000'",
    [mine.id],
  );
  const at = dataScope.path;
  const tries: [string, object][] = [
    ['submit', { ...mine, scopeType: 1 }],
    ['update', { ...mine, scopeType: 1 }],
    ['bulk', { ids: [mine.id], set: { scopeType: 1 } }],
    ['remove', { ids: mine.id }],
    ['bulk', { ids: [mine.id], set: { status: 0 } }],
  ];
  for (const [word, body] of tries) {
    const answer = await caller.post(`${at}/${word}`, body);
    expect([answer.status, answer.reason], word).toEqual([403, 'system.ownScope']);
  }
  expect((await admin.get(`${at}/detail`, { id: mine.id })).data.scopeType).toBe(mine.scopeType);
  expect((await caller.post(`${at}/update`, { ...other, remark: '别人的' })).status).toBe(200);
  await server.tables("delete from blade_role_scope where scope_category = 1 and tenant_id = '000000'");
  await closed(['blade-system/post/remove'], async () => {
    const [{ id }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_api_scope where tenant_id = '000000'",
    );
    for (const [word, body] of [
      ['remove', { ids: id }],
      ['bulk', { ids: [id], set: { scopePath: '/blade-system/post/nothing' } }],
    ] as const)
      expect((await caller.post(`blade-system/api-scope/${word}`, body)).status, word).toBe(403);
    expect((await opened.post('blade-system/api-scope/bulk', { ids: [id], set: { remark: '知道了' } })).status).toBe(
      200,
    );
  });
});
