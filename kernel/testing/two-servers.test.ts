import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsTables } from '#business/system/tables.server.ts';
import { systemClock } from '#kernel/server/time/clock.ts';
import { TestCaller, openTestServer } from './test-server.ts';
import { withoutDevices } from './power-cut.ts';
import { databaseUrl } from './template.ts';

const testServer = await openTestServer(import.meta.url);
// The other server process has the real clock. This one uses it too, so that sessions are valid on both.
testServer.clock.set(systemClock.ms());
let server: ChildProcess;
let base = '';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** A second server process over the database of the first. */
beforeAll(async () => {
  const name = new URL(testServer.ownerUrl).pathname.slice(1);
  server = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.ts')], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ANJU_OWNER_URL: testServer.ownerUrl,
      DATABASE_APP_URL: databaseUrl(process.env.ANJU_TEST_APP_URL!, name),
      ANJU_DATA: testServer.app.dataDir,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      CAPTCHA: 'off',
      ANJU_SEED: 'none',
      ANJU_ADMIN_PASSWORD: 'admin',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
      ...withoutDevices,
    },
  });
  server.send({ webRoot: null });
  base = await new Promise<string>((resolve, reject) => {
    server.on('message', (message: { ready?: string; trouble?: string[] }) => {
      if (message.ready) resolve(message.ready);
      else if (message.trouble) reject(new Error(message.trouble.join('\n')));
    });
    server.on('exit', () => reject(new Error('the second server ended')));
  });
});

afterAll(() => {
  if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid!, 'SIGKILL');
});

/** Return the same person as a caller of the other server. */
const there = (who: TestCaller): TestCaller => new TestCaller(base, who.token, who.id, who.tenantId);

const customers = 'blade-maintenance/webApi/ascustomer/list';

test('会话结束、账号停用、权限收回，另一台服务器的下一个请求就知道 an ended session, a disabled account and a right taken away hold for the next request to the other', async () => {
  const admin = await testServer.as('administrator');
  const [stays, goes, leaves] = [
    await testServer.as('as_cs', { who: 'loses' }),
    await testServer.as('as_cs', { who: 'goes' }),
    await testServer.as('as_cs', { who: 'leaves' }),
  ];
  const asks = (): Promise<number[]> =>
    Promise.all([goes, stays, leaves].map(async (one) => (await there(one).get(customers)).status));
  expect(await asks()).toEqual([200, 200, 200]);
  expect((await admin.post('blade-system/user/submit', { id: goes.id, status: 0 })).status).toBe(200);
  const [{ id: nothing }] = await testServer.tables<{ id: string }>(
    "select id from blade_role where tenant_id = '000000' and role_alias = 'as_sap'",
  );
  expect((await admin.post('blade-system/user/grant', { userIds: stays.id, roleIds: nothing })).status).toBe(200);
  expect((await leaves.get('blade-auth/oauth/logout')).status).toBe(200);
  expect(await asks()).toEqual([401, 403, 401]);
  expect(await Promise.all([goes, stays, leaves].map(async (one) => (await one.get(customers)).status))).toEqual([
    401, 403, 401,
  ]);
});

interface Renewed {
  readonly status: number;
  readonly access_token?: string;
  readonly refresh_token?: string;
}

