import { expect, test } from 'vitest';
import { keeper, saved } from '#kernel/testing/sample.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const CALL = 'blade-core/presence';
const admin = await keeper(server);
const colleague = await server.as('administrator', { who: 'colleague' });
const stranger = await server.as('as_technician');
const other = await keeper(server, '100001');
const customer = paperNamed(server.app, 'customer');

/**
 * Open an event stream. `heard` returns the ids of rows that somebody has opened or left, as the stream has named them
 * so far.
 */
async function hearing(by: TestCaller): Promise<{ heard: () => string[]; stop: () => void }> {
  const stop = new AbortController();
  const response = await fetch(`${by.base}/api/blade-core/events`, {
    headers: { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId },
    signal: stop.signal,
  });
  let text = '';
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => undefined);
  return {
    heard: () => [...text.matchAll(/"type":"presence","paper":"customer","id":"(\d+)"/g)].map(([, id]) => id),
    stop: () => stop.abort(),
  };
}

const come = (who: TestCaller, id: string, page: string, editing = false) =>
  who.post(CALL, { paper: 'customer', id, page, editing });
const present = async (who: TestCaller, id: string) => (await who.get(CALL, { paper: 'customer', ids: id })).data;

test('谁在看、谁在改，只告诉看得到这一行的人 viewers and editors are shown only to people who see the row', async () => {
  const { id } = await saved(server, customer);
  const [seeing, blind, elsewhere] = await Promise.all([colleague, stranger, other].map(hearing));
  // The first stream opens the connection between the processes. Once it is open, every arrival is heard.
  const { id: first } = await saved(server, customer);
  let editing = false;
  await expect
    .poll(async () => {
      await come(admin, first, 'first', (editing = !editing));
      return seeing.heard();
    })
    .toContain(first);
  const heard = (): number => seeing.heard().filter((one) => one === id).length;
  expect((await come(admin, id, 'one')).status).toBe(200);
  expect(await present(colleague, id)).toMatchObject([{ id, by: admin.id, editing: false }]);
  await expect.poll(heard).toBe(1);
  // The person hears nothing about their own presence, and a renewal without a change is not sent.
  expect(await present(admin, id)).toEqual([]);
  expect((await come(admin, id, 'one')).status).toBe(200);
  expect((await come(admin, id, 'one', true)).status).toBe(200);
  await expect.poll(heard).toBe(2);
  expect(await present(colleague, id)).toMatchObject([{ by: admin.id, editing: true }]);

  // A caller who may not see the row is not listed, and does not learn of those who see it.
  expect((await come(stranger, id, 'two')).status).toBeGreaterThanOrEqual(403);
  expect((await come(other, id, 'two')).status).toBe(404);
  expect(JSON.stringify(await present(other, id))).not.toContain(admin.id);
  expect(JSON.stringify(await present(stranger, id))).not.toContain(admin.id);
  expect([blind.heard(), elsewhere.heard()]).toEqual([[], []]);

  expect((await admin.post(`${CALL}/leave`, { page: 'one' })).status).toBe(200);
  await expect.poll(heard).toBe(3);
  expect(await present(colleague, id)).toEqual([]);
  for (const one of [seeing, blind, elsewhere]) one.stop();
});

test('断线的页面自己过期；一个人开再多页面也只留最后二十个 the presence of a lost page expires, and a person has at most twenty pages', async () => {
  const { id } = await saved(server, customer);
  await come(admin, id, 'lost');
  const [{ seconds }] = await present(colleague, id);
  expect(seconds).toBeLessThanOrEqual(30);
  server.clock.pass((seconds + 1) * 1000);
  expect(await present(colleague, id)).toEqual([]);
  for (let page = 0; page < 30; page++) await come(admin, id, `page ${page}`);
  const stored = await server.tables<{ page: string }>('select page from anju_presence where person_id = $1', [
    admin.id,
  ]);
  expect(stored.length).toBeLessThanOrEqual(20);
  expect(stored.map((one) => one.page)).toContain('page 29');
  expect(await present(colleague, id)).toHaveLength(1);
  expect((await come(admin, id, 'x'.repeat(65))).status).toBe(400);
});
