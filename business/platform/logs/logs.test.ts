import { withoutPeople } from '#kernel/server/http/answer-log.ts';
import { kindOfStatement } from '#kernel/server/database/trace.ts';
import { expect, it } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { causeOf } from './cause.rules.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on', OUTBOUND_HOSTS: '127.0.0.1' } });
const admin = await server.as('admin', { who: 'keeper' });
const cs = await server.as('as_cs');
type Row = Record<string, unknown>;
const rowsOf = async (kind: string, query: Record<string, string> = {}): Promise<Row[]> =>
  (await admin.get(`blade-log/${kind}/list`, { size: '200', ...query })).data.records;

it('stores errors of browsers, shortened and grouped by cause', async () => {
  const entry = {
    type: 'bug',
    url: '/wel/index?phone=13712345678',
    message: 'x is undefined at 12',
    stack: `TypeError: x\n at list (https://anju.example/assets/list-ab12cd34.js:${10}:5)\n${'s'.repeat(9000)}`,
    info: '',
    time: '2026-11-23 10:00:00',
    requestId: '0f9a1c1e-0000-4000-8000-000000000001',
  };
  expect(
    (await cs.post('blade-auth/oauth/logout', [entry, 'nonsense', { ...entry, message: 'x is undefined at 99' }])).data
      .count,
  ).toBe(2);
  expect((await cs.post('user/send-logs', [entry])).data.count).toBe(1);
  const stored = await rowsOf('error', { source: 'client' });
  expect(stored).toHaveLength(3);
  expect(new Set(stored.map((one) => one.cause)).size).toBe(1);
  expect(stored[0]).toMatchObject({
    exceptionName: 'TypeError',
    source: 'client',
    requestUri: '/wel/index',
    createBy: 'as_cs',
  });
  const [one] = (await admin.get('blade-log/error/causes')).data;
  expect(one).toMatchObject({ cause: stored[0].cause, count: 3, people: 1 });
  expect(await rowsOf('error', { cause: String(one.cause) })).toHaveLength(3);
  expect((await server.stranger().post('blade-auth/oauth/logout', [entry])).status).toBe(401);
  expect((await cs.get('blade-system/user/info')).status).toBe(200);
});

it('logs writes and refusals with names of parameters only, and no reads', async () => {
  const before = (await rowsOf('api')).length;
  expect((await cs.get('blade-maintenance/webApi/ascustomer/list', { phone: '13711112222' })).status).toBe(200);
  const made = await cs.post('blade-maintenance/webApi/ascustomer/submit?token=top-secret', {
    customerName: '日志先生',
    phone: '13711112222',
    addressDetail: '浦东新区丁香路1号',
    customerServiceTeam: 'east',
  });
  expect(made.status, made.msg).toBe(200);
  expect((await cs.get('blade-log/api/list', { requestUri: '13799998888' })).status).toBe(403);
  await server.assembly.log.write();
  const now = await rowsOf('api');
  expect(now.length).toBeGreaterThanOrEqual(before + 2);
  expect(now.find((one) => String(one.requestUri).endsWith('ascustomer/submit'))).toMatchObject({
    method: 'POST',
    answerStatus: 200,
    createBy: 'as_cs',
    title: '客户：新增或修改',
    time: expect.stringMatching(/^\d+$/),
    serviceId: 'anju',
    userAgent: expect.any(String),
    methodClass: 'blade-maintenance',
    env: expect.any(String),
  });
  const english = (
    await (
      await server.as('administrator')
    )
      .inEnglish()
      .get('blade-log/api/list', { size: 100, title_like: 'Customer' })
  ).data.records as Record<string, unknown>[];
  expect(english.map((one) => one.title)).toContain('Customer: add or change');
  expect(now.find((one) => one.requestUri === '/api/blade-log/api/list')).toMatchObject({
    method: 'GET',
    answerStatus: 403,
  });
  const detail = (
    await admin.get('blade-log/api/detail', {
      id: String(now.find((one) => String(one.requestUri).endsWith('ascustomer/submit'))!.id),
    })
  ).data;
  expect(detail.params).toBe('token');
  const all = await server.tables<{ text: string }>("select string_agg(t::text, ' ') as text from blade_log_api t");
  for (const secret of ['13711112222', '13799998888', '日志先生', 'top-secret', cs.token])
    expect(all[0].text).not.toContain(secret);
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.get('blade-log/api/list', { createBy: 'as_cs' })).data.records).toEqual([]);
  expect((await other.get('blade-log/api/detail', { id: String(now[0].id) })).status).toBe(404);
});

