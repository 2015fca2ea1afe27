import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { sendRequest } from '../call.ts';
import { titled } from '../choose.ts';
import { testEach, keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const routes = server.assembly.routes.filter(
  (route) =>
    route.contract.answer.is !== 'stream' &&
    !route.path.endsWith('/events') &&
    !route.path.endsWith('logout') &&
    !route.path.startsWith('../'),
);
/**
 * Calls whose code is the same for each paper. They read only ids and options, or fields in the same way as `submit`
 * and `list`, which are tested more often.
 */
const byIdOnly = /\/(detail|detail\/\{id\}|history|page|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+)$/;
/** Writing calls that every paper has. */
const everyPapers = /\/(submit|update|act|once|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+)$/;
const paperAt = new Map(titled().map(([, paper], at) => [paper.name, at]));
const routeAt = new Map(routes.map((route, at) => [route, at]));
/** Timeout of over a thousand calls on a busy machine, in ms. */
const MANY_MS = 300_000;
/** Number of rounds. In each round calls get other invalid values in their parameters. */
const TIMES = 8;
/**
 * Number of rounds in which a standard call is tested once with each paper. It is high if fields hardly matter to the
 * call, low if the call reads them.
 */
const TURNS = TIMES,
  READING_TURNS = 4,
  FIELD_TURNS = 2;

const comesRound = (route: Route, turn: number, turns: number): boolean =>
  (paperAt.get(route.paper!.name)! + turn) % turns === 0;

/**
 * Return the calls that are tested in a round. Calls of one paper alone are tested in each round. A standard call is
 * tested with only some papers, and with others in the next round.
 */
const routesAt = (turn: number): Route[] =>
  routes.filter((route) => {
    if (!route.paper) return turn === 0 || !route.path.startsWith('docs/');
    if (/\/(list|submit|update)$/.test(route.path)) return comesRound(route, turn, FIELD_TURNS);
    return !byIdOnly.test(route.path) || comesRound(route, turn, TURNS);
  });

const ids = new Map<string, string>();

beforeAll(async () => {
  for (const [, paper] of titled()) ids.set(paper.name, (await saved(server, paper)).id);
});

/**
 * Return the names of all parameters that a call may read: its inputs, the fields of its paper, and those of kernel
 * calls.
 */
const wordsOf = (route: Route): string[] => [
  ...new Set([
    ...Object.keys({ ...route.contract?.query, ...route.contract?.body }),
    ...(route.paper ? fieldsOf(route.paper).map(([name]) => name) : []),
    'id',
    'ids',
    'version',
    'status',
    'keyword',
    'current',
    'size',
    'ascs',
    'descs',
    'action',
    'set',
    'matching',
    'dry',
    'draft',
    'then',
    'force',
    'lines',
    'paper',
    'row',
    'content',
    'view',
    'path',
    'q',
    'field',
    'reason',
    'codes',
    'parentId',
    'roleIds',
    'menuIds',
    'userIds',
    'topMenuIds',
    'header',
    'equipment',
    'newCustomer',
    'newFile',
    'mergeInto',
    'expireTime',
    'accountNumber',
    'username',
    'password',
    'refresh_token',
  ]),
];

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < levels; n++) value = n % 2 ? { set: value } : [value];
  return value;
};

/** Invalid or extreme values, each with a name for messages. */
const nonsense: readonly [name: string, value: unknown][] = [
  ['空 empty', ''],
  ['literal undefined', 'undefined'],
  ['null', null],
  ['literal null', 'null'],
  ['NUL', 'a\u0000b'],
  ['half a sign', '\ud800'],
  ['19 digits', '9999999999999999999'],
  ['25 digits', '9'.repeat(25)],
  ['negative', -1],
  ['quotes', `'";--\\%_`],
  ['an array', [1, 'x', null]],
  ['an object', { id: 1, $ne: null }],
  ['true', true],
  ['a fraction', 1e300],
  ['long', `长${'x'.repeat(4100)}`],
  ['__proto__', { __proto__: 1, constructor: 1 }],
  ['a date', '2026-02-31'],
];
/** Number of first rounds in which all parameters have the same value, such as all empty, like an empty form. */
const ALIKE = 3;
/**
 * How far each parameter moves in the list of nonsense from one round to the next. The length of the list is no
 * multiple of 7, so each round has another value.
 */
const STEP = 7;

/** For each parameter and each call: the indexes of the values that were sent. */
const met = new Map<string, Set<number>>();
const meets = (who: string, which: number): void => {
  const known = met.get(who) ?? new Set();
  met.set(who, known.add(which));
};

/**
 * Return, for a round, the index of the value of each parameter. In the first rounds all are equal, then they differ,
 * because one invalid parameter may hide others.
 */
function carriedBy(route: Route, turn: number): (at: number) => number {
  return turn < ALIKE ? () => turn : (at) => (at + turn * STEP + routeAt.get(route)!) % nonsense.length;
}

async function send(route: Route, query: string, body: string | undefined, params: string): Promise<void> {
  const by = await keeper(server);
  const path = route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(params));
  const { status, text, headers } = await sendRequest(server.base, route.method, `/api/${path}${query}`, {
    headers: {
      'Blade-Auth': `bearer ${by.token}`,
      'Content-Type': 'application/json',
      authorization: `Basic ${btoa('saber:saber_secret')}`,
    },
    ...(route.method !== 'GET' && { body }),
  });
  const about = `${route.method} ${path.slice(0, 200)}${query.slice(0, 120)} ${body?.slice(0, 200) ?? ''} → ${status} ${text.slice(0, 300)}`;
  expect(status, about).toBeLessThan(500);
  if (headers.get('content-type')?.includes('json')) {
    const answer = JSON.parse(text) as Record<string, unknown>;
    if (!route.raw || status !== 200)
      expect(answer, about).toMatchObject({ code: status, msg: expect.stringMatching(/./) });
  } else expect(status, about).toBe(200);
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.toWellFormed().slice(0, most) : (JSON.stringify(value) ?? '');

