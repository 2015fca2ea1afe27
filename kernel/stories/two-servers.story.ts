import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, openStory } from './story.ts';
import { databaseUrl } from './template.ts';

const story = await openStory(import.meta.url);
/** How long a server goes on believing what it read: a session, a person. */
const SESSION_MS = 5_000;
const PERSON_MS = 10_000;
/** A machine that does other things too. */
const SLACK_MS = 3_000;

let server: ChildProcess;
let base = '';

const freePort = (): Promise<number> => new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => resolve(port));
  });
});

/** A second server process over the database of the first. */
beforeAll(async () => {
  const name = new URL(story.ownerUrl).pathname.slice(1);
  server = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.ts')], {
    detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ANJU_OWNER_URL: story.ownerUrl, DATABASE_APP_URL: databaseUrl(process.env.ANJU_TEST_APP_URL!, name), ANJU_DATA: story.house.dataDir, PORT: String(await freePort()), HOST: '127.0.0.1', CAPTCHA: 'off', ANJU_SEED: 'none', ANJU_ADMIN_PASSWORD: 'admin', LOG_LEVEL: 'silent', RATE_LIMIT: '0' },
  });
  server.send({ webRoot: null });
  base = await new Promise<string>((resolve, reject) => {
    server.on('message', (message: { ready?: string; trouble?: string[] }) => { if (message.ready) resolve(message.ready); else if (message.trouble) reject(new Error(message.trouble.join('\n'))); });
    server.on('exit', () => reject(new Error('the second server ended')));
  });
});

afterAll(() => { if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid!, 'SIGKILL'); });

/** The same person, asking the other server. */
const there = (who: Caller): Caller => new Caller(base, who.token, who.id, who.tenantId);

/** Asks until the answer is this one, at most so many milliseconds. */
const until = (status: number, ask: () => Promise<{ status: number }>, most: number): Promise<void> =>
  expect.poll(async () => (await ask()).status, { timeout: most, interval: 100 }).toBe(status);

test('会话结束、账号停用、权限收回，另一台服务器在其缓存时限内也知道 an ended session, a disabled account and a right taken away are known to the other within its bounds', { timeout: 40_000 }, async () => {
  const admin = await story.as('administrator');
  const [stays, goes, leaves] = [await story.as('as_cs', { who: 'loses' }), await story.as('as_cs', { who: 'goes' }), await story.as('as_cs', { who: 'leaves' })];
  const customers = 'blade-maintenance/webApi/ascustomer/list';
  for (const one of [stays, goes, leaves]) expect((await there(one).get(customers)).status).toBe(200);
  expect((await admin.post('blade-system/user/submit', { id: goes.id, status: 0 })).status).toBe(200);
  const [{ id: nothing }] = await story.tables<{ id: string }>("select id from blade_role where tenant_id = '000000' and role_alias = 'as_sap'");
  expect((await admin.post('blade-system/user/grant', { userIds: stays.id, roleIds: nothing })).status).toBe(200);
  expect((await leaves.get('blade-auth/oauth/logout')).status).toBe(200);
  // Who made the change knows at once.
  expect([(await goes.get(customers)).status, (await stays.get(customers)).status, (await leaves.get(customers)).status]).toEqual([401, 403, 401]);
  await Promise.all([until(401, () => there(leaves).get(customers), SESSION_MS + SLACK_MS), until(401, () => there(goes).get(customers), PERSON_MS + SLACK_MS), until(403, () => there(stays).get(customers), PERSON_MS + SLACK_MS)]);
});

test('一台服务器写的，另一台马上读到；同一个键只做一次 what one writes the other reads at once, and one key is one press on both', { timeout: 30_000 }, async () => {
  const admin = await story.as('administrator');
  const body = { paramName: '两台服务器', paramKey: 'story.two', paramValue: '1' };
  const [one, two] = await Promise.all([admin.post('blade-system/param/submit', body, 'two-servers-0001'), there(admin).post('blade-system/param/submit', body, 'two-servers-0001')]);
  expect([one.status, two.status, one.data.id]).toEqual([200, 200, two.data.id]);
  const changed = await there(admin).post('blade-system/param/submit', { id: one.data.id, version: one.data.version, paramValue: '2' });
  expect(changed.status).toBe(200);
  expect((await admin.get('blade-system/param/detail', { id: one.data.id })).data.paramValue).toBe('2');
  expect((await admin.post('blade-system/param/submit', { id: one.data.id, version: one.data.version, paramValue: '3' })).reason).toBe('row.changed');
});
