import { describe, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { rawCalls, statusOf } from './raw-calls.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' } });
const admin = await server.as('admin', { who: 'own' });
const cs = await server.as('as_cs');
const rawGet = rawCalls(server);

const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';

describe('语句与文字 Statements and words', () => {
  test('排序、参数名、参数值里的语句到不了数据库 statements in orders, names and parameter values never reach the database', async () => {
    await cs.post(`${CUSTOMERS}/submit`, { customerName: '注入前', phone: '13800138111', addressDetail: '一号' });
    const total = (await cs.get(`${CUSTOMERS}/page`)).data.total as number;
    const payloads = [
      'id;drop table ascustomer',
      '(select pg_sleep(5))',
      'case when (select count(*) from blade_user)>0 then id else create_time end',
      'password',
      "id' or '1'='1",
      'id) union select password from blade_user--',
      '1=1) or (1',
      'customer_name/**/;delete from ascustomer',
    ];
    for (const payload of payloads) {
      for (const query of [
        { ascs: payload },
        { descs: payload },
        { [payload]: 'x' },
        { [`${payload}_like`]: 'x' },
        { customerName: payload, keyword: payload },
      ] as Record<string, string>[]) {
        // The server refuses unknown filters of our own client, and ignores those of published clients.
        const answer = await cs.asPublished().get(`${CUSTOMERS}/page`, query);
        expect(answer.status, JSON.stringify(query)).toBe(200);
        expect(JSON.stringify(answer.body)).not.toMatch(/syntax error|argon2id|pg_/);
        if (!query.customerName) expect(answer.data.total, JSON.stringify(query)).toBe(total);
      }
      expect(
        (
          await cs.post(`${CUSTOMERS}/export`, {
            scope: 'all',
            format: 'csv',
            filters: { [payload]: 'x' },
            columns: [payload],
            ascs: payload,
          })
        ).status,
      ).toBeLessThan(500);
    }
    expect((await server.tables<{ n: number }>('select count(*)::int as n from ascustomer'))[0].n).toBeGreaterThan(0);
  });

  test('看着像语句或脚本的文字原样是文字 texts that look like statements or scripts are stored as texts', async () => {
    const customerName = `O'Brien "select" -- ; <script>alert(1)</script> \${7*7} %s`;
    const made = await cs.post(`${CUSTOMERS}/submit`, {
      customerName,
      phone: '13800138112',
      addressDetail: "'; delete from ascustomer; --",
    });
    expect(made.status, made.msg).toBe(200);
    const detail = await cs.get(`${CUSTOMERS}/detail`, { id: made.data.id });
    expect([
      detail.data.customerName,
      detail.headers.get('content-type'),
      detail.headers.get('x-content-type-options'),
    ]).toEqual([customerName, expect.stringMatching(/^application\/json/), 'nosniff']);
    expect((await cs.get(`${CUSTOMERS}/list`, { customerName: `O'Brien "select"` })).data.records).toHaveLength(1);
  });

  test('送回来的地址和参数不成为网页 input never comes back as a page', async () => {
    const script = '%3Cscript%3Ealert(1)%3C%2Fscript%3E';
    for (const path of [
      `/api/${script}`,
      `/api/blade-system/tenant/info?domain=${script}`,
      `/api/blade-auth/oauth/token?error=${script}`,
      `/api/blade-auth/oauth/callback/${script}`,
      `/api/blade-auth/oauth/render/${script}`,
      `/api/blade-resource/file/${script}?tenant=${script}&sig=${script}`,
      `/api/docs?x=${script}`,
    ]) {
      const response = await rawGet(path);
      expect(statusOf(response), path).toBeLessThan(500);
      expect(response.split('\r\n\r\n').slice(1).join(''), path).not.toContain('<script>alert');
      if (/content-type: text\/html/i.test(response)) expect(response, path).toMatch(/content-security-policy:/i);
      else expect(response, path).toMatch(/x-content-type-options: nosniff/i);
    }
  });

  test('出错只说编号，不说里面的话 a fault shows its number and no internals', async () => {
    await server.tables('alter table blade_post rename to blade_post_gone');
    try {
      const answer = await admin.get('blade-system/post/page');
      expect([answer.status, answer.reason]).toEqual([500, 'http.fault']);
      expect(JSON.stringify(answer.body)).not.toMatch(/blade_post|relation|select|\.ts:|Error/);
      expect(JSON.stringify(answer.body)).toContain(answer.headers.get('x-request-id')!);
    } finally {
      await server.tables('alter table blade_post_gone rename to blade_post');
    }
  });
});