const queryOf = (sent: Readonly<Record<string, unknown>>): string =>
  `?${new URLSearchParams(Object.entries(sent).map(([word, value]) => [word, textOf(value, 300)]))}`.slice(0, 12_000);

/**
 * Return the bodies of a call: only nonsense, and nonsense with the id of an existing row, so that the call reads
 * further.
 */
function bodiesOf(
  route: Route,
  turn: number,
  body: Record<string, unknown>,
  id: string | undefined,
): [params: string, body: unknown][] {
  const is = (suffix: string): boolean => route.path.endsWith(`/${suffix}`);
  const round = !route.paper || comesRound(route, turn, READING_TURNS);
  // A filter that matches everything is sent as a dry run only, because it would change every row.
  const bare = is('bulk')
    ? [
        { ...body, dry: true },
        { ...body, matching: undefined },
      ]
    : [body];
  // With the id of a row `submit` is a change, without one a creation: alternate both. Other changes are refused before
  // they read anything if there is no row.
  const about = id && /(update|submit|bulk|act|grant)$/.test(route.path) && (round || !is('submit'));
  return [
    ...(is('update') && id && !round ? [] : bare.map((one): [string, unknown] => ['', one])),
    ...(about ? [[id, { ...body, id, ids: [id], version: undefined, matching: undefined }] as [string, unknown]] : []),
  ];
}

const times = Array.from(
  { length: TIMES },
  (_, turn) =>
    [turn < ALIKE ? `${nonsense[turn][0]}, in every word` : `all of it at once, ${turn - ALIKE + 1}`, turn] as const,
);

test.each(times)('胡乱的输入 nonsense: %s', { timeout: MANY_MS }, async (_name, turn) => {
  const tested = routesAt(turn);
  for (const suffix of ['detail', 'history', 'remove', 'restore', 'import/upload', 'export'])
    expect(tested.filter((route) => route.path.endsWith(`/${suffix}`)).length, suffix).toBeGreaterThan(2);
  await testEach(tested, async (route) => {
    const carried = carriedBy(route, turn);
    const sent = Object.fromEntries(
      wordsOf(route).map((word, at) => {
        meets(word, carried(at));
        return [word, nonsense[carried(at)][1]];
      }),
    );
    for (const at of Object.keys(sent).keys()) meets(`${route.method} ${route.path}`, carried(at));
    const id = ids.get(route.paper?.name ?? '');
    const text = textOf(nonsense[carried(0)][1], 200);
    if (route.method === 'GET') {
      await send(route, queryOf(sent), undefined, text || '0');
      return;
    }
    for (const [params, body] of bodiesOf(route, turn, sent, id))
      await send(route, '', JSON.stringify(body), params || text || '0');
  });
});

test('每个接口、每个常用的词都见过每一种 every call and every common parameter met each value', () => {
  const missed = (who: string): string =>
    `${who}: ${nonsense
      .filter((_, at) => !met.get(who)?.has(at))
      .map(([name]) => name)
      .join(', ')}`;
  const alike = new Set(Array.from({ length: ALIKE }, (_, at) => at));
  expect(
    routes
      .map((route) => `${route.method} ${route.path}`)
      .filter((who) => {
        const seen = met.get(who);
        return !seen || (!seen.isSubsetOf(alike) && seen.size < nonsense.length);
      })
      .map(missed),
  ).toEqual([]);
  expect(
    [
      'id',
      'ids',
      'version',
      'status',
      'keyword',
      'current',
      'size',
      'ascs',
      'action',
      'set',
      'matching',
      'lines',
      'paper',
      'roleIds',
      'userIds',
      'tenantId',
      'remark',
      'customerId',
      'technicianId',
    ]
      .filter((word) => (met.get(word)?.size ?? 0) < nonsense.length)
      .map(missed),
  ).toEqual([]);
});

test(
  '不是 JSON 的、太深的、太大的请求体 a body that is no JSON, too deep or too large',
  { timeout: MANY_MS },
  async () => {
    const posts = routes.filter((route) => route.method !== 'GET');
    // Valid JSON reaches the call, so each call gets an empty body and one of these. A call that every paper has gets
    // each body, but only for a quarter of the papers.
    const others = ['[]', '"x"', '[[[[]]]]', '{"__proto__":{"id":1}}'];
    await testEach([...posts.entries()], async ([at, route]) => {
      const common = route.paper && everyPapers.test(route.path);
      for (const [turn, body] of (common ? ['', ...others] : ['', others[at % others.length]]).entries()) {
        if (!common || comesRound(route, turn, READING_TURNS)) await send(route, '', body, '0');
      }
    });
    // Invalid JSON is refused before any call runs, so one call of each kind suffices.
    const oneOfEach = [...new Map(posts.map((route) => [route.path.split('/').at(-1), route])).values()];
    expect(oneOfEach.length).toBeGreaterThan(20);
    await testEach(oneOfEach, async (route) => {
      for (const body of [
        '{',
        'null',
        '5',
        JSON.stringify(deep(30)),
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        JSON.stringify({ x: 'x'.repeat(1_100_000) }),
      ])
        await send(route, '', body, '0');
    });
  },
);
