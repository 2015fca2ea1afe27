import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { anyNumber, anyText, record } from '#kernel/language/calls/shape.ts';
import { openApi } from '#kernel/server/http/openapi/openapi.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { lifecycleRefusals, row } from '#kernel/server/refusals.ts';
import { AnswerCheck } from '../../../testing/answer-check.ts';
import { openTestServer } from '../../../testing/test-server.ts';

const server = await openTestServer(import.meta.url);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-refuses'?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
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
