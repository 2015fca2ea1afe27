import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, type Watched, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { WeakNetwork } from './testing/weak-network.ts';
import { writeCompletion } from './testing/at-the-door.ts';
import { Worksite, picture } from './testing/worksite.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await Worksite.of(server);
await site.setUp();
const van = await site.fillVan(5);
const MINUTE = 60_000;
const PATIENT = { timeout: 15_000 };

/** Open the first technician's phone over a network that can be cut. */
async function phone(network: WeakNetwork, refused: readonly number[] = []): Promise<Watched> {
  const watched = await screens.of(site.man, { size: PHONE, refused, kept: true });
  await watched.page.goto(`${network.base}/maintenance/day`);
  await watched.page.locator('.day-head h1').waitFor();
  return watched;
}

/** Return the errors of the page, without those that the cut network causes. */
const otherTroubles = (troubles: readonly string[]): string[] =>
  troubles.filter(
    (one) => !/ERR_(FAILED|CONNECTION|EMPTY_RESPONSE|INCOMPLETE|NETWORK)|network error|Failed to fetch/.test(one),
  );

const card = (page: Page, id: string) => page.locator(`.day [data-visit="${id}"]`);
const next = (page: Page, step: string) => page.locator(`.day-button.big[data-step="${step}"]`);
const waiting = (page: Page, count: number) =>
  page.locator('.day-banner', { hasText: new RegExp(`${count} 步`) }).waitFor();

/** Send all queued steps by a tap of the technician instead of the timer. */
async function sendAll(page: Page): Promise<void> {
  if (await page.locator('.day-banner').count()) {
    await page
      .locator('.day-banner')
      .click()
      .catch(() => undefined);
    await page
      .getByRole('button', { name: '现在发送' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
  }
  await page
    .locator('.day-steps[data-none], .day-block', { hasText: '全部已发送' })
    .or(page.locator('.day-refused'))
    .first()
    .waitFor();
}

test("after half a day without a network each step is stored once, in order, with the phone's times", async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const first = await site.sent(11, '冯志远');
  const second = await site.sent(14, '罗文静');
  const { page, troubles } = await phone(network);
  await card(page, first.id).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.match('/')));
  await card(page, second.id).locator('.day-button.soft').click();
  await next(page, 'accept').click();
  await next(page, 'appoint').click();
  await page.getByRole('button', { name: '约好了' }).click();
  await next(page, 'depart').click();
  await next(page, 'arrive').waitFor();
  await expect.poll(async () => (await site.visit(first.id)).taskStatus, PATIENT).toBe('traveling');

  await network.off();
  await next(page, 'arrive').click();
  await page.getByRole('dialog', { name: '没有位置' }).waitFor();
  await page.getByLabel('说明').fill('地下室没有信号');
  await page.getByRole('button', { name: '确认到达' }).click();
  await next(page, 'form').click();
  await page.locator('.day-tabs').waitFor();
  await writeCompletion(page);
  // A reload without a network keeps the completion that is being written.
  await page.reload();
  await page.locator('.day-tabs', { hasText: '已签' }).waitFor();
  await expect.poll(() => page.getByLabel('做了什么').inputValue(), PATIENT).toBe('更换循环泵，排气，水压 1.5 bar');
  await page.getByRole('button', { name: '提交完工' }).click();
  await waiting(page, 4);
  await next(page, 'appoint').click();
  await page.getByRole('button', { name: '约好了' }).click();
  await waiting(page, 5);
  await page.locator('.day-banner').click();
  expect(
    await page.locator('.day-steps li').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.step)),
  ).toEqual(['arrive', 'photo', 'photo', 'finish', 'appoint']);
  expect((await site.visit(first.id)).taskStatus).toBe('traveling');

  server.clock.pass(40 * MINUTE);
  await network.on();
  await sendAll(page);
  expect(await page.locator('.day-refused').allInnerTexts()).toEqual([]);
  const done = await site.visit(first.id);
  expect(done).toMatchObject({ taskStatus: 'finished', visitResult: 'done' });
  // The visit has the times of the phone, long before the steps reached the server.
  expect(String(done.arriveTime) < '2026-11-23 10:10:00').toBe(true);
  const steps = (rows: readonly string[]): string[] =>
    rows.filter((one) => ['accept', 'appoint', 'depart', 'arrive', 'batchSave'].includes(one));
  expect(steps(await site.historyOf(first.id))).toEqual(['accept', 'appoint', 'depart', 'arrive', 'batchSave']);
  expect(steps(await site.historyOf(second.id))).toEqual(['accept', 'appoint']);
  const [completion] = await server.tables<{ receivable: string; practical: string; n: number }>(
    'select receivable_amount::text as receivable, practical_amount::text as practical, count(*) over ()::int as n from ascompletionregistration where dispatch_list_id = $1',
    [first.id],
  );
  expect(completion).toEqual({ receivable: '300.00', practical: '300.00', n: 1 });
  expect(
    await server.tables('select 1 from ascompletionannexrelation where dispatch_list_id = $1', [first.id]),
  ).toHaveLength(2);
  expect(
    await server.tables(
      "select on_hand::float8 as n from asstock where warehouse_id = $1 and material_id = $2 and material_status = 'good'",
      [van.warehouseId, van.materialId],
    ),
  ).toEqual([{ n: 4 }]);
  expect(otherTroubles(troubles)).toEqual([]);
  await page.context().close();
  await network.off();
}, 120_000);

