import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isFiltersField } from '#kernel/language/calls/call.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { readName } from '#kernel/server/list/filter.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { type Body, keeper, testEach } from '../../sample.ts';
import { type Answer, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const ADDED = 'noSuchFilter';
const SABER = { 'Anju-Lang': '', authorization: `Basic ${btoa('saber:saber_secret')}` };
/** Parameters that published clients send with every list. */
const OF_PUBLISHED_CLIENTS = 'current=1&size=10&ascs=&descs=&_t=1&tenantId=000000&Blade-Requested-With=x&name_ignore=1';

const answers = ['page', 'tree'];
const isList = ({ contract, filtersOf, method, raw }: Route): boolean =>
  method === 'GET' &&
  !raw &&
  (filtersOf !== undefined ||
    answers.includes(contract.answer.is) ||
    Object.values(contract.query ?? {}).some((field) => isFiltersField(field) && !field.isLoose));
const lists = server.assembly.routes.filter(
  (route) => isList(route) && 'work' in route && !route.path.startsWith('../'),
);

/** Return the address of a list with its required parameters. */
function addressOf({ path, contract }: Route): string {
  const needed = Object.entries(contract.query ?? {})
    .filter(([, field]) => field.required && !path.includes('{'))
    .map(([name]) => `${name}=${name === 'paper' ? 'customer' : name === 'groupBy' ? 'customerType' : '1'}`);
  return `${path.replaceAll(/\{\w+\}/g, '1')}?${needed.join('&')}`;
}
const ask = (route: Route, more: string, headers: Record<string, string> = {}): Promise<Answer> =>
  admin.send('GET', `${addressOf(route)}&${more}`, { headers });

test('every list refuses an unknown filter to our own client, and names it to published ones', async () => {
  expect(lists.length).toBeGreaterThan(150);
  const wrong: string[] = [];
  await testEach(lists, async (route) => {
    const own = await ask(route, `${ADDED}=1`);
    const named = ((own.data?.fields ?? []) as Body[]).map((one) => one.field);
    if (
      own.status !== 400 ||
      own.reason !== 'row.filtersUnknown' ||
      String(named) !== ADDED ||
      !own.msg.includes(ADDED)
    )
      wrong.push(`${route.path}: own ${own.status} ${own.reason} ${own.msg}`);
    const [plain, published] = [await ask(route, '', SABER), await ask(route, `${ADDED}=1`, SABER)];
    if (published.status !== plain.status || published.headers.get('Anju-Ignored') !== ADDED)
      wrong.push(
        `${route.path}: published ${plain.status} ${published.status} ${published.headers.get('Anju-Ignored')}`,
      );
  });
  expect(wrong).toEqual([]);
});

test('no list reports the common parameters of published clients as unknown', async () => {
  const wrong: string[] = [];
  await testEach(lists, async (route) => {
    const own = await ask(route, OF_PUBLISHED_CLIENTS);
    const published = await ask(route, OF_PUBLISHED_CLIENTS, SABER);
    if (own.reason === 'row.filtersUnknown' || published.headers.get('Anju-Ignored'))
      wrong.push(`${route.path}: ${own.msg} ${published.headers.get('Anju-Ignored')}`);
  });
  expect(wrong).toEqual([]);
});

test('an export at the address of published clients treats unknown filters alike', async () => {
  const exports = server.assembly.routes.filter(({ raw, filtersOf, method }) => raw && filtersOf && method === 'GET');
  expect(exports.length).toBeGreaterThan(20);
  const [route] = exports;
  expect(await ask(route, `${ADDED}=1`)).toMatchObject({ status: 400, reason: 'row.filtersUnknown' });
  expect((await ask(route, `${ADDED}=1`, SABER)).headers.get('Anju-Ignored')).toBe(ADDED);
});

/** Parameters of page addresses that are not filters. */
const OF_ADDRESSES = /^(current|size|ascs|descs|sort|keyword|view|id|menu|target|form|group|open|as|month)$/;

test('links of our screens and ready-made views filter by names that their list knows', () => {
  const { app } = server;
  const papers = [...app.papers.values()];
  const knows = (paper: AnyPaper, name: string): boolean =>
    OF_ADDRESSES.test(name) ||
    readName(paper, name) !== null ||
    Object.hasOwn(app.behaviours.get(paper.name)?.filters ?? {}, name) ||
    name === 'all';
  const atPath = new Map(papers.flatMap((paper) => (paper.menu ? [[paper.menu.path, paper] as const] : [])));
  const links = globSync('{kernel,business,web}/**/*.{ts,tsx}', {
    exclude: (name) => /node_modules|\.test\.tsx?$/.test(name),
  })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/[`'"](\/\w+\/\w+)\?([^`'"\s<]*)/g)].map(([, path, search]) => ({ file, path, search }));
    });
  const unknown = links.flatMap(({ file, path, search }) => {
    const paper = atPath.get(path);
    const names = [...search.matchAll(/(?:^|&)(\w+)=/g)].map(([, name]) => name);
    return paper ? names.filter((name) => !knows(paper, name)).map((name) => `${file}: ${path} ${name}`) : [];
  });
  const ofViews = papers.flatMap((paper) =>
    Object.entries(paper.views ?? {}).flatMap(([view, { filter }]) =>
      Object.keys(filter)
        .filter((name) => !knows(paper, name))
        .map((name) => `${paper.name} ${view}: ${name}`),
    ),
  );
  expect(links.length).toBeGreaterThan(60);
  expect([...unknown, ...ofViews]).toEqual([]);
});
