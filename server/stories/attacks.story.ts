import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { publicKeyOf } from '#business/system/clients/sm2-key.server.ts';
import { fieldsOf } from '#kernel/language/paper.ts';
import { MOST_IMPORTED } from '#kernel/server/exchange/import/upload.ts';
import { Metrics } from '#kernel/server/http/metrics.ts';
import { openDoor } from '#kernel/server/http/server.ts';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { checked, committed, sheetWith } from '#kernel/stories/sheets.ts';
import { type Answer, type Caller, openStory } from '#kernel/stories/story.ts';

/** Somebody's machine inside the walls, which nothing that a person types may reach. */
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

const story = await openStory(import.meta.url, { env: { CALL_LOG: 'on' } });
const platform = await story.as('administrator');
const admin = await story.as('admin', { who: 'own' });
const cs = await story.as('as_cs');
const BASIC = `Basic ${btoa('saber:saber_secret')}`;
const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';
const FORM = 'application/x-www-form-urlencoded';

const login = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  story
    .stranger()
    .send('POST', 'blade-auth/oauth/token', {
      body: new URLSearchParams({ tenantId: '000000', grant_type: 'password', ...fields }).toString(),
      headers: { authorization: BASIC, 'Content-Type': FORM, ...headers },
    });

async function withPassword(who: string): Promise<{ caller: Caller; account: string }> {
  const caller = await story.as('as_cs', { who });
  await story.tables('update blade_user set password = $2 where id = $1', [
    caller.id,
    await hashPassword(md5('Secret2026')),
  ]);
  return { caller, account: `as_cs_${who}` };
}

/** As it stands on the wire: nothing is made tidy on its way. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(story.base);
    const socket = connect(Number(port), hostname, () => {
      socket.write(text);
    });
    let said = '';
    socket.on('data', (part) => {
      said += part.toString('latin1');
    });
    socket.on('end', () => {
      resolve(said);
    });
    socket.on('error', reject);
  });
const rawGet = (path: string, headers: Record<string, string> = {}): Promise<string> =>
  raw(
    `GET ${path} HTTP/1.1\r\n${Object.entries({ Host: 'localhost', ...headers, Connection: 'close' })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n`,
  );
const statusOf = (said: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]);

/** An archive, packed as tightly as it goes. */
function packed(entries: Record<string, string | Buffer>): Uint8Array<ArrayBuffer> {
  const [local, central]: Buffer[][] = [[], []];
  for (const [name, content] of Object.entries(entries)) {
    const [bytes, called] = [Buffer.from(content), Buffer.from(name)];
    const data = deflateRawSync(bytes, { level: 9 });
    const head = Buffer.alloc(26);
    head.set([20, 0, 0, 0, 8, 0]);
    for (const [at, value] of [
      [10, crc32(bytes)],
      [14, data.length],
      [18, bytes.length],
    ])
      head.writeUInt32LE(value, at);
    head.writeUInt16LE(called.length, 22);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(local.reduce((sum, one) => sum + one.length, 0));
    central.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), head, Buffer.alloc(10), at, called);
    local.push(Buffer.from('PK\u0003\u0004', 'latin1'), head, called, data);
  }
  const [files, list] = [Buffer.concat(local), Buffer.concat(central)];
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(files.length, 16);
  return Buffer.concat([files, list, end]);
}

async function upload(caller: Caller, path: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return caller.send('POST', path, { body: form });
}

