import { kindOf } from '#kernel/fields/kinds.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import { Metrics } from '#kernel/server/http/metrics.ts';
import { createHttpServer } from '#kernel/server/http/server.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { rawCalls, statusOf } from './raw-calls.ts';

/** Number of requests that reached a machine of the internal network; it must remain 0. */
let reached = 0;

const inside = createServer((_request, response) => {
  reached += 1;
  response.end('{}');
});
await new Promise<void>((resolve) => {
  inside.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  inside.close();
});
const insidePort = (inside.address() as AddressInfo).port;
const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' } });
const platform = await server.as('administrator');
const cs = await server.as('as_cs');
// Create company 100001, whose pictures and host are used below.
await server.as('admin', { tenantId: '100001' });
const rawGet = rawCalls(server);

describe('往外的路 Ways out', () => {
  const places = (): string[] => [
    `127.0.0.1:${insidePort}`,
    `localhost:${insidePort}`,
    `[::1]:${insidePort}`,
    `0.0.0.0:${insidePort}`,
    `2130706433:${insidePort}`,
    `127.1:${insidePort}`,
    '169.254.169.254',
    `allowed.example@127.0.0.1:${insidePort}`,
  ];

  test(
    '数据源、存储、头像、图片与网址都叫不动服务器去敲里面的门 no datasource, storage, portrait, picture or address makes the server call the internal network',
    { timeout: 40_000 },
    async () => {
      for (const place of places()) {
        const source = await platform.post('blade-develop/datasource/submit', {
          name: `内网${place}`,
          driverClass: 'org.postgresql.Driver',
          url: `jdbc:postgresql://${place}/postgres`,
          username: 'x',
          password: 'x',
        });
        if (source.status === 200)
          expect(
            (await platform.post('blade-develop/datasource/test', { id: source.data.id })).status,
            place,
          ).toBeOneOf([400, 403]);
        const store = await platform.post('blade-resource/oss/submit', {
          ossCode: `s${places().indexOf(place)}`,
          category: 2,
          endpoint: `http://${place}`,
          accessKey: 'x',
          secretKey: 'xxxxxxxx',
          bucketName: 'x',
          name: '内网',
        });
        if (store.status === 200)
          expect((await platform.post('blade-resource/oss/test', { id: store.data.id })).status, place).toBeOneOf([
            400, 403,
          ]);
      }
      const address = `http://127.0.0.1:${insidePort}/hook`;
      await cs.post('blade-system/user/update-info', { avatar: address });
      expect(
        String(
          (
            await server.tables<{ avatar: string | null }>('select avatar::text from blade_user where id = $1', [cs.id])
          )[0].avatar,
        ),
      ).not.toContain('http');
      const other = (
        await server.tables<{ id: string }>("select id::text as id from blade_tenant where tenant_id = '100001'")
      )[0].id;
      expect(
        (await platform.post('blade-system/tenant/submit', { id: other, logoUrl: address, backgroundUrl: address }))
          .status,
      ).toBe(200);
      // Write internal addresses into every address field of every paper: the server sends no request there.
      for (const paper of server.app.papers.values()) {
        const named = fieldsOf(paper)
          .filter(
            ([name, field]) => kindOf(field).schema(field).format === 'uri' || /url|hook|callback|endpoint/i.test(name),
          )
          .map(([name]) => name);
        if (named.length)
          await platform.post(`${paper.path}/submit`, Object.fromEntries(named.map((name) => [name, address])));
      }
      expect(reached).toBe(0);
    },
  );

  test('登录后只送回登记过的地址，主机头说什么都不算 redirects lead to registered addresses alone, and a host header changes nothing', async () => {
    expect(
      (
        await platform.post('blade-system/client/submit', {
          clientId: 'elsewhere',
          clientSecret: 'elsewhere-secret',
          authorizedGrantTypes: ['authorization_code'],
          accessTokenValidity: 600,
          refreshTokenValidity: 900,
          webServerRedirectUri: 'https://app.example/back',
        })
      ).status,
    ).toBe(200);
    for (const uri of [
      'https://evil.example/back',
      '//evil.example',
      'https://app.example.evil.example/back',
      'https://app.example@evil.example/back',
      'https://app.example/back/../../evil',
      'https://app.example/back?x=1',
      'javascript:alert(1)',
      'http://app.example/back',
      'https://app.example/back#x',
    ]) {
      const answer = await fetch(
        `${server.base}/api/blade-auth/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'elsewhere', redirect_uri: uri, state: 's' })}`,
        { redirect: 'manual', headers: { 'Blade-Auth': `bearer ${cs.token}` } },
      );
      expect([answer.status >= 400, answer.headers.get('location')], uri).toEqual([true, null]);
    }
    for (const uri of ['http://app.example/back', 'javascript:alert(1)', 'https://app.example/#x'])
      expect(
        (
          await platform.post('blade-system/client/submit', {
            clientId: `bad${uri.length}`,
            authorizedGrantTypes: ['authorization_code'],
            accessTokenValidity: 600,
            refreshTokenValidity: 900,
            webServerRedirectUri: uri,
          })
        ).status,
        uri,
      ).toBe(400);
    for (const headers of [
      { Host: 'evil.example' },
      { 'X-Forwarded-Host': 'evil.example' },
      { Host: 'evil.example', 'X-Original-URL': '/api/blade-system/user/page', 'X-Rewrite-URL': '/x' },
    ] as Record<string, string>[]) {
      const response = await rawGet('/api/blade-system/tenant/info', headers);
      expect([
        statusOf(response),
        response.split('\r\n\r\n').slice(1).join('').includes('evil.example'),
        /location:/i.test(response),
      ]).toEqual([200, false, false]);
    }
  });

  test('按域名问租户：没登记的域名什么也不说，一家也数不出来 an unknown host reveals no tenant, and companies cannot be enumerated', async () => {
    await server.tables("update blade_tenant set domain = 'https://known.example' where tenant_id = '100001'");
    for (const domain of ['unknown.example', '%', 'known', 'example', "x' or '1'='1", 'known.example.evil', '*', ''])
      expect(
        (await server.stranger().get('blade-system/tenant/info', { domain })).data.tenantId,
        domain,
      ).toBeUndefined();
    expect(
      (await server.stranger().get('blade-system/tenant/info', { domain: 'https://known.example/login' })).data
        .tenantId,
    ).toBe('100001');
    expect((await server.stranger().get('blade-system/tenant/select')).status).toBe(401);
    // The rate limit counts calls by the real address, whatever a header claims.
    const door = await createHttpServer(server.app, server.assembly.sessions, server.assembly.routes, new Metrics(), {
      webRoot: null,
      logLevel: 'silent',
      rateLimit: 3,
    });
    try {
      const statuses = [];
      for (let n = 0; n < 5; n++)
        statuses.push(
          (
            await door.inject({
              url: '/api/blade-system/tenant/info?domain=x',
              headers: { 'x-forwarded-for': `203.0.113.${n}` },
            })
          ).statusCode,
        );
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
    } finally {
      await door.close();
    }
  });
});