test('续期令牌在另一台服务器重复：一分钟内得到同一个，之后视为被盗 a refresh token repeated at the other server gets the same successor for a minute, later it is theft', async () => {
  const { id } = await testServer.as('as_cs', { who: 'renews' });
  const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
  const { refresh } = await testServer.assembly.sessions.open(tenancy, id, { ip: '', agent: '', client: 'saber' });
  const renew = async (at: string, token = refresh): Promise<Renewed> => {
    const answer = await fetch(`${at}/api/blade-auth/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('saber:saber_secret')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ tenantId: '000000', refresh_token: token, grant_type: 'refresh_token' }),
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const answers = await Promise.all([base, testServer.base, base, testServer.base].map((at) => renew(at)));
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((one) => `${one.access_token} ${one.refresh_token}`)).size).toBe(1);
  // The database stores neither the access token nor the refresh token in clear.
  const [row] = await testServer.tables(
    `select * from anju_session where user_id = ${id} and ended is null and successor is not null`,
  );
  const stored = JSON.stringify(row);
  expect([stored.includes(answers[0].access_token!), stored.includes(answers[0].refresh_token!)]).toEqual([
    false,
    false,
  ]);
  await testServer.tables(`update anju_session set rotated = rotated - interval '61 seconds' where user_id = ${id}`);
  expect([(await renew(base)).status, (await renew(testServer.base, answers[0].refresh_token)).status]).not.toContain(
    200,
  );
});

/** Change rights in the tables, as the owner. */
const asOwner = (text: string): Promise<unknown> => testServer.tables(text);

test('角色、授权、菜单、人员、租户的每次改动，另一台服务器的下一个请求就生效 a change of roles, grants, menus, people and companies holds for the next request to the other', async () => {
  const one = await testServer.as('as_cs', { who: 'watched' });
  const sees = async (): Promise<number> => (await there(one).get(customers)).status;
  const role = "(select id from blade_role where tenant_id = '000000' and role_alias = 'as_cs')";
  const view = "(select id from blade_menu where code = 'ascustomer_view' and is_deleted = 0)";
  const both = [
    [
      'role',
      `update blade_role set status = 0 where id = ${role}`,
      `update blade_role set status = 1 where id = ${role}`,
    ],
    [
      'grant',
      `delete from blade_role_menu where role_id = ${role} and menu_id = ${view}`,
      `insert into blade_role_menu (tenant_id, role_id, menu_id) values ('000000', ${role}, ${view})`,
    ],
    [
      'menu',
      "update blade_menu set is_deleted = 1 where code = 'ascustomer_view'",
      "update blade_menu set is_deleted = 0 where code = 'ascustomer_view'",
    ],
    [
      'person',
      `update blade_user set role_id = '{}' where id = ${one.id}`,
      `update blade_user set role_id = array[${role}] where id = ${one.id}`,
    ],
  ];
  expect(await sees()).toBe(200);
  for (const [what, away, back] of both) {
    await asOwner(away);
    expect(await sees(), what).toBe(403);
    await asOwner(back);
    expect(await sees(), what).toBe(200);
  }
  const counted = await testServer.tables<{ name: string }>(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'rights' order by 1",
  );
  expect(counted.map((table) => table.name)).toEqual([...rightsTables.keys()].toSorted());
  // Change the package of the company: to one without menus, to one with all menus, and to no package.
  await asOwner(
    "insert into blade_tenant_package (id, package_name, menu_id, create_time, update_time) values (4711, '空', '{}', now(), now())",
  );
  await asOwner("update blade_tenant set package_id = 4711 where tenant_id = '000000'");
  expect(await sees()).toBe(403);
  await asOwner('update blade_tenant_package set menu_id = (select array_agg(id) from blade_menu) where id = 4711');
  expect(await sees()).toBe(200);
  await asOwner("update blade_tenant_package set menu_id = '{}' where id = 4711");
  expect(await sees()).toBe(403);
  await asOwner("update blade_tenant set package_id = null where tenant_id = '000000'");
  expect(await sees()).toBe(200);
  // Change the label of a dictionary key.
  await one.post('blade-maintenance/webApi/ascustomer/submit', {
    customerName: '看字典的',
    phone: '13703039999',
    addressDetail: '浦东新区丁香路9弄2号',
    customerServiceTeam: 'east',
  });
  const team = async (): Promise<string> =>
    (await there(one).get(customers)).data.records[0]._names.customerServiceTeam;
  const [{ was }] = await testServer.tables<{ was: string }>(
    "select dict_value as was from blade_dict_biz where tenant_id = '000000' and code = 'customer_service_team' and dict_key = 'east'",
  );
  expect(await team()).toBe(was);
  await asOwner(
    "update blade_dict_biz set dict_value = '改了名的组' where tenant_id = '000000' and code = 'customer_service_team' and dict_key = 'east'",
  );
  expect(await team()).toBe('改了名的组');
  // Close the company, and open it again.
  await asOwner("update blade_tenant set status = 0 where tenant_id = '000000'");
  expect(await sees()).toBe(401);
  await asOwner("update blade_tenant set status = 1 where tenant_id = '000000'");
  expect(await sees()).toBe(200);
});

/** Read a person's event stream on a server for a while. Return its events, and whether the server closed it. */
async function listening(
  by: TestCaller,
): Promise<{ heard: () => string[]; visits: () => number; isOver: () => boolean; stop: () => void }> {
  const stop = new AbortController();
  const response = await fetch(`${by.base}/api/blade-core/events`, {
    headers: { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId },
    signal: stop.signal,
  });
  let [text, over] = ['', false];
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
  })()
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  return {
    heard: () => [...text.matchAll(/"paper":"(\w+)"/g)].map(([, paper]) => paper),
    visits: () => text.split('"type":"presence"').length - 1,
    isOver: () => over,
    stop: () => stop.abort(),
  };
}

test('打开着的变更流:权限收回后的下一条就不再送达，会话在别的服务器结束时立即断开 an open stream sends nothing after its right is removed elsewhere, and ends with its session', async () => {
  const admin = await testServer.as('administrator');
  const [stays, loses, leaves, renames] = await Promise.all(
    ['hears', 'loses-sight', 'logs-out', 'new-password'].map((who) => testServer.as('as_cs', { who })),
  );
  const [one, other, third, fourth] = await Promise.all(
    [stays, loses, leaves, renames].map((who) => listening(there(who))),
  );
  const change = async (n: number): Promise<void> => {
    expect(
      (
        await there(stays).post('blade-maintenance/webApi/ascustomer/submit', {
          customerName: `流${n}`,
          phone: `1370303${1000 + n}`,
          addressDetail: `浦东新区丁香路${n}弄2号`,
          customerServiceTeam: 'east',
        })
      ).status,
    ).toBe(200);
  };
  await asOwner(
    `update blade_user set dept_id = (select dept_id from blade_user where id = ${stays.id}) where id in (${loses.id}, ${leaves.id}, ${renames.id})`,
  );
  await change(1);
  await expect.poll(() => [one, other].map((stream) => stream.heard().length)).toEqual([1, 1]);
  // Remove the right in the tables of this server. The next change is made on the other server, whose streams then
  // leave out this person.
  await asOwner(`update blade_user set role_id = '{}' where id = ${loses.id}`);
  await change(2);
  await expect.poll(() => one.heard().length).toBe(2);
  expect([other.heard().length, other.isOver()]).toEqual([1, false]);
  expect((await leaves.get('blade-auth/oauth/logout')).status).toBe(200);
  expect((await admin.post('blade-system/user/submit', { id: renames.id, status: 0 })).status).toBe(200);
  await expect
    .poll(() => [one, third, fourth].map((stream) => stream.isOver()), { timeout: 5000 })
    .toEqual([false, true, true]);
  for (const stream of [one, other]) stream.stop();
});

test('在一台服务器上看一条数据，另一台上看得到的人马上知道 a reader on one server is shown on the other at once', async () => {
  const [looks, sees] = await Promise.all(['looks', 'sees'].map((who) => testServer.as('administrator', { who })));
  const made = await looks.post('blade-maintenance/webApi/ascustomer/submit', {
    customerName: '两台之间',
    phone: '13703037777',
    addressDetail: '浦东新区丁香路7弄7号',
    customerServiceTeam: 'east',
  });
  const { id } = made.data;
  const present = async (): Promise<{ by: string }[]> =>
    (await there(sees).get('blade-core/presence', { paper: 'customer', ids: id })).data;
  const stream = await listening(there(sees));
  expect((await looks.post('blade-core/presence', { paper: 'customer', id, page: 'one' })).status).toBe(200);
  await expect.poll(stream.visits).toBe(1);
  expect(await present()).toMatchObject([{ by: looks.id }]);
  expect((await looks.post('blade-core/presence/leave', { page: 'one' })).status).toBe(200);
  await expect.poll(stream.visits).toBe(2);
  expect(await present()).toEqual([]);
  stream.stop();
});

test('并行的权限改动不互相等待到死 parallel changes of rights do not deadlock', async () => {
  const admin = await testServer.as('administrator');
  const people = await Promise.all([1, 2, 3, 4].map((at) => testServer.as('as_cs', { who: `busy${at}` })));
  const [{ role, other }] = await testServer.tables<{ role: string; other: string }>(
    "select max(id) filter (where role_alias = 'as_cs') as role, max(id) filter (where role_alias = 'as_sap') as other from blade_role where tenant_id = '000000'",
  );
  const before = await testServer.tables<{ version: string }>(
    "select version from anju_rights where tenant_id = '000000'",
  );
  const answers = await Promise.all(
    people.flatMap((one) =>
      [admin, there(admin)].map((by) =>
        by.post('blade-system/user/grant', {
          userIds: people.map((each) => each.id).join(','),
          roleIds: one === people[0] ? role : `${role},${other}`,
        }),
      ),
    ),
  );
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
  const after = await testServer.tables<{ version: string }>(
    "select version from anju_rights where tenant_id = '000000'",
  );
  expect(Number(after[0].version)).toBeGreaterThan(Number(before[0].version));
});

test(
  '一台服务器写的，另一台马上读到；同一个键只做一次 a write on one server is read on the other at once, and one key acts once on both',
  { timeout: 30_000 },
  async () => {
    const admin = await testServer.as('administrator');
    const body = { paramName: '两台服务器', paramKey: 'story.two', paramValue: '1' };
    const [one, two] = await Promise.all([
      admin.post('blade-system/param/submit', body, 'two-servers-0001'),
      there(admin).post('blade-system/param/submit', body, 'two-servers-0001'),
    ]);
    expect([one.status, two.status, one.data.id]).toEqual([200, 200, two.data.id]);
    const changed = await there(admin).post('blade-system/param/submit', {
      id: one.data.id,
      version: one.data.version,
      paramValue: '2',
    });
    expect(changed.status).toBe(200);
    expect((await admin.get('blade-system/param/detail', { id: one.data.id })).data.paramValue).toBe('2');
    expect(
      (await admin.post('blade-system/param/submit', { id: one.data.id, version: one.data.version, paramValue: '3' }))
        .reason,
    ).toBe('row.changed');
  },
);

test(
  '两台服务器同时猜一个密码，次数也只有五次 guessing one password on both servers has five tries in all',
  { timeout: 60_000 },
  async () => {
    const guess = async (at: string, username: string): Promise<{ reason: string; left: number }> => {
      const answer = await fetch(`${at}/api/blade-auth/oauth/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa('saber:saber_secret')}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ tenantId: '000000', username, password: 'wrong', grant_type: 'password' }),
      });
      const { reason, data } = (await answer.json()) as { reason: string; data: { left: number } };
      return { reason, left: data?.left };
    };
    for (let round = 0; round < 8; round++) {
      // Reset the delay of failed logins per address, because only the delay per account is tested.
      await testServer.tables("delete from anju_attempt where id like 'address %'");
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => guess(at % 2 ? base : testServer.base, `guessed${round}`)),
      );
      expect(
        answers
          .filter((one) => one.reason === 'system.wrongPassword')
          .map((one) => one.left)
          .sort(),
        JSON.stringify(answers),
      ).toEqual([0, 1, 2, 3, 4]);
      expect(answers.filter((one) => one.reason === 'system.accountLocked')).toHaveLength(3);
    }
  },
);
