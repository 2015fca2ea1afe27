import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#kernel/server/http/route.ts';
import { titled } from '../choose.ts';
import { each, keeper, sample, saved } from '../sample.ts';
import { type Caller, openStory } from '../story.ts';

const story = await openStory(import.meta.url);
const { routes } = story.assembly;
const ids = new Map<string, string>();

beforeAll(async () => {
  for (const [, paper] of titled()) ids.set(paper.name, (await saved(story, paper)).id);
  await story.work('administrator', async () => {});
});

interface Said { readonly status: number; readonly body: Record<string, unknown> | null; readonly type: string }

/** One call as it is on the wire; a stream is left as soon as it answers. */
async function call(route: Route, by: Caller | null, { query = '', body, base = '/api/' }: { query?: string; body?: unknown; base?: string } = {}, params = '0'): Promise<Said> {
  const path = route.path.startsWith('../') ? `/${route.path.slice(3)}` : `${base}${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(params))}`;
  const leave = new AbortController();
  const response = await fetch(`${story.base}${path}${query}`, {
    method: route.method, signal: leave.signal, headers: { ...(by && { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId }), ...(route.method === 'POST' && { 'Content-Type': 'application/json' }) },
    ...(route.method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) { leave.abort(); return { status: response.status, body: null, type }; }
  const text = await response.text();
  return { status: response.status, type, body: type.includes('json') ? JSON.parse(text) : null };
}

const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/** Refusals always come in the envelope, with words. */
function isToldWell(said: Said, about: string): void {
  expect(said.status, `${about} ${JSON.stringify(said.body)}`).toBeLessThan(500);
  if (said.status === 200) return;
  expect(said.body, about).toMatchObject({ code: said.status, success: false, msg: expect.stringMatching(/./), reason: expect.stringMatching(/^\w+\.\w+$/) });
}

const guarded = routes.filter((route) => route.needs !== 'anonymous');

describe('门：每个接口 Doors: every call', () => {
  test('没有登录一律 401 without a token it is 401, at both addresses', async () => {
    expect(guarded.length).toBeGreaterThan(300);
    await each(guarded, async (route) => {
      for (const base of ['/api/', '/']) {
        if (base === '/' && !route.path.startsWith('blade-')) continue;
        const said = await call(route, null, { base });
        expect([said.status, said.body?.reason], nameOf(route)).toEqual([401, 'http.notLoggedIn']);
      }
    });
  });

  test('没有权限一律 403 without the permission it is 403', async () => {
    const nobody = await story.as('nobody');
    await each(guarded.filter((route) => !['person', 'guest'].includes(route.needs)), async (route) => {
      const said = await call(route, nobody, { query: `?id=${ids.get(route.paper?.name ?? '') ?? '1'}&paper=customer`, body: { id: ids.get(route.paper?.name ?? ''), ids: ids.get(route.paper?.name ?? '') } });
      expect([said.status, said.body?.reason], nameOf(route)).toEqual([403, 'http.forbidden']);
    });
  });

  test('别家公司的数据等于不存在 another company’s row is a missing row, for every call', { timeout: 90_000 }, async () => {
    const other = await keeper(story, '100001');
    // One body for all calls of a paper: its world is made once.
    const bodies = new Map<string, object>();
    for (const [, paper] of titled()) bodies.set(paper.name, await sample(story, paper, {}, '100001').catch(() => ({})));
    await each(guarded.filter((route) => route.paper && route.paper.owner !== 'platform'), async (route) => {
      const id = ids.get(route.paper!.name)!;
      const [before] = await story.tables(`select * from ${route.paper!.table} where id = $1`, [id]);
      const names = ['id', 'ids', 'userIds', 'roleIds', 'customerId', 'repairFormId', 'registrationFormId', 'registerMainId', 'equipmentId', 'parentId', 'topMenuIds', 'userId'];
      const said = await call(route, other, { query: `?${new URLSearchParams(names.map((name) => [name, id]))}`, body: { ...bodies.get(route.paper!.name), id, ids: id, userIds: id, roleIds: id, topMenuIds: id, menuIds: [], action: 'accept', set: { remark: 'x' } } }, id);
      isToldWell(said, nameOf(route));
      expect(JSON.stringify(said.body?.data ?? ''), nameOf(route)).not.toContain(JSON.stringify(before).slice(1, 60));
      if (said.status === 200) expect(holdsRow(said.body?.data, id), `${nameOf(route)} ${JSON.stringify(said.body?.data ?? null).slice(0, 300)}`).toBe(false);
      expect((await story.tables(`select * from ${route.paper!.table} where id = $1`, [id]))[0], nameOf(route)).toEqual(before);
    }, 4);
  });

  test('没有这个路径:404 a path that is not there is 404', async () => {
    const person = await story.as('as_cs');
    for (const path of ['api/blade-system/nothing', 'api/blade-maintenance/webApi/asrepairform/nothing', 'blade-nothing/x', 'api', 'api/', 'api/x/../y', 'api/%00', 'api/%E0%A4%A', `api/blade-${'x'.repeat(400)}`]) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
        const response = await fetch(`${story.base}/${path}`, { method, headers: { 'Blade-Auth': `bearer ${person.token}` } });
        const body = await response.json() as Record<string, unknown>;
        expect([response.status, body.code, body.reason], `${method} ${path}`).toEqual([404, 404, 'http.noSuchPath']);
      }
    }
  });
});

/** Is there an object with this id in the answer? */
function holdsRow(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (value as { id?: unknown }).id === id || Object.values(value).some((one) => holdsRow(one, id));
}
