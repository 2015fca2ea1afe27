import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { freeJson } from '#kernel/language/calls/free-json.ts';
import { anyNumber, anyText, list, record, someRow } from '#kernel/language/calls/shape.ts';
import { openApi } from '#kernel/server/http/openapi/openapi.ts';
import { plainName } from '#kernel/server/http/openapi/twin-names.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { lifecycleRefusals, row } from '#kernel/server/refusals.ts';
import { AnswerCheck } from '../../../testing/answer-check.ts';
import { openTestServer } from '../../../testing/test-server.ts';

const server = await openTestServer(import.meta.url);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly 'x-refuses'?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string; readonly 'x-displayName'?: string }[];
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, unknown>>; readonly required?: readonly string[] }>
    >;
  };
}

const described = async (): Promise<Described> =>
  (await (await server.as('administrator')).get('docs/openapi.json')).body as Described;

test('每个接口都说明怎么问、答什么、怎样拒绝 every call describes its inputs, its answer and its refusals', async () => {
  const { paths } = await described();
  const operations = Object.values(paths).flatMap((path) => Object.entries(path));
  expect(operations.length).toBeGreaterThan(2000);
  expect(new Set(operations.map(([, one]) => one.operationId)).size).toBe(operations.length);
  for (const [method, one] of operations) {
    expect(one.summary.length, one.operationId).toBeGreaterThan(1);
    expect(Object.keys(one.responses), one.operationId).toEqual(expect.arrayContaining(['200', '400', '401', '500']));
    expect(Object.keys(one.responses['200'].content ?? {}).length, one.operationId).toBeGreaterThan(0);
    if (method === 'post') expect(one.requestBody, one.operationId).toBeDefined();
  }
});

test('公开的检查器在中英文两份描述里都找不到问题 a public linter finds nothing in either language', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  for (const language of ['zh', 'en'] as const) {
    const source = JSON.stringify(openApi(server.app, server.assembly.routes, language));
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(found.map((one) => `${one.ruleId}: ${one.message} ${one.location[0]?.pointer}`)).toEqual([]);
  }
});

/** Return names that differ in capitals and underscores alone: a generator would write them alike in snake case. */
const alike = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, plainName).values()].filter((group) => group.length > 1).map((group) => group.join(' '));

/** Return the names of the properties of each object schema in a part of the document. */
function namesOfObjects(part: unknown): string[][] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, properties } = part as { type?: unknown; properties?: object };
  const own = type === 'object' && properties ? [Object.keys(properties)] : [];
  return [...own, ...Object.values(part).flatMap(namesOfObjects)];
}

const ASCII = /^[\w.-]+$/;

test('names of calls, tags, schemas and inputs are ASCII and unique in snake case', async () => {
  const { paths, tags, components } = await described();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ids = operations.map((one) => one.operationId);
  const schemas = Object.keys(components.schemas);
  const tagNames = tags.map((tag) => tag.name);
  for (const names of [ids, schemas, tagNames])
    expect([alike(names), names.filter((name) => !ASCII.test(name))]).toEqual([[], []]);
  expect(tags.filter((tag) => !tag['x-displayName'])).toEqual([]);
  expect(new Set(operations.flatMap((one) => one.tags))).toEqual(new Set(tagNames));
  const inputs = operations.map((one) =>
    (one.parameters ?? []).map((parameter) => `${parameter.in}_${parameter.name}`),
  );
  expect([...inputs, ...namesOfObjects({ paths, components })].flatMap(alike)).toEqual([]);
});

test('dates are filtered by _dategt and _datelt, each array says its items, each call is described', async () => {
  const { paths, components } = await described();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const repairs = paths[Object.keys(paths).find((path) => path.endsWith('/asrepairform/list')) ?? ''].get;
  const filters = (repairs.parameters ?? []).map((parameter) => parameter.name);
  expect(filters).toEqual(expect.arrayContaining(['createTime_dategt', 'createTime_datelt']));
  expect(filters.filter((name) => /_date[gl]e$/.test(name))).toEqual([]);
  expect(operations.filter((one) => one.description.length <= one.summary.length)).toEqual([]);
  const bare: string[] = [];
  const walk = (part: unknown, at: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { type, items } = part as { type?: unknown; items?: unknown };
    if ([type].flat().includes('array') && items === undefined) bare.push(at);
    for (const [name, one] of Object.entries(part)) walk(one, `${at}/${name}`);
  };
  walk({ paths, components }, '');
  expect(bare).toEqual([]);
});

