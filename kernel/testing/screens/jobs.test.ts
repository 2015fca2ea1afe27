import { expect, test } from 'vitest';
import { askForExport } from '#kernel/server/import-export/export/export-job.ts';
import { papers } from '../../../server/assemble.ts';
import { keeper } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('customer')!;

await server.tables(
  `insert into ascustomer (id, tenant_id, customer_no, customer_name, customer_type, customer_level, phone, address_detail, customer_data_source, create_time, update_time)
  select next_id($1::bigint + n), '000000', 'KH1' || lpad(n::text, 6, '0'), '批量' || n, 'person', 'normal', '139' || lpad(n::text, 8, '0'), '路' || n, 'manual', to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0) from generate_series(1, 10100) n`,
  [server.clock.ms()],
);

test('a large export is announced when ready and stays unseen in the jobs until opened', async () => {
  const { page, troubles } = await screens.of(by);
  await page.goto(of.menu!.path);
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  await page.locator('.list-head button', { hasText: '导出' }).click();
  await page.locator('.dialog-foot .strong', { hasText: '导出' }).click();
  await page.locator('.dialog .job').waitFor();
  await page.locator('.dialog-foot button', { hasText: '在后台继续' }).click();
  const toast = page.locator('.toast', { hasText: '导出客户' });
  await toast.waitFor();
  expect(await toast.innerText()).toContain('已完成');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    toast.getByRole('button', { name: '下载' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^客户_\d{14}\.xlsx$/);

  const tool = page.locator('.jobs-tool');
  await tool.locator('.badge', { hasText: '1' }).waitFor();
  await tool.locator('button').click();
  const line = page.locator('.jobs li', { hasText: '导出客户' });
  await line.locator('.pill', { hasText: '已完成' }).waitFor();
  expect(await line.innerText()).toMatch(/101\d\d 行/);
  expect(await barriers(page)).toEqual([]);
  await Promise.all([page.waitForEvent('download'), line.getByRole('button', { name: '下载' }).click()]);
  await page.keyboard.press('Escape');
  await tool.locator('.badge').waitFor({ state: 'detached' });
  // A job that the person has seen remains marked as seen after a reload, and is announced only once.
  await page.reload();
  await page.locator('.jobs-tool').waitFor();
  await pageSettled(page);
  expect([await page.locator('.jobs-tool .badge').count(), await page.locator('.toast').count()]).toEqual([0, 0]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a failed job shows its reason, also in the list', async () => {
  const { page, troubles } = await screens.of(by);
  await page.goto(of.menu!.path);
  await page.locator('.jobs-tool').waitFor();
  // Request an export of a column that the paper no longer has when the job runs.
  const tenancy = (await server.app.ports.tenancy(by.tenantId))!;
  const person = (await server.app.ports.person(tenancy, by.id))!;
  await askForExport(
    server.app,
    { tenancy, person, language: 'zh', origin: { requestId: 'story', ip: '', channel: 'admin' } },
    of,
    { columns: ['gone'], scope: 'all', filters: {}, format: 'csv' },
  );
  await page.locator('.jobs-tool button').click();
  const line = page.locator('.jobs li').first();
  await line.locator('.pill', { hasText: '没有完成' }).waitFor();
  await line.locator('.job-why', { hasText: '请选择至少一列' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a job that ended while the stream was lost is announced after it reopens', async () => {
  const { page } = await screens.of(by);
  // Interrupt the stream as soon as it opens, until a job has ended.
  const ended = Promise.withResolvers<void>();
  let lines = 0;
  await page.route('**/blade-core/events?*', async (route) => {
    lines += 1;
    if (lines === 1) return route.fulfill({ contentType: 'text/event-stream', body: ': open\n\n' });
    await ended.promise;
    await route.continue();
  });
  const cut = page.waitForResponse('**/blade-core/events?*');
  await page.goto('/wel/index');
  await cut;
  await pageSettled(page);
  await page.locator('.jobs-tool').waitFor();
  expect(await page.locator('.jobs-tool .badge').count()).toBe(0);
  const [{ id }] = await server.tables<{ id: string }>(
    "update anju_job set seen = null where id = (select max(id) from anju_job where state = 'failed') returning id",
  );
  expect(id).toMatch(/^\d+$/);
  ended.resolve();
  await page.locator('.jobs-tool .badge', { hasText: '1' }).waitFor();
  await page.context().close();
});

test('a late list of jobs from before a job was seen does not make it new again', async () => {
  const { page, troubles } = await screens.of(by);
  await server.tables(
    "update anju_job set seen = null where id = (select max(id) from anju_job where state = 'failed')",
  );
  const [first] = await Promise.all([page.waitForResponse('**/blade-core/jobs'), page.goto('/wel/index')]);
  const before = (await first.json()) as { data: { seen: boolean }[] };
  expect(before.data[0].seen).toBe(false);
  await page.locator('.jobs-tool .badge', { hasText: '1' }).waitFor();
  await pageSettled(page);
  // The dialog requested its list before the job was marked as seen; the answer arrives only after the dialog has
  // closed.
  const onItsWay = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await page.route(
    '**/blade-core/jobs',
    async (route) => {
      await onItsWay.promise;
      await route.fulfill({ json: before }).catch(() => undefined);
      arrived.resolve();
    },
    { times: 1 },
  );
  const read = page.waitForRequest('**/blade-core/jobs');
  const seen = page.waitForResponse('**/blade-core/jobs/seen');
  await page.locator('.jobs-tool button').click();
  await Promise.all([read, seen]);
  await page.locator('.jobs-tool .badge').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  onItsWay.resolve();
  await arrived.promise;
  await pageSettled(page);
  expect(await page.locator('.jobs-tool .badge').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('two people logged in in one browser each get their own notices', async () => {
  const other = await server.as('as_admin', { who: 'second' });
  const { page } = await screens.of(by);
  await page.goto('/wel/index');
  await page.locator('.jobs-tool').waitFor();
  const session = {
    access: other.token,
    refresh: '',
    tenantId: other.tenantId,
    userId: other.id,
    account: 'story',
    name: '故事',
    avatar: '',
    roles: [],
    since: Date.now(),
    remember: false,
  };
  const second = await page.context().newPage();
  await second.addInitScript((stored) => sessionStorage.setItem('anju-session', stored), JSON.stringify(session));
  const [streamed] = await Promise.all([
    second.waitForRequest((request) => request.url().includes('blade-core/events')),
    second.goto('/wel/index'),
  ]);
  // Each page reads the stream of the person who is logged in there.
  expect(streamed.headers()['blade-auth']).toBe(`bearer ${other.token}`);
  await page.context().close();
});
