import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#kernel/server/http/route.ts';
import { sendRequest as heard } from '../call.ts';
import { titled } from '../choose.ts';
import { testEach, keeper, sample, saved } from '../sample.ts';
import { type TestCaller, openTestServer } from '../test-server.ts';

const printed: string[] = [];
const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' }, printed });
const { routes } = server.assembly;
const ids = new Map<string, string>();
/** Timeout of thousands of calls on a busy machine, in ms. */
const MANY_MS = 300_000;
/** Number of combinations of call, caller and body that were sent so far. */
let tried = 0;

beforeAll(async () => {
  for (const [, paper] of titled()) ids.set(paper.name, (await saved(server, paper)).id);
  await server.work('administrator', async () => {});
});

interface Said {
  readonly status: number;
  readonly body: Record<string, unknown> | null;
  readonly type: string;
}

/** Send one call as it is on the wire. */
async function call(
  route: Route,
  by: TestCaller | null,
  { query = '', body, base = '/api/' }: { query?: string; body?: unknown; base?: string } = {},
  params = '0',
): Promise<Said> {
  const path = route.path.startsWith('../')
    ? `/${route.path.slice(3)}`
    : `${base}${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(params))}`;
  const { status, text, headers } = await heard(server.base, route.method, `${path}${query}`, {
    headers: {
      ...(by && { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId }),
      ...(route.method !== 'GET' && { 'Content-Type': 'application/json' }),
    },
    ...(route.method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  });
  const type = headers.get('content-type') ?? '';
  return { status, type, body: type.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : null };
}

const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/** Assert that a refusal has the standard envelope, and a message. */
function isToldWell(answer: Said, about: string): void {
  // Show the lines of the server's log about this request if it fails with 500 or more.
  const written = printed.filter((line) => answer.status >= 500 && line.includes(String(answer.body?.requestId)));
  expect(answer.status, `${about} ${JSON.stringify(answer.body)} ${written.join('\n')}`).toBeLessThan(500);
  if (answer.status === 200) return;
  expect(answer.body, about).toMatchObject({
    code: answer.status,
    success: false,
    msg: expect.stringMatching(/./),
    reason: expect.stringMatching(/^\w+\.\w+$/),
  });
}

const guarded = routes.filter((route) => route.needs !== 'anonymous');

describe('门：每个接口 Doors: every call', () => {
  test(
    '别家公司的数据等于不存在 another company’s row is a missing row, for every call',
    { timeout: MANY_MS },
    async () => {
      const other = await keeper(server, '100001');
      // One body for all calls of a paper: its referenced rows are created once.
      const bodies = new Map<string, object>();
      for (const [, paper] of titled())
        bodies.set(paper.name, await sample(server, paper, {}, '100001').catch(() => ({})));
      await testEach(
        guarded.filter((route) => route.paper && route.paper.owner !== 'platform'),
        async (route) => {
          const id = ids.get(route.paper!.name)!;
          const [before] = await server.tables(`select * from ${route.paper!.table} where id = $1`, [id]);
          const names = [
            'id',
            'ids',
            'userIds',
            'roleIds',
            'customerId',
            'repairFormId',
            'registrationFormId',
            'registerMainId',
            'equipmentId',
            'parentId',
            'topMenuIds',
            'userId',
          ];
          const answer = await call(
            route,
            other,
            {
              query: `?${new URLSearchParams(names.map((name) => [name, id]))}`,
              body: {
                ...bodies.get(route.paper!.name),
                id,
                ids: id,
                userIds: id,
                roleIds: id,
                topMenuIds: id,
                menuIds: [],
                action: 'accept',
                set: { remark: 'x' },
              },
            },
            id,
          );
          tried += 1;
          isToldWell(answer, nameOf(route));
          expect(JSON.stringify(answer.body?.data ?? ''), nameOf(route)).not.toContain(
            JSON.stringify(before).slice(1, 60),
          );
          if (answer.status === 200)
            expect(
              holdsRow(answer.body?.data, id),
              `${nameOf(route)} ${JSON.stringify(answer.body?.data ?? null).slice(0, 300)}`,
            ).toBe(false);
          expect(
            (await server.tables(`select * from ${route.paper!.table} where id = $1`, [id]))[0],
            nameOf(route),
          ).toEqual(before);
        },
        4,
      );
    },
  );

  test('没有这个路径:404 an unknown path answers 404', async () => {
    const person = await server.as('as_cs');
    for (const path of [
      'api/blade-system/nothing',
      'api/blade-maintenance/webApi/asrepairform/nothing',
      'blade-nothing/x',
      'api',
      'api/',
      'api/x/../y',
      'api/%00',
      'api/%E0%A4%A',
      `api/blade-${'x'.repeat(400)}`,
    ]) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
        const response = await fetch(`${server.base}/${path}`, {
          method,
          headers: { 'Blade-Auth': `bearer ${person.token}` },
        });
        const body = (await response.json()) as Record<string, unknown>;
        expect([response.status, body.code, body.reason], `${method} ${path}`).toEqual([404, 404, 'http.noSuchPath']);
      }
    }
  });

  test('同一个地址的几种写法答得一样 an address has one answer in every spelling', async () => {
    const person = await server.as('as_cs');
    const statusAndText = async (method: string, path: string): Promise<[number, string]> => {
      const response = await fetch(`${server.base}/${path}`, {
        method,
        headers: { 'Blade-Auth': `bearer ${person.token}` },
      });
      return [response.status, await response.text()];
    };
    const { body } = await person.get('blade-auth/oauth/user-info');
    for (const path of [
      'api/blade-auth/oauth/user-info/',
      'api/blade-auth/oauth/user-info/?x=1',
      'api/blade-auth/oauth/user%2Dinfo',
      '%61pi/blade-auth/oauth/user-info',
      'blade-auth/oauth/user-info',
    ]) {
      const [status, text] = await statusAndText('GET', path);
      expect([status, JSON.parse(text)], path).toEqual([200, body]);
    }
    expect(await statusAndText('HEAD', 'api/blade-auth/oauth/user-info')).toEqual([200, '']);
    // A path parameter has at most 300 characters, as many as the longest one of the product; for a longer one no call
    // is found.
    for (const [filled, status] of [
      ['x'.repeat(300), 403],
      ['x'.repeat(301), 404],
      ['', 404],
      ['%E0%A4%A', 404],
    ] as const)
      expect((await statusAndText('GET', `api/blade-resource/file/${filled}`))[0], filled.slice(0, 9)).toBe(status);
  });
});