describe('登录与会话 Login and sessions', () => {
  test('伪造的令牌一个也打不开 forged tokens open nothing', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({
      tenant_id: '000000',
      user_id: admin.id,
      role_name: 'administrator',
      account: 'admin',
      exp: 4_102_444_800,
    });
    const [{ access, id }] = await story.tables<{ access: string; id: string }>(
      'select access_hash as access, id::text as id from anju_session where user_id = $1',
      [admin.id],
    );
    const forged = [
      `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${part({ alg: 'HS256' })}.${claims}.c2lnbmF0dXJl`,
      access,
      id,
      admin.token.slice(0, -1),
      `${admin.token}x`,
      admin.token.toLowerCase(),
      "' or '1'='1",
      'null',
      'undefined',
      'x'.repeat(9000),
    ];
    for (const token of forged) {
      const answer = await story
        .stranger()
        .send('GET', 'blade-system/user/page', { headers: { 'Blade-Auth': `bearer ${token}` } });
      expect([answer.status, answer.reason], token.slice(0, 40)).toEqual([
        401,
        expect.stringMatching(/^http\.(sessionEnded|notLoggedIn)$/),
      ]);
    }
    // No other header is believed.
    for (const headers of [
      { authorization: `bearer ${admin.token}` },
      { 'Blade-User': admin.id },
      { 'X-User-Id': admin.id, 'Tenant-Id': '000000' },
    ] as Record<string, string>[])
      expect((await story.stranger().send('GET', 'blade-system/user/page', { headers })).status).toBe(401);
  });

  test('并行猜密码猜不过五次，换一个转发地址也一样 guessing in parallel gets five tries and no more, whatever address a header claims', async () => {
    const { account } = await withPassword('guessed');
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        login(
          { username: account, password: at === 29 ? 'Secret2026' : `Wrong${at}` },
          { 'X-Forwarded-For': `203.0.113.${at}`, 'X-Real-IP': `203.0.113.${at}` },
        ),
      ),
    );
    expect(guesses.filter((one) => one.reason === 'system.wrongPassword')).toHaveLength(5);
    expect(guesses.filter((one) => one.status === 200)).toEqual([]);
    expect((await login({ username: account, password: 'Secret2026' })).reason).toBe('system.accountLocked');
    const [{ ip }] = await story.tables<{ ip: string }>(
      "select string_agg(id, ' ') as ip from anju_attempt where id like 'address %'",
    );
    expect(ip).not.toContain('203.0.113');
  });

  test('登录不用来人带来的会话，刷新令牌不当访问令牌 a login never takes over a session somebody brings, and a refresh token opens no call', async () => {
    const { account } = await withPassword('fixed');
    const planted = 'planted-by-somebody-else-0123456789';
    const inside_ = await login(
      { username: account, password: 'Secret2026', access_token: planted, session_id: planted },
      { Cookie: `saber-access-token=${planted}; JSESSIONID=${planted}`, 'Blade-Auth': `bearer ${planted}` },
    );
    const [one, two] = [
      inside_.body as Record<string, string>,
      (await login({ username: account, password: 'Secret2026' })).body as Record<string, string>,
    ];
    expect(new Set([one.access_token, two.access_token, one.refresh_token, two.refresh_token, planted]).size).toBe(5);
    for (const token of [planted, one.refresh_token])
      expect(
        (await story.stranger().send('GET', 'blade-system/user/info', { headers: { 'Blade-Auth': `bearer ${token}` } }))
          .status,
      ).toBe(401);
    expect(inside_.headers.get('set-cookie')).toBeNull();
  });

  test('别家网页带着 Cookie 发来的请求什么也做不成 what another site sends with cookies present does nothing', async () => {
    const Cookie = `saber-access-token=${admin.token}; Blade-Auth=bearer ${admin.token}; anju=${admin.token}`;
    for (const type of ['text/plain', FORM, 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await story
        .stranger()
        .send('POST', 'blade-system/post/submit', {
          body: '{"postName":"evil"}',
          headers: { Cookie, Origin: 'https://evil.example', 'Content-Type': type },
        });
      expect(
        [
          answer.status,
          answer.headers.get('access-control-allow-origin'),
          answer.headers.get('access-control-allow-credentials'),
        ],
        type,
      ).toEqual([401, null, null]);
    }
    const asked = await fetch(`${story.base}/api/blade-system/post/submit`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'blade-auth',
      },
    });
    expect([asked.status >= 400, asked.headers.get('access-control-allow-origin')]).toEqual([true, null]);
  });

  test('地址里的令牌只用于下载，日志里没有 a token in the address serves downloads alone and stands in no log', async () => {
    const query = `?blade-auth=${cs.token}&access_token=${cs.token}`;
    for (const [method, path] of [
      ['GET', `${CUSTOMERS}/list`],
      ['GET', 'blade-system/user/info'],
      ['POST', `${CUSTOMERS}/submit`],
      ['POST', `${CUSTOMERS}/export`],
    ] as const)
      expect((await story.stranger().send(method, `${path}${query}`)).status, path).toBe(401);
    expect((await story.stranger().send('GET', `${CUSTOMERS}/import/template?blade-auth=${cs.token}`)).status).toBe(
      200,
    );
    expect((await story.stranger().get(`${CUSTOMERS}/list`)).headers.get('referrer-policy')).toBe('no-referrer');
    const password = 'Secret2026Query';
    await story
      .stranger()
      .send('POST', `blade-auth/oauth/token?username=as_cs&password=${password}&grant_type=password&tenantId=000000`, {
        headers: { authorization: BASIC },
      });
    await story.assembly.log.write();
    const [{ text }] = await story.tables<{ text: string }>(
      "select coalesce(string_agg(t::text, ' '), '') || (select coalesce(string_agg(u::text, ' '), '') from blade_log_usual u) as text from blade_log_api t",
    );
    expect(text).toContain('/api/blade-auth/oauth/token');
    for (const secret of [cs.token, password, 'saber_secret', BASIC.slice(6)]) expect(text).not.toContain(secret);
  });

  test('密码的散列各不相同，换成弱密码不论以何种形式都不行 no two hashes of a password are alike, and a weak one is refused in whatever form it comes', async () => {
    const [one, two] = await Promise.all([hashPassword(md5('Secret2026')), hashPassword(md5('Secret2026'))]);
    expect([one === two, one.startsWith('$argon2id$')]).toEqual([false, true]);
    const { account } = await withPassword('weak');
    const own = (await login({ username: account, password: 'Secret2026' })).body as Record<string, string>;
    const change = (oldPassword: string, newPassword: string): Promise<Answer> =>
      story
        .stranger()
        .send('POST', 'blade-system/user/update-password', {
          body: JSON.stringify({ oldPassword, newPassword, newPassword1: newPassword }),
          headers: { 'Blade-Auth': `bearer ${own.access_token}`, 'Content-Type': 'application/json' },
        });
    for (const old of ['Secret2026', md5('Secret2026')])
      for (const weak of ['1', 'password', '12345678'])
        expect((await change(old, weak)).reason, `${old} ${weak}`).toBe('system.passwordWeak');
  });
});