it('logs a grant, an export and a refused login as different events', async () => {
  await server.stranger().post('blade-auth/oauth/token?grant_type=password&username=nobody&password=x&tenantId=000000');
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_store'",
  );
  await admin.post('blade-system/role/grant', { roleIds: id, menuIds: [] });
  await server.assembly.log.write();
  const events = await rowsOf('usual');
  expect(events.find((one) => one.logId === 'grant')).toMatchObject({ logLevel: 'info', createBy: 'admin_keeper' });
  expect(events.find((one) => one.logId === 'login')).toMatchObject({ logLevel: 'warn' });
  expect(events.map((one) => String(one.logData)).join(' ')).not.toContain('nobody');
  // The log of a login, with the name of the account, is visible in its own company alone.
  const [far, keeper] = [
    await server.as('as_cs', { tenantId: '100001' }),
    await server.as('admin', { tenantId: '100001' }),
  ];
  await server.tables('update blade_user set password = $2 where id = $1', [
    far.id,
    await hashPassword(md5('Secret2026')),
  ]);
  const entered = await server.stranger().send('POST', 'blade-auth/oauth/token', {
    body: 'tenantId=100001&username=as_cs&password=Secret2026&grant_type=password',
    headers: {
      authorization: `Basic ${btoa('saber:saber_secret')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  });
  expect(entered.status, entered.msg).toBe(200);
  await server.assembly.log.write();
  const theirs = ((await keeper.get('blade-log/usual/list', { logId: 'login' })).data.records as Row[]).map((one) => [
    one.logLevel,
    one.createBy,
  ]);
  expect(theirs).toEqual([['info', 'as_cs']]);
  expect((await rowsOf('usual')).filter((one) => one.logId === 'login' && one.logLevel === 'info')).toEqual([]);
});

it('a server fault is stored with its stack and call, without personal text', async () => {
  server.assembly.log.heard({
    method: 'GET',
    route: '/api/x',
    summary: ['坏了', 'Broken'],
    status: 500,
    ms: 3,
    ip: '127.0.0.1',
    serverIp: '127.0.0.1',
    agent: 'story',
    requestId: 'req-00000001',
    names: [],
    fault: new RangeError('row 13712345678 of a@b.cn token=abc is broken'),
  });
  await server.assembly.log.write();
  const [fault] = await rowsOf('error', { source: 'server' });
  expect(fault).toMatchObject({ exceptionName: 'RangeError', message: 'row 13… of …@… token=… is broken' });
  const detail = (await admin.get('blade-log/error/detail', { id: String(fault.id) })).data;
  expect(detail.sameRequest).toEqual([expect.objectContaining({ title: '坏了', answerStatus: 500 })]);
  expect(detail.stackTrace).toContain('logs.test.ts');
  expect(causeOf({ name: 'E', message: 'row 1', stack: '' })).toBe(causeOf({ name: 'E', message: 'row 2', stack: '' }));
  expect(causeOf({ name: 'E', message: 'row', stack: '' })).not.toBe(causeOf({ name: 'F', message: 'row', stack: '' }));
  expect(withoutPeople('密码 password: geheim')).toBe('密码 password: …');
});

it('浏览器错误带着失败请求的编号：详情里有那次调用，和它的数据库语句的种类、次数与耗时，没有值 a fault of a browser leads to the call that failed and to the kinds of statements it sent, never their values', async () => {
  const refused = await cs.post('blade-maintenance/webApi/ascustomer/submit', {
    customerName: '语句先生',
    phone: '123',
    addressDetail: '浦东新区丁香路2号',
  });
  expect(refused.status).toBe(400);
  const made = await cs.post('blade-maintenance/webApi/ascustomer/submit', {
    customerName: '语句先生',
    phone: '13755556666',
    addressDetail: '浦东新区丁香路2号',
    customerServiceTeam: 'east',
  });
  const requestId = made.headers.get('x-request-id')!;
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  const other = await server.as('as_cs', { who: 'elsewhere', tenantId: '100001' });
  for (const by of [cs, other])
    await by.post('user/send-logs', [
      {
        type: 'bug',
        url: '/maintenance/ascustomer',
        message: 'names is undefined',
        stack: 'TypeError: x\n at list.js:1:1',
        info: '',
        time: '',
        requestId,
      },
    ]);
  await server.assembly.log.write();
  const [fault] = await rowsOf('error', { source: 'client', requestId });
  const { sameRequest } = (await admin.get('blade-log/error/detail', { id: String(fault.id) })).data as {
    sameRequest: { requestUri: string; sqlCount: number; statements: { kind: string; count: number; ms: number }[] }[];
  };
  expect(sameRequest).toHaveLength(1);
  expect(sameRequest[0].requestUri).toMatch(/ascustomer\/submit$/);
  const kinds = sameRequest[0].statements.map((one) => one.kind);
  expect(kinds).toEqual(expect.arrayContaining(['insert ascustomer', 'insert anju_audit']));
  expect(sameRequest[0].statements.every((one) => one.count > 0 && one.ms >= 0)).toBe(true);
  expect(sameRequest[0].sqlCount).toBe(sameRequest[0].statements.reduce((sum, one) => sum + one.count, 0));
  expect(JSON.stringify(sameRequest)).not.toMatch(/13755556666|语句先生|丁香路/);
  // Another company's call cannot be found by its number.
  const [theirs] = await server.tables<{ id: string }>(
    "select id::text as id from blade_log_error where tenant_id = '100001' and request_id = $1",
    [requestId],
  );
  expect(
    (await (await server.as('admin', { tenantId: '100001' })).get('blade-log/error/detail', { id: theirs.id })).data
      .sameRequest,
  ).toEqual([]);
  expect([
    kindOfStatement('with a as (select 1) insert into "asx" (id) values (1)'),
    kindOfStatement("select 'from secret' as x, t.id from ascustomer t"),
    kindOfStatement('with recursive b as (select 1 from blade_dept) select 1 from b'),
    kindOfStatement('select (extract(epoch from access_until) * 1000) from anju_session'),
  ]).toEqual(['insert asx', expect.stringMatching(/^select /), 'select blade_dept', 'select anju_session']);
});

it('deletes entries after the company’s retention period', async () => {
  server.clock.pass(31 * 86_400_000);
  await server.app.jobs.run('logApi.forget');
  await server.app.jobs.run('logError.forget');
  expect(await server.tables('select 1 from blade_log_api where create_time < $1', ['2026-11-24'])).toEqual([]);
  expect((await server.tables('select 1 from blade_log_error')).length).toBeGreaterThan(0);
  server.clock.pass(60 * 86_400_000);
  await server.app.jobs.run('logError.forget');
  expect(await server.tables("select 1 from blade_log_error where create_time < '2026-11-24'")).toEqual([]);
  server.clock.pass(-91 * 86_400_000);
});

it('serves the API page to everybody, but its description only with a login', async () => {
  const read = async (path: string): Promise<Response> => {
    const answer = await fetch(`${server.base}/api/docs${path}`);
    await answer.arrayBuffer();
    return answer;
  };
  expect((await read('')).headers.get('content-security-policy')).toContain("script-src 'self'");
  for (const name of ['start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'])
    expect((await read(`/${name}`)).status, name).toBe(200);
  expect((await server.stranger().get('docs/openapi.json')).status).toBe(401);
  expect((await (await server.as('as_cs')).get('docs/openapi.json')).body.openapi).toBe('3.1.0');
});