/** A text that every value of this test contains, so that it can be found again. It must appear in no log. */
const MARK = 'MARK-9f3c27';

/** Return a caller with a new role that has all buttons whose codes match `buttons`. */
async function holding(alias: string, buttons: string): Promise<TestCaller> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($2), '000000', $1, $1, 'all', 1, now(), now())",
    [alias, server.clock.ms()],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.category = 2 and m.code like $2",
    [alias, buttons],
  );
  return server.as(alias);
}

/**
 * Return the id of an existing row of the paper. For callers without the right any id does, because they are refused
 * first.
 */
const rowFor = (route: Route): string => ids.get(route.paper?.name ?? '') ?? '1';

const nested = (levels: number): unknown => {
  let value: unknown = MARK;
  for (let n = 0; n < levels; n++) value = { set: value };
  return value;
};
const HUGE = JSON.stringify({ remark: MARK.repeat(120_000) });
const bodies: readonly (readonly [name: string, body: string])[] = [
  ['empty', ''],
  [
    'wrong',
    JSON.stringify({
      id: MARK,
      ids: [{ a: MARK }],
      list: MARK,
      set: [MARK],
      lines: MARK,
      customerName: { a: 1 },
      phone: [MARK],
      password: MARK,
    }),
  ],
  ['deep', JSON.stringify(nested(30))],
  ['huge', HUGE],
];

interface Sending {
  readonly name: string;
  readonly body: string;
  readonly query: string;
  readonly base: string;
}

/**
 * Return the request of a combination. The number `at` alternates its body (empty, nonsense, too deep, an existing row,
 * too large) and its address with or without `/api`.
 */
function sending(route: Route, at: number, isRefused: boolean): Sending {
  const base = at % 2 && route.path.startsWith('blade-') ? '/' : '/api/';
  const row = rowFor(route);
  if (route.method === 'GET') {
    const [name, body] = bodies[at % 2];
    if (name === 'wrong')
      return {
        name,
        body,
        base,
        query: `?${new URLSearchParams(['id', 'ids', 'paper', 'keyword', 'ascs', 'q', 'code', 'token'].map((one) => [one, MARK]))}`,
      };
    return { name, body, base, query: isRefused ? `?id=${row}&paper=customer` : '' };
  }
  // Send the id of an existing row only if the caller must be refused. Another test sends ids of rows of another
  // company, and checks these rows afterwards.
  const [name, body] = [
    ...bodies.slice(0, 3),
    isRefused ? (['a row', JSON.stringify({ id: row, ids: row })] as const) : bodies[0],
  ][at % 4];
  return { ...((at * 7) % 23 === 0 ? { name: 'huge', body: HUGE } : { name, body }), base, query: '' };
}

/** Refusals of a body that is too deep or too large. They come before the caller is authenticated. */
const refusedAtOnce: Readonly<Record<string, readonly [number, string]>> = {
  deep: [400, 'http.unreadable'],
  huge: [413, 'http.tooLarge'],
};