describe('权限 Rights', () => {
  test('别名里含有 admin 的角色不是管理员，保留的别名拿不到 an alias that contains admin is none, and the reserved ones are not to be had', async () => {
    const own = await story.as('admin', { tenantId: '100001' });
    for (const roleAlias of ['administrator', 'admin'])
      expect(
        (await own.post('blade-system/role/submit', { roleName: '假', roleAlias, scope: 'all', sort: 1 })).reason,
        roleAlias,
      ).toBe('system.reservedAlias');
    for (const roleAlias of ['xadminx', 'Administrator', 'admin2', 'administrator,admin', ' admin']) {
      const made = await own.post('blade-system/role/submit', {
        roleName: `假${roleAlias}`,
        roleAlias,
        scope: 'all',
        sort: 1,
      });
      if (made.status !== 200) continue;
      const [{ id }] = await story.tables<{ id: string }>(
        "insert into blade_user (id, tenant_id, account, password, real_name, role_id, user_type, create_time, update_time) values (next_id($2), '100001', 'alias' || $3, '', 'x', array[$1::bigint], 1, now(), now()) returning id",
        [made.data.id, story.clock.ms(), roleAlias],
      );
      const { access } = await story.assembly.sessions.open({ tenantId: '100001', zone: 'Asia/Shanghai' }, id, {
        ip: '',
        agent: '',
        client: 'saber',
      });
      const answer = await story
        .stranger()
        .send('GET', 'blade-system/user/page', { headers: { 'Blade-Auth': `bearer ${access}` } });
      expect([answer.status, made.data.roleAlias === 'admin'], roleAlias).toEqual([403, false]);
    }
  });

  test('给不出自己没有的菜单、角色与范围，也改不了自己的角色 nobody hands out menus, roles and ranges he does not hold, nor changes his own role', async () => {
    const menu = async (code: string): Promise<string> =>
      (
        await story.tables<{ id: string }>('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [
          code,
        ])
      )[0].id;
    const mine = (
      await admin.post('blade-system/role/submit', { roleName: '授权员', roleAlias: 'granter', scope: 'own', sort: 1 })
    ).data.id as string;
    const other = (
      await admin.post('blade-system/role/submit', { roleName: '旁人', roleAlias: 'bystander', scope: 'own', sort: 1 })
    ).data.id as string;
    await admin.post('blade-system/role/grant', {
      roleIds: mine,
      menuIds: await Promise.all(
        [
          'blade_role_view',
          'blade_role_edit',
          'blade_role_add',
          'blade_user_view',
          'blade_user_edit',
          'blade_user_add',
        ].map(menu),
      ),
    });
    const clerk = await story.as('granter');
    expect(
      (await clerk.post('blade-system/role/grant', { roleIds: other, menuIds: [await menu('blade_role_view')] }))
        .status,
    ).toBe(200);
    expect(
      (
        await clerk.post('blade-system/role/grant', {
          roleIds: other,
          menuIds: [await menu('blade_role_view'), await menu('blade_role_delete')],
        })
      ).reason,
    ).toBe('system.aboveYou');
    expect(
      (await clerk.post('blade-system/role/grant', { roleIds: mine, menuIds: [await menu('blade_role_view')] })).reason,
    ).toBe('system.notYourself');
    expect((await clerk.post('blade-system/role/submit', { id: other, scope: 'all' })).reason).toBe('system.aboveYou');
    const [{ id: adminRole }] = await story.tables<{ id: string }>(
      "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'admin'",
    );
    expect(
      (
        await clerk.post('blade-system/user/submit', {
          account: 'mine',
          realName: '我的',
          roleId: [adminRole],
          password: 'Secret2026',
        })
      ).reason,
    ).toBe('system.aboveYou');
    expect((await clerk.post('blade-system/user/grant', { userIds: clerk.id, roleIds: other })).reason).toBe(
      'system.notYourself',
    );
    // Nor does he take anything from those who stand above him: not their menus, their name, their rows, their life.
    await admin.post('blade-system/role/grant', {
      roleIds: mine,
      menuIds: await Promise.all(
        [
          'blade_role_view',
          'blade_role_edit',
          'blade_role_delete',
          'blade_user_view',
          'blade_user_edit',
          'blade_user_add',
          'blade_user_import',
        ].map(menu),
      ),
    });
    const wide = (
      await admin.post('blade-system/role/submit', {
        roleName: '看全部的',
        roleAlias: 'sees-all',
        scope: 'all',
        sort: 1,
      })
    ).data.id as string;
    const manager = await story.as('as_manager', { who: 'above' });
    const [{ id: above }] = await story.tables<{ id: string }>(
      "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_manager'",
    );
    const taken: [string, object][] = [above, adminRole, wide].flatMap((id): [string, object][] => [
      ['role/grant', { roleIds: id, menuIds: [] }],
      ['role/submit', { id, roleName: '路人' }],
      ['role/submit', { id, scope: 'own' }],
      ['role/submit', { id, status: 0 }],
      ['role/remove', { ids: id }],
    ]);
    const rights = () =>
      story.tables(
        "select r.role_name, r.role_alias, r.scope, r.status, r.is_deleted, (select count(*)::int from blade_role_menu g where g.role_id = r.id) as menus from blade_role r where tenant_id = '000000' order by r.id",
      );
    const before = await rights();
    for (const [call, body] of [...taken, ['user/submit', { id: manager.id, status: 0 }]] as [string, object][])
      expect(
        [(await clerk.post(`blade-system/${call}`, body)).reason, await rights()],
        `${call} ${JSON.stringify(body)}`,
      ).toEqual([expect.stringMatching(/^system\.(aboveYou|reservedAlias)$/), before]);
    // Sight is handed out no more than buttons are: not by an account of one's own making, and not by another department for oneself.
    expect(
      (
        await clerk.post('blade-system/user/submit', {
          account: 'mine-too',
          realName: '我的',
          roleId: [wide],
          password: 'Secret2026',
        })
      ).reason,
    ).toBe('system.aboveYou');
    const [{ id: dept }] = await story.tables<{ id: string }>(
      "select id::text as id from blade_dept where tenant_id = '000000' and is_deleted = 0 order by id desc limit 1",
    );
    expect((await clerk.post('blade-system/user/submit', { id: clerk.id, deptId: [dept] })).reason).toBe(
      'system.notYourself',
    );
    // A sheet is no way around.
    const sheet = await checked(
      clerk,
      'blade-system/user',
      await sheetWith([
        ['账号*', '姓名*', '角色名称'],
        ['smuggled', '偷渡', '经理'],
      ]),
    );
    expect((await committed(clerk, 'blade-system/user', sheet.data.batch)).data.counts, sheet.msg).toMatchObject({
      new: 0,
      refused: 1,
    });
    expect(await story.tables("select 1 from blade_user where account = 'smuggled'")).toEqual([]);
  });

  test('多塞的字段绑不进表里 fields that are stuffed in bind to nothing', async () => {
    const before = (
      await story.tables(
        'select tenant_id, create_user, create_time, is_deleted, password, must_change, version, account from blade_user where id = $1',
        [cs.id],
      )
    )[0];
    const stuffed = {
      tenantId: '100001',
      tenant_id: '100001',
      isDeleted: 1,
      is_deleted: 1,
      createUser: '1',
      createTime: '2000-01-01 00:00:00',
      createDept: '1',
      mustChange: true,
      registerState: 'pending',
      passwordHash: 'x',
      __proto__: { platform: true },
      constructor: { prototype: { platform: true } },
    };
    expect(
      (await admin.post('blade-system/user/submit', { id: cs.id, realName: '改过的名字', ...stuffed })).status,
    ).toBe(200);
    const after = (
      await story.tables(
        'select tenant_id, create_user, create_time, is_deleted, password, must_change, version, account from blade_user where id = $1',
        [cs.id],
      )
    )[0];
    expect(after).toEqual({ ...before, version: Number(before.version) + 1 });
    expect(
      (await cs.post('blade-system/user/update-info', { ...stuffed, roleId: ['1'], account: 'root', realName: '我' }))
        .status,
    ).toBe(200);
    expect(
      (await story.tables('select account, tenant_id, role_id from blade_user where id = $1', [cs.id]))[0],
    ).toMatchObject({ account: before.account, tenant_id: '000000' });
    expect((await cs.get('blade-system/tenant/page')).status).toBe(403);
    const [{ password }] = await story.tables<{ password: string }>(
      "select password from blade_user where account = 'admin' and tenant_id = '000000'",
    );
    for (const path of ['page', 'detail', 'list', 'user-list', 'info'])
      expect(JSON.stringify((await admin.get(`blade-system/user/${path}`, { id: admin.id })).body), path).not.toContain(
        password || '$argon2id',
      );
  });

  test('一家公司改不了平台的参数，别家也不受影响 a company changes no parameter of the platform and of no other company', async () => {
    const own = await story.as('admin', { tenantId: '100001' });
    const [{ id }] = await story.tables<{ id: string }>(
      "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '000000', '平台', 'attack.param', '1', now(), now()) returning id::text as id",
      [story.clock.ms()],
    );
    for (const path of ['submit', 'update', 'remove', 'detail'])
      expect(
        (
          await (path === 'detail'
            ? own.get(`blade-system/param/${path}`, { id })
            : own.post(`blade-system/param/${path}`, { id, ids: id, paramValue: '2' }))
        ).status,
        path,
      ).toBe(404);
    expect(
      (
        await own.post('blade-system/param/submit', {
          paramName: '自己',
          paramKey: 'attack.param',
          paramValue: '3',
          tenantId: '000000',
        })
      ).status,
    ).toBe(200);
    expect(
      await story.tables(
        "select tenant_id, param_value from blade_param where param_key = 'attack.param' order by tenant_id",
      ),
    ).toEqual([
      { tenant_id: '000000', param_value: '1' },
      { tenant_id: '100001', param_value: '3' },
    ]);
  });
});