/** Return the places in a part of the document that allow any JSON, each with the reason that it names. */
function freeParts(part: unknown, at: string): [place: string, because: unknown][] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((one) => freeParts(one, at));
  const { type, properties, additionalProperties: others, ...more } = part as Record<string, unknown>;
  const isWordless = !SCHEMA_WORDS.some((name) => Object.hasOwn(part, name));
  const isOpen = others === true || ([type].flat().includes('object') && !properties && others === undefined);
  const below = [
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => freeParts(one, `${at}.${name}`)),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => freeParts(more[name], at)),
    ...freeParts(more.items, `${at}[]`),
    ...freeParts(others, `${at}{}`),
  ];
  return isWordless || isOpen ? [[at, more['x-free']], ...below] : below;
}

const SCHEMA_WORDS = ['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf'];

test('each part that may be any JSON names one of the known reasons, and each reason is needed', () => {
  const { paths, components } = openApi(server.app, server.assembly.routes, 'en') as unknown as Described;
  const named = Object.entries(components.schemas).flatMap(([name, schema]) => freeParts(schema, name));
  const ofCalls = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...parameters.flatMap((one) => freeParts((one as { schema?: unknown }).schema, `${operationId} ?${one.name}`)),
      ...[requestBody?.content, responses['200'].content]
        .flatMap((one) => Object.values(one ?? {}))
        .flatMap((content) => freeParts((content as { schema?: unknown }).schema, operationId)),
    ]);
  const all = [...named, ...ofCalls];
  expect(all.filter(([, because]) => !Object.hasOwn(freeJson, String(because)))).toEqual([]);
  expect(Object.keys(freeJson).filter((reason) => !all.some(([, because]) => because === reason))).toEqual([]);
});

test('a line in the body of its header needs no id of the header, and an empty value is sent as it is read', async () => {
  const { schemas } = (await described()).components;
  expect(schemas.registrationEquipmentSent.required).toContain('registrationFormId');
  expect(schemas.registrationEquipmentAsLine.required ?? []).not.toContain('registrationFormId');
  const { customer, customerSent } = schemas;
  const optional = Object.keys(customer.properties).filter(
    (name) => customerSent.properties[name] && !customerSent.required?.includes(name),
  );
  const takesNull = (schema: unknown): boolean => JSON.stringify(schema).includes('"null"');
  expect(
    optional.filter((name) => takesNull(customer.properties[name]) && !takesNull(customerSent.properties[name])),
  ).toEqual([]);
});

test('the description of a verb lists the reasons of its steps', async () => {
  const { paths } = await described();
  const accept = paths[Object.keys(paths).find((path) => path.endsWith('/asrepairform/act')) ?? ''].post;
  const known = new Set([
    ...Object.keys(row).map((name) => `row.${name}`),
    ...Object.keys(lifecycleRefusals).map((name) => `lifecycle.${name}`),
  ]);
  expect(accept['x-refuses']?.filter((reason) => !known.has(reason))).toEqual([]);
  expect(accept['x-refuses']).toEqual(
    expect.arrayContaining([
      'row.missing',
      'lifecycle.notFromHere',
      'lifecycle.ownWork',
      'lifecycle.needs',
      'row.changed',
    ]),
  );
});

test('与描述不符的回答会被指出 an answer that differs from its description is reported', () => {
  const route: Route = {
    method: 'GET',
    path: 'blade-test/told',
    needs: 'person',
    summary: ['试', 'Tried'],
    contract: { answer: record({ name: anyText, count: anyNumber }) },
    work: async () => ({}),
  };
  const look = (data: unknown): AnswerCheck => {
    const check = new AnswerCheck(server.app, [route]);
    check.look('GET', '/api/blade-test/told?size=1', { code: 200, success: true, msg: '', data });
    return check;
  };
  expect(() => look({ name: '甲', count: 1 }).assertAllFit()).not.toThrow();
  for (const wrong of [{ name: '甲' }, { name: 1, count: 1 }, { name: '甲', count: 1, more: true }, []])
    expect(() => look(wrong).assertAllFit()).toThrow('blade-test/told');
});

test('a key that no schema declares is reported with its call and its place, also below a row', () => {
  const route: Route = {
    method: 'GET',
    path: 'blade-test/rows',
    needs: 'person',
    summary: ['试', 'Tried'],
    contract: { answer: record({ rows: list(someRow('customer')) }) },
    work: async () => ({}),
  };
  const check = new AnswerCheck(server.app, [route]);
  const look = (row: object): void => {
    check.look('GET', '/api/blade-test/rows', {
      code: 200,
      success: true,
      msg: '',
      data: { rows: [{ id: '1' }, { id: '2', ...row }] },
    });
  };
  look({ customerName: '甲', _names: { phone: '' } });
  expect(() => check.assertAllFit()).not.toThrow();
  look({ noField: 1 });
  expect(() => check.assertAllFit()).toThrow('GET blade-test/rows: data.rows.n.noField');
});