test(
  '每个接口 × 每种来人 × 每种请求体：没有一处泄漏，没有一个 5xx every call by every caller with every body: no leak and no fault',
  { timeout: MANY_MS },
  async () => {
    const all = guarded.filter(
      (route) => !route.path.endsWith('/events') && !route.path.endsWith('logout') && !route.path.startsWith('../'),
    );
    const tokens = await server.assembly.sessions.open(
      { tenantId: '000000', zone: 'Asia/Shanghai' },
      (await server.as('as_cs')).id,
      { ip: '', agent: '', client: 'saber', accessSeconds: -1 },
    );
    const [views, blind] = [await holding('views_all', '%\\_view'), await holding('sees_none', '%')];
    await server.tables(
      "delete from blade_role_menu g using blade_menu m, blade_role r where m.id = g.menu_id and r.id = g.role_id and r.role_alias = 'sees_none' and m.code like '%\\_view'",
    );
    const ended = Object.assign(Object.create(Object.getPrototypeOf(views)) as TestCaller, {
      ...views,
      token: tokens.access,
    });
    const other = await keeper(server, '100001');
    const nobody = await server.as('nobody');
    const ours = titled((paper) => paper.owner !== 'platform').map(([, paper]) => ids.get(paper.name)!);
    const needsButton = ({ needs }: Route): boolean => !['person', 'guest'].includes(needs);
    const callers: readonly {
      readonly name: string;
      by(route: Route): TestCaller | null;
      readonly right: (route: Route) => readonly (readonly [number, string])[] | null;
    }[] = [
      { name: 'nobody at all', by: () => null, right: () => [[401, 'http.notLoggedIn']] },
      { name: 'ended', by: () => ended, right: () => [[401, 'http.sessionEnded']] },
      { name: 'another company', by: () => other, right: () => null },
      {
        name: 'without the permission',
        by: () => nobody,
        right: (route) => (needsButton(route) ? [[403, 'http.forbidden']] : null),
      },
      {
        name: 'one step too low',
        by: (route) => (route.needs === 'view' ? blind : views),
        right: (route) => (needsButton(route) ? [[403, 'http.forbidden']] : null),
      },
    ];
    expect(guarded.length).toBeGreaterThan(300);
    const leaks: string[] = [];
    const met = new Set<string>();
    await testEach(
      all.flatMap((route, at) => callers.map((caller, turn) => ({ route, caller, at: at + turn }))),
      async ({ route, caller, at }) => {
        // Test each call with each caller. The body alternates, so that each caller sends each body to calls of every
        // kind.
        const right = caller.right(route);
        const { name, ...way } = sending(route, at, right !== null);
        const answer = await call(route, caller.by(route), way);
        tried += 1;
        met.add(`${caller.name} ${route.method === 'GET' ? 'reads' : 'writes'} ${name}`);
        const about = `${caller.name}: ${nameOf(route)} ${name}`;
        isToldWell(answer, about);
        // A route with a higher limit accepts the large body.
        const isTaken = name === 'huge' && (route.most ?? 0) > HUGE.length;
        const wanted = route.method !== 'GET' && refusedAtOnce[name] && !isTaken ? [refusedAtOnce[name]] : right;
        if (wanted && !wanted.some(([status, reason]) => answer.status === status && answer.body?.reason === reason))
          leaks.push(`${about}: ${answer.status} ${String(answer.body?.reason)}`);
        const text = JSON.stringify(answer.body?.data ?? '');
        if (caller.name === 'another company' && ours.some((id) => text.includes(`"${id}"`)))
          leaks.push(`${about}: a row of ours`);
      },
    );
    expect(met.size).toBe(callers.length * (bodies.length + 3) - 1);
    console.log(
      `门 doors: ${tried} 种组合 combinations of ${all.length} calls, ${callers.length} callers and ${bodies.length} bodies; ${leaks.length} leaks, 0 faults`,
    );
    expect(leaks.slice(0, 40)).toEqual([]);
    expect(tried).toBeGreaterThan(all.length * callers.length);
    await server.assembly.log.write();
    const logged = await server.tables<{ text: string }>(
      ['api', 'usual', 'error']
        .map((kind) => `select string_agg(t::text, ' ') as text from blade_log_${kind} t`)
        .join(' union all '),
    );
    for (const { text } of logged)
      for (const secret of [MARK, other.token, nobody.token, tokens.access])
        expect((text ?? '').includes(secret), secret).toBe(false);
    expect(logged.some(({ text }) => (text ?? '').length > 1000)).toBe(true);
    // The printed log must not contain `MARK` either, at any level.
    expect(printed.length).toBeGreaterThan(tried);
    for (const secret of [MARK, other.token, nobody.token, tokens.access])
      expect(
        printed.filter((line) => line.includes(secret)),
        secret,
      ).toEqual([]);
  },
);

/** Return whether an object in the answer has this id. */
function holdsRow(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (value as { id?: unknown }).id === id || Object.values(value).some((one) => holdsRow(one, id));
}