describe('语句与文字 Statements and words', () => {
  test('排序、参数名、参数值里的语句到不了数据库 statements in orders, names and values of parameters never reach the database', async () => {
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
        const answer = await cs.get(`${CUSTOMERS}/page`, query);
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
    expect((await story.tables<{ n: number }>('select count(*)::int as n from ascustomer'))[0].n).toBeGreaterThan(0);
  });

  test('看着像语句或脚本的文字原样是文字 words that look like statements or scripts are words', async () => {
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

  test('送回来的地址和参数不成为网页 what is sent never comes back as a page', async () => {
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
      const said = await rawGet(path);
      expect(statusOf(said), path).toBeLessThan(500);
      expect(said.split('\r\n\r\n').slice(1).join(''), path).not.toContain('<script>alert');
      if (/content-type: text\/html/i.test(said)) expect(said, path).toMatch(/content-security-policy:/i);
      else expect(said, path).toMatch(/x-content-type-options: nosniff/i);
    }
  });

  test('出错只说编号，不说里面的话 a fault tells its number and nothing of what is inside', async () => {
    await story.tables('alter table blade_post rename to blade_post_gone');
    try {
      const answer = await admin.get('blade-system/post/page');
      expect([answer.status, answer.reason]).toEqual([500, 'http.fault']);
      expect(JSON.stringify(answer.body)).not.toMatch(/blade_post|relation|select|\.ts:|Error/);
      expect(JSON.stringify(answer.body)).toContain(answer.headers.get('x-request-id')!);
    } finally {
      await story.tables('alter table blade_post_gone rename to blade_post');
    }
  });
});

describe('文件 Files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  test('文件名里的路径不出自己的文件夹 a path in the name of a file leads nowhere', async () => {
    for (const name of [
      '../../../../etc/passwd.png',
      '..\\..\\windows\\x.png',
      'a\u0000b.png',
      '..',
      '.',
      '/etc/cron.d/x.png',
      'C:\\x.png',
      '%2e%2e%2fx.png',
    ]) {
      const kept = await upload(cs, 'blade-resource/oss/endpoint/put-file', png, name);
      expect(kept.status, name).toBe(200);
      expect(kept.data.originalName, name).not.toMatch(/[/\\\0]|^\.*$/);
      expect(kept.data.name).toMatch(/^\d+\.png$/);
    }
    const root = readFileSync('package.json', 'utf8').slice(0, 30);
    for (const path of [
      '/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/..%5c..%5cpackage.json',
      '/api/blade-resource/file/..%2f..%2fkeys%2flink.key?tenant=..&sig=x&until=9999999999',
      '/.anju/keys/link.key',
      '/keys/link.key',
    ]) {
      const said = await rawGet(path);
      expect(said.includes(root), path).toBe(false);
      expect([404, 403, 400, 401, 410, 200].includes(statusOf(said)), `${path} ${statusOf(said)}`).toBe(true);
      if (statusOf(said) === 200) expect(said, path).toMatch(/content-type: text\/html/i);
    }
  });

  test('会动的文件不收，名字骗不过内容 what could act is not taken, and a name does not hide what it is', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [bytes, name] of [
      [svg, 'x.svg'],
      [svg, 'x.png'],
      [Buffer.from('<html><script>1</script>'), 'x.pdf'],
      [Buffer.from('MZ\u0090\u0000'), 'x.jpg'],
      [Buffer.from('#!/bin/sh\n'), 'x.xlsx'],
    ] as const)
      expect((await upload(cs, 'blade-resource/oss/endpoint/put-file', Buffer.from(bytes), name)).status, name).toBe(
        400,
      );
    expect(
      (
        await upload(
          cs,
          'blade-resource/oss/endpoint/put-file?avatar=1',
          Buffer.concat([png, Buffer.alloc(600_000)]),
          'big.png',
        )
      ).status,
    ).toBe(400);
    for (const path of ['make-bucket', 'remove-bucket', 'remove-file', 'copy-file', 'put-file-by-name'])
      expect(
        (await cs.post(`blade-resource/oss/endpoint/${path}`, { fileName: 'x', bucketName: 'x' })).status,
        path,
      ).toBe(404);
  });

  test(
    '压缩炸弹与带实体的表格被拒绝，服务照常 a bomb and a sheet with entities are refused, and work goes on',
    { timeout: 30_000 },
    async () => {
      const book = {
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      };
      const bomb = packed({
        ...book,
        'xl/sharedStrings.xml': '<sst/>',
        'xl/worksheets/sheet1.xml': Buffer.alloc(60_000_000, 0x20),
      });
      expect(bomb.length).toBeLessThan(100_000);
      const entities = packed({
        ...book,
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>',
      });
      const strings = packed({
        ...book,
        'xl/sharedStrings.xml':
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
        'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
      });
      for (const [name, bytes] of Object.entries({ bomb, entities, strings })) {
        const answer = await upload(admin, `${CUSTOMERS}/import/upload`, bytes, 'x.xlsx');
        expect(answer.status, `${name} ${answer.msg}`).toBe(400);
        expect(JSON.stringify(answer.body)).not.toContain('root:');
      }
      // More rows than anybody types are not even counted to their end.
      const endless = await upload(
        admin,
        `${CUSTOMERS}/import/upload`,
        Buffer.from(`客户姓名\n${'x\n'.repeat(MOST_IMPORTED + 5)}`),
        'x.csv',
      );
      expect([endless.status, endless.reason]).toEqual([400, 'exchange.tooManyImported']);
      expect((await cs.get(`${CUSTOMERS}/page`)).status).toBe(200);
    },
  );
});

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
    '数据源、存储、头像、图片与网址都叫不动服务器去敲里面的门 no datasource, storage, portrait, picture or address makes the server knock inside',
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
            await story.tables<{ avatar: string | null }>('select avatar::text from blade_user where id = $1', [cs.id])
          )[0].avatar,
        ),
      ).not.toContain('http');
      const other = (
        await story.tables<{ id: string }>("select id::text as id from blade_tenant where tenant_id = '100001'")
      )[0].id;
      expect(
        (await platform.post('blade-system/tenant/submit', { id: other, logoUrl: address, backgroundUrl: address }))
          .status,
      ).toBe(200);
      // Every field of any paper that holds an address: written, and nobody goes there.
      for (const paper of story.house.papers.values()) {
        const named = fieldsOf(paper)
          .filter(([name, field]) => field.kind === 'webAddress' || /url|hook|callback|endpoint/i.test(name))
          .map(([name]) => name);
        if (named.length)
          await platform.post(`${paper.path}/submit`, Object.fromEntries(named.map((name) => [name, address])));
      }
      expect(reached).toBe(0);
    },
  );

  test('登录后只送回登记过的地址，主机头说什么都不算 people are sent back to registered addresses alone, and a host header changes nothing', async () => {
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
        `${story.base}/api/blade-auth/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'elsewhere', redirect_uri: uri, state: 's' })}`,
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
      const said = await rawGet('/api/blade-system/tenant/info', headers);
      expect([
        statusOf(said),
        said.split('\r\n\r\n').slice(1).join('').includes('evil.example'),
        /location:/i.test(said),
      ]).toEqual([200, false, false]);
    }
  });

  test('按域名问租户：没登记的域名什么也不说，一家也数不出来 a host that nobody registered is told nothing, and companies cannot be counted', async () => {
    await story.tables("update blade_tenant set domain = 'https://known.example' where tenant_id = '100001'");
    for (const domain of ['unknown.example', '%', 'known', 'example', "x' or '1'='1", 'known.example.evil', '*', ''])
      expect(
        (await story.stranger().get('blade-system/tenant/info', { domain })).data.tenantId,
        domain,
      ).toBeUndefined();
    expect(
      (await story.stranger().get('blade-system/tenant/info', { domain: 'https://known.example/login' })).data.tenantId,
    ).toBe('100001');
    expect((await story.stranger().get('blade-system/tenant/select')).status).toBe(401);
    // Who asks for one after the other is soon told to wait, whatever address he says he has.
    const door = await openDoor(story.house, story.assembly.sessions, story.assembly.routes, new Metrics(), {
      webRoot: null,
      logLevel: 'silent',
      rateLimit: 3,
    });
    try {
      const asked = [];
      for (let n = 0; n < 5; n++)
        asked.push(
          (
            await door.inject({
              url: '/api/blade-system/tenant/info?domain=x',
              headers: { 'x-forwarded-for': `203.0.113.${n}` },
            })
          ).statusCode,
        );
      expect(asked).toEqual([200, 200, 200, 429, 429]);
    } finally {
      await door.close();
    }
  });
});

