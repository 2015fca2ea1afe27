import { beforeAll, expect, test } from 'vitest';
import { kindOf } from '#kernel/fields/kinds.ts';
import {
  isCalendarField,
  isDraftField,
  isExactField,
  isFiltersField,
  isLinesField,
  isOneOfField,
  isSeveralField,
  isUnreadField,
} from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { sendRequest } from '../call.ts';
import { titled } from '../choose.ts';
import { type Body, keeper, sampleValue, saved, testEach } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);

/**
 * Standard calls are left out: their inputs are the fields of a paper, which the tests of saving and of lists cover.
 */
const OF_EVERY_PAPER =
  /\/(list|page|submit|update|act|once|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+|detail|history)$/;

const inputsOf = ({ contract }: Route): [string, Field][] => Object.entries({ ...contract.query, ...contract.body });

const routes = server.assembly.routes.filter(
  (route) =>
    route.contract.answer.is !== 'stream' &&
    !/(\/events|logout)$/.test(route.path) &&
    !route.path.startsWith('../') &&
    // An alias has the same implementation, so it is left out.
    !route.sameAs &&
    !(route.paper && OF_EVERY_PAPER.test(route.path)) &&
    inputsOf(route).length > 0,
);

const ids = new Map<string, string>();
beforeAll(async () => {
  for (const [, paper] of titled()) ids.set(paper.name, (await saved(server, paper)).id);
});

/** Values that are wrong for all types but text: no day, number, key or choice. */
const TYPED = ['%', '2026-02-31', "o'clock", '１２', '-'];

const isSingle = (field: Field): boolean =>
  ![isLinesField, isDraftField, isFiltersField, isSeveralField, isUnreadField].some((is) => is(field));

/** Return a valid value of an input; undefined where it is optional. */
function validValue(field: Field): unknown {
  if (field.initial !== undefined) return undefined;
  if (isSeveralField(field)) return [validValue(field.item)];
  if (!isSingle(field)) return undefined;
  if (isExactField(field)) return 'x';
  if (isOneOfField(field)) return field.among[0];
  if (isCalendarField(field)) return { day: '2026-11-23', month: '2026-11', year: '2026' }[field.forms[0]];
  const kind = kindOf(field);
  return kind.pointsTo && !kind.code ? ids.get(field.paper!) : sampleValue(field, 1);
}

interface FileAnswer {
  readonly path: string;
  readonly type: string;
  readonly name: string;
}

const faults: string[] = [];
const files: FileAnswer[] = [];

async function send(route: Route, input: Body, token: string): Promise<number> {
  const place = (_: string, name: string): string =>
    encodeURIComponent(String(input[name] ?? ids.get(route.paper?.name ?? '') ?? '1'));
  const path = route.path.replaceAll(/\{(\w+)\}/g, place);
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const { status, text, headers } = await sendRequest(
    server.base,
    route.method,
    `/api/${path}${route.method === 'GET' ? `?${query}` : ''}`,
    {
      headers: {
        'Blade-Auth': `bearer ${token}`,
        'Content-Type': 'application/json',
        authorization: `Basic ${btoa('saber:saber_secret')}`,
      },
      ...(route.method !== 'GET' && { body: JSON.stringify(input) }),
    },
  );
  if (status >= 500) faults.push(`${route.method} ${path} ${JSON.stringify(input)} → ${status} ${text.slice(0, 200)}`);
  const disposition = headers.get('content-disposition');
  if (status === 200 && disposition)
    files.push({
      path,
      type: headers.get('content-type') ?? '',
      name: decodeURIComponent(disposition.split("UTF-8''")[1] ?? ''),
    });
  return status;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'text/csv': '.csv',
  'text/xml': '.xml',
  'application/zip': '.zip',
};

test(
  'no single parameter of a call causes a fault, beside needed ones or beside all',
  { timeout: 300_000 },
  async () => {
    const { token } = await keeper(server);
    let accepted = 0;
    await testEach(routes, async (route) => {
      const inputs = inputsOf(route);
      const all = Object.fromEntries(
        inputs.map(([name, field]) => [name, validValue(field)] as const).filter(([, value]) => value !== undefined),
      );
      const needed = Object.fromEntries(
        Object.entries(all).filter(([name]) => Object.fromEntries(inputs)[name].required),
      );
      if ((await send(route, all, token)) === 200) accepted += 1;
      await send(route, needed, token);
      for (const [name, field] of inputs)
        if (isSingle(field))
          for (const typed of TYPED) {
            await send(route, { ...needed, [name]: typed }, token);
            await send(route, { ...all, [name]: typed }, token);
          }
    });
    expect(faults).toEqual([]);
    // At least a quarter of the calls must accept their valid inputs. The others refuse for another reason and test
    // nothing.
    expect(accepted).toBeGreaterThan(routes.length / 4);
  },
);

test('a parameter of fixed choices and a date refuse any other text with 400', async () => {
  const { token } = await keeper(server);
  const fixed = routes.flatMap((route) =>
    inputsOf(route)
      .filter(
        ([, field]) =>
          isOneOfField(field) ||
          isCalendarField(field) ||
          (isSingle(field) && !isExactField(field) && kindOf(field).time),
      )
      .map(([name]) => ({ route, name })),
  );
  expect(fixed.length).toBeGreaterThan(20);
  const taken: string[] = [];
  await testEach(fixed, async ({ route, name }) => {
    const status = await send(route, { [name]: '%' }, token);
    if (status !== 400) taken.push(`${route.path} ${name} → ${status}`);
  });
  expect(taken).toEqual([]);
});

test('the name of every export ends with the extension of its type', async () => {
  expect(new Set(files.map(({ type }) => type.split(';')[0])).size).toBeGreaterThan(1);
  expect(files.filter(({ type, name }) => !name.toLowerCase().endsWith(ENDINGS[type.split(';')[0]] ?? ''))).toEqual([]);
});