test('a useless photo is reported at once: too dark, blurred, used before', async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const job = await site.sent(16, '陶安');
  await site.man.post('blade-maintain/dispatchList/accept', { id: job.id });
  const { page, troubles } = await phone(network);
  await page.goto(`${network.base}/maintenance/day?view=visit&id=${job.id}`);
  const before = page.locator('input[data-class="维修前"]');
  await before.setInputFiles(await picture('dark'));
  await page.locator('.day-warning', { hasText: '维修前：照片过暗，请重拍' }).waitFor();
  const again = page.locator('.day-warning label input');
  await again.setInputFiles(await picture('blurred'));
  await page.locator('.day-warning', { hasText: '照片模糊' }).waitFor();
  const good = await picture('sharp');
  await again.setInputFiles(good);
  await page.locator('.day-warning').waitFor({ state: 'detached' });
  await page.locator('input[data-class="维修后"]').setInputFiles(good);
  await page.locator('.day-warning', { hasText: '维修后：这张照片用过了' }).waitFor();
  await expect
    .poll(
      async () =>
        (await server.tables('select 1 from ascompletionannexrelation where dispatch_list_id = $1', [job.id])).length,
      PATIENT,
    )
    .toBe(1);
  expect(otherTroubles(troubles)).toEqual([]);
  await page.context().close();
  await network.off();
});

