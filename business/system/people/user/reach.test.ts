import { beforeAll, expect, test } from 'vitest';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { user } from './user.paper.ts';

const server = await openTestServer(import.meta.url);

/** Calls that name a person, by any parameter. */
const calls = server.assembly.routes.filter(
  (route) =>
    (route.paper === user || /^blade-(system\/)?user\//.test(route.path)) &&
    !['anonymous', 'guest'].includes(route.needs) &&
    !route.path.startsWith('../') &&
    !route.upload &&
    !/import\/|register|update-password|update-info|events/.test(route.path),
);
/** Calls that name one or several people: 404 outside of the caller's scope. */
const naming = [
  'grant',
  'unlock',
  'reset-password',
  'update-platform',
  'sessions',
  'end-sessions',
  'detail',
  'platform-detail',
  'remove',
  'history',
  'audit-pass',
  'audit-refuse',
];

/**
 * The calls of `naming` that may read any visible person. Sessions need the right to edit, so they are not among them.
 */
const reading = ['detail', 'platform-detail', 'history'];

/** Scopes of a role over people, and the type of the matching data scope. */
const SCOPES = ['own', 'department', 'departmentBelow', 'all'] as const;
const TYPES: Partial<Record<(typeof SCOPES)[number], number>> = { own: 2, department: 3, departmentBelow: 4 };
type Scope = (typeof SCOPES)[number];
const keepers = new Map<Scope, TestCaller>();
let roleId = '';
let people: Readonly<Record<'below' | 'elsewhere' | 'above', TestCaller>>;

const moveTo = (caller: TestCaller, beside: TestCaller): Promise<unknown> =>
  server.tables(
    'update blade_user set dept_id = (select dept_id from blade_user where id = $2), create_dept = (select dept_id[1] from blade_user where id = $2) where id = $1',
    [caller.id, beside.id],
  );

/** Limit the people that a role sees by a data scope of this type. */
async function narrow(alias: string, scopeType: number | undefined): Promise<void> {
  if (!scopeType) return;
  const admin = await server.as('administrator');
  const [{ id: menuId }] = await server.tables<{ id: string }>(
    'select parent_id::text as id from blade_menu where code = $1',
    [buttonOf(user, 'view')],
  );
  const made = await admin.post('blade-system/data-scope/submit', {
    menuId,
    scopeName: alias,
    scopeType,
    ...(scopeType > 2 && { scopeColumn: 'deptId' }),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await server.tables(
    "insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select '000000', id, 1, $2 from blade_role where role_alias = $1 and tenant_id = '000000'",
    [alias, made.data.id],
  );
}

beforeAll(async () => {
  for (const scope of SCOPES) {
    await server.tables(
      "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($2), '000000', $1, $1, $3, 1, now(), now())",
      [`keeps_${scope}`.toLowerCase(), server.clock.ms(), scope],
    );
    await server.tables(
      "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.category = 2 and m.code like $2",
      [`keeps_${scope}`.toLowerCase(), `${buttonOf(user, '')}%`],
    );
    await narrow(`keeps_${scope}`.toLowerCase(), TYPES[scope]);
    keepers.set(scope, await server.as(`keeps_${scope}`.toLowerCase(), { teams: ['west'] }));
  }
  [{ id: roleId }] = await server
    .tables<{ id: string }>("select id::text as id from blade_role where role_alias = 'nobody_at_all'")
    .then((found) =>
      found.length
        ? found
        : server.tables<{ id: string }>(
            "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), '000000', 'x', 'nobody_at_all', 'own', 1, now(), now()) returning id::text as id",
            [server.clock.ms()],
          ),
    );
  people = {
    below: await server.as('nobody_at_all', { who: 'below' }),
    elsewhere: await server.as('nobody_at_all', { who: 'elsewhere' }),
    above: await server.as('as_manager', { who: 'above' }),
  };
});

/** Return the identity, rights and sessions of a person. */
const stateOf = async ({ id }: TestCaller): Promise<unknown> =>
  server.tables(
    `select u.*, (select count(*)::int from anju_session s where s.user_id = u.id and s.ended is null) as living,
  (select count(*)::int from anju_attempt a where a.id = 'account 000000 ' || lower(u.account)) as tries from blade_user u where u.id = $1`,
    [id],
  );

async function send(route: Route, by: TestCaller, { id }: TestCaller): Promise<{ status: number; text: string }> {
  const [session] = await server.tables<{ id: string }>(
    'select id::text as id from anju_session where user_id = $1 and ended is null limit 1',
    [id],
  );
  const named = { id, userId: id, userIds: id, ids: route.path.endsWith('end-sessions') ? session.id : id };
  const path = route.path.replaceAll(/\{\w+\}/g, id);
  const answer =
    route.method === 'GET'
      ? await by.asPublished().get(path, named)
      : await by.write(route.method, path, {
          ...named,
          ...(route.path.endsWith('bulk') && { ids: [id], set: { realName: '换了名' } }),
          roleIds: roleId,
          roleId: [roleId],
          realName: '换了名',
          password: 'Another9Pass!',
          userExt: '{"a":1}',
          status: 0,
          reason: '因',
          action: 'x',
          deptId: route.path.endsWith('audit-pass') ? ['1'] : [],
          version: undefined,
        });
  return { status: answer.status, text: JSON.stringify(answer.data ?? '') };
}

const isOn = (route: Route, name: string): boolean => route.path.endsWith(`/${name}`);

test(
  '范围外的人：每个调用都像没有这个人 somebody out of sight is not there, for every call',
  { timeout: 300_000 },
  async () => {
    expect(calls.length).toBeGreaterThan(30);
    for (const name of naming)
      expect(
        calls.some((route) => isOn(route, name)),
        name,
      ).toBe(true);
    const faults: string[] = [];
    for (const scope of SCOPES.filter((one) => one !== 'all')) {
      const by = keepers.get(scope)!;
      await server.tables(
        "insert into anju_attempt (id, failures, last) values ('account 000000 ' || (select lower(account) from blade_user where id = $1), 5, now()) on conflict do nothing",
        [people.elsewhere.id],
      );
      const locked = await stateOf(people.elsewhere);
      for (const route of calls) {
        const { status, text } = await send(route, by, people.elsewhere);
        if (naming.some((name) => isOn(route, name)) && status !== 404)
          faults.push(`${scope} ${route.path}: ${status}`);
        if (status === 200 && text.includes(`"id":"${people.elsewhere.id}"`) && !isOn(route, 'user-list'))
          faults.push(`${scope} ${route.path}: tells of him`);
        expect(await stateOf(people.elsewhere), `${scope} ${route.path} ${status}`).toEqual(locked);
      }
    }
    expect(faults).toEqual([]);
  },
);

test(
  '比自己权限多的人：看得见也动不得 people with more rights are visible but unchanged',
  { timeout: 300_000 },
  async () => {
    for (const scope of SCOPES.filter((one) => one !== 'own')) {
      const by = keepers.get(scope)!;
      await moveTo(people.above, by);
      await server.app.ports.forget('000000');
      const before = await stateOf(people.above);
      // The bulk change is left out: it can set only names, which editors of people may correct.
      for (const route of calls.filter((one) => !isOn(one, 'bulk'))) {
        const { status } = await send(route, by, people.above);
        if (naming.some((name) => isOn(route, name)) && !reading.some((name) => isOn(route, name)))
          expect([400, 403, 404, 409], `${scope} ${route.path} ${status}`).toContain(status);
        expect(await stateOf(people.above), `${scope} ${route.path} ${status}`).toEqual(before);
      }
    }
  },
);

test('范围内的下属：照常办理 people in scope with fewer rights can be changed', async () => {
  const by = keepers.get('department')!;
  await moveTo(people.below, by);
  for (const name of ['unlock', 'update-platform', 'sessions', 'platform-detail', 'grant', 'reset-password']) {
    const route = calls.find((one) => one.path === `blade-system/user/${name}`)!;
    expect(
      (await send(route, by, people.below).catch((error: unknown) => ({ status: String(error) }))).status,
      name,
    ).toBe(200);
  }
});