describe('随产品来的门 Doors that came with the family', () => {
  test('没有内部接口、管理端、设计器与公开的接口说明 there are no inner calls, consoles, designers or open descriptions', async () => {
    for (const path of [
      'actuator',
      'actuator/env',
      'actuator/heapdump',
      'feign/client/user-info',
      'client/user-info',
      'v2/api-docs',
      'v3/api-docs',
      'swagger-ui.html',
      'doc.html',
      'druid/index.html',
      'ureport/designer',
      'api/ureport/designer',
      'api/ureport/datasource/testConnection',
      'jmreport/list',
      'nacos',
      'env',
      'api/blade-log/list',
      'api/blade-develop/code/apiPath',
      'console',
      'h2-console',
      '.git/config',
      '.env',
      'server/main.ts',
    ]) {
      const said = await rawGet(`/${path}`);
      expect(
        [401, 403, 404].includes(statusOf(said)) || (statusOf(said) === 200 && /id="root"/.test(said)),
        `${path} ${statusOf(said)} ${said.slice(-200)}`,
      ).toBe(true);
    }
    expect((await story.stranger().get('docs/openapi.json')).status).toBe(401);
    // The figures of the server are for its own machine; a proxy that stands on it calls from there for everybody.
    for (const [headers, status] of [
      [{}, 200],
      [{ 'X-Forwarded-For': '203.0.113.9' }, 403],
      [{ Forwarded: 'for=203.0.113.9' }, 403],
      [{ 'X-Real-IP': '203.0.113.9' }, 403],
    ] as [Record<string, string>, number][])
      expect(statusOf(await rawGet('/metrics', headers)), JSON.stringify(headers)).toBe(status);
  });

  test('钥匙在安装时生成，每处不同，只有主人可读；仓库里没有钥匙 keys are made at installation, differ everywhere and are readable by their owner alone; the sources hold none', async () => {
    const other = mkdtempSync(join(tmpdir(), 'anju-keys-'));
    try {
      const settings = { ...story.house.settings, sm2Key: null };
      const here = publicKeyOf(story.house);
      expect(publicKeyOf({ dataDir: other, settings })).not.toBe(here);
      const keys = join(story.house.dataDir, 'keys');
      for (const name of readdirSync(keys)) expect(statSync(join(keys, name)).mode & 0o077, name).toBe(0);
      expect(readFileSync(join(keys, 'link.key'), 'utf8').length).toBeGreaterThanOrEqual(43);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
      .split('\0')
      .filter((name) => /\.(ts|tsx|mjs|json|md|ya?ml|env|pem|key)$/.test(name) && name !== 'package-lock.json');
    const secrets = [
      /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n/,
      /\bAKIA[0-9A-Z]{16}\b/,
      /\bLTAI[0-9A-Za-z]{12,}\b/,
      /\bghp_[0-9A-Za-z]{30,}\b/,
      /\bsk-[0-9A-Za-z]{32,}\b/,
      /\bxox[bp]-[0-9A-Za-z-]{20,}\b/,
    ];
    const held = files.filter((name) => {
      const text = readFileSync(name, 'utf8');
      return secrets.some((one) => one.test(text));
    });
    expect([files.length > 500, held]).toEqual([true, []]);
  });
});