test('without access the phone requires a photo of the door and counts calls, and the visit ends with both', async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const job = await site.sent(15, '空房先生');
  await site.man.post('blade-maintain/dispatchList/accept', { id: job.id });
  const { page, troubles } = await phone(network);
  await page.goto(`${network.base}/maintenance/day?view=visit&id=${job.id}`);
  await page.getByRole('button', { name: '客户不在' }).click();
  const end = page.getByRole('button', { name: '结束上门' });
  await end.click();
  await page.locator('.field-problem', { hasText: '请拍门口照片' }).waitFor();
  await page.locator('input[data-class="door"]').setInputFiles(await picture('sharp'));
  await page.locator('.field-problem', { hasText: '请先拨打客户电话' }).waitFor();
  await page.getByRole('button', { name: '多一次' }).click();
  await page.getByLabel('联系情况').fill('敲门无人应答');
  await end.click();
  await expect.poll(async () => (await site.visit(job.id)).taskStatus, PATIENT).toBe('partial');
  expect(await site.visit(job.id)).toMatchObject({ visitResult: 'noAccess', callAttempts: 1 });
  expect(
    await server.tables("select 1 from dispatchlistfile where dispatch_list_id = $1 and media_type = 'image'", [
      job.id,
    ]),
  ).toHaveLength(1);
  // The leave form of a technician is filled with that technician, and can be closed without a confirmation.
  await page.goto(`${network.base}/maintenance/asleaveform?form=new`);
  await page.locator('.field[data-field="technicianId"]', { hasText: '蒋志强' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.panel').waitFor({ state: 'detached' });
  expect(otherTroubles(troubles)).toEqual([]);
  await page.context().close();
  await network.off();
});

test('a step overtaken by the office is shown as refused with the reason; the rest is sent', async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const lost = await site.sent(17, '孙浩');
  const own = await site.sent(18, '许安');
  const { page, troubles } = await phone(network, [404, 409]);
  await card(page, lost.id).waitFor();
  // Wait until the worker has cached the page: it must open without a network.
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => caches.match('/')).then(Boolean));
  await network.off();
  await page.goto(`${network.base}/maintenance/day`);
  await card(page, lost.id).locator('[data-step="accept"], .day-button.soft').first().click();
  await card(page, own.id).locator('[data-step="accept"], .day-button.soft').first().click();
  await waiting(page, 2);
  await site.transfer(lost.dispId);
  await network.on();
  await sendAll(page);
  const refused = page.locator('.day-refused', { hasText: '接单没有生效' });
  await refused.waitFor();
  await expect.poll(async () => (await site.visit(own.id)).taskStatus, PATIENT).toBe('accepted');
  expect(await refused.innerText()).toMatch(/孙浩[\s\S]*系统[\s\S]*你的手机[\s\S]*接单/);
  await refused.getByRole('button', { name: '知道了' }).click();
  await page.locator('.day-refused').waitFor({ state: 'detached' });
  expect(otherTroubles(troubles)).toEqual([]);
  await page.context().close();
  await network.off();
});

test('two tabs of one phone send each step once', async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const job = await site.sent(19, '何平');
  const { page } = await phone(network);
  await card(page, job.id).waitFor();
  const sibling = await page.context().newPage();
  await sibling.goto(`${network.base}/maintenance/day`);
  await card(sibling, job.id).waitFor();
  await network.off();
  await card(page, job.id).locator('[data-step="accept"], .day-button.soft').first().click();
  await waiting(sibling, 1);
  // Requests that reached the server; attempts without a network do not count.
  const sent: string[] = [];
  for (const tab of [page, sibling])
    tab.on('response', (response) => {
      if (response.url().endsWith('/dispatchList/accept')) sent.push(response.url());
    });
  await network.on();
  await Promise.all([page, sibling].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
  await expect.poll(async () => (await site.visit(job.id)).taskStatus, PATIENT).toBe('accepted');
  await page.locator('.day-banner').waitFor({ state: 'detached' });
  await sibling.locator('.day-banner').waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);
  await page.context().close();
  await network.off();
});

test('a refresh during a read of the day waits for a later read', async () => {
  const { page } = await screens.of(site.man, { size: PHONE });
  // No live events arrive, so that only the refresh button reads the day again.
  await page.route('**/blade-core/events?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ': open\n\n' }),
  );
  await page.goto('/maintenance/day');
  const ask = page.getByRole('button', { name: '刷新' });
  await page.locator('.day-icon[aria-label="刷新"][data-busy=false]').waitFor();
  const [answered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    '**/ownDay',
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await ask.click();
  await answered.promise;
  const job = await site.sent(21, '高敏');
  await ask.click();
  held.resolve();
  await card(page, job.id).waitFor();
  await page.context().close();
});

test('the page is installable: manifest, icons and a valid worker', async () => {
  const page = await (await fetch(`${server.base}/login`)).text();
  const link = /rel="manifest" href="([^"]+)"/.exec(page)![1];
  const manifest = (await (await fetch(server.base + link)).json()) as {
    display: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
  for (const icon of manifest.icons)
    expect((await fetch(server.base + icon.src)).headers.get('content-type')).toBe('image/png');
  const worker = await fetch(`${server.base}/sw.js`);
  expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  // The service worker caches the files that the page lists.
  const parts = [...page.matchAll(/"\/?(assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(parts.some((file) => file.includes('/day'))).toBe(true);
  for (const file of parts) expect((await fetch(`${server.base}/${file}`)).status, file).toBe(200);
});
