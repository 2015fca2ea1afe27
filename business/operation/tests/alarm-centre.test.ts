import { afterAll, expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, animationsDone, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const site = await openAlarmSite(server);
const { operator, home } = site;

afterAll(() => site.close());

const hot = (level: string, ruleName: string) => ({
  ruleName,
  ruleNameEn: ruleName,
  createRules: [{ level, condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] } }],
});

test('new alarms wait in the pill, a critical one enters at once; keys confirm, select and release together', async () => {
  const homes = [
    await home(hot('critical', '高温一')),
    await home(hot('major', '高温二')),
    await home(hot('critical', '高温三')),
    await home(hot('minor', '高温四')),
  ];
  const say = (at: number, temp: number): Promise<unknown> => homes[at].line.say(server.clock.ms(), { temp, flow: 1 });
  await say(0, 60);
  const { page, troubles } = await screens.of(operator);
  await openPage(page, '/iot/alarmCentre');
  const line = (name: string) => page.locator('.alarm-lines > li', { hasText: name });
  await line('高温一').waitFor();
  await expect.poll(() => page.locator('.alarm-counts > a').count()).toBe(7);
  await expect.poll(() => page.locator('.alarm-counts > a').first().innerText()).toMatch(/紧急[\s\S]*1/);

  await say(1, 60);
  const pill = page.locator('.alarm-pill');
  await pill.waitFor();
  expect(await line('高温二').count()).toBe(0);
  await say(2, 60);
  await line('高温三').waitFor();
  expect(await line('高温三').innerText()).toContain('新');
  expect(await line('高温二').count()).toBe(0);
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
    await page.locator(`html[data-mode=${look}]`).waitFor({ state: 'attached' });
    await animationsDone(page);
    expect(await barriers(page), look).toEqual([]);
  }
  await page.keyboard.press('n');
  await line('高温二').waitFor();
  await expect.poll(() => pill.count()).toBe(0);

  // Homes with only lesser alarms are collapsed until X is pressed; the order by level remains.
  await say(3, 60);
  await pill.waitFor();
  await page.keyboard.press('n');
  await page.locator('.alarm-fold').waitFor();
  expect(await line('高温四').count()).toBe(0);
  await page.keyboard.press('x');
  await line('高温四').waitFor();

  // Key A confirms the current alarm: its line stays with the label of the change, and it is counted as confirmed.
  await line('高温一').first().locator('.alarm-line').click();
  await page.keyboard.press('a');
  await expect.poll(() => line('高温一').first().innerText()).toContain('已确认');
  await page.locator('h2', { hasText: '已确认，仍在 1' }).waitFor();
  expect((await site.alarmOf(homes[0].deviceId)).alarmStatus).toBe('confirmed');

  // Two selected alarms are released with one reason, which is required because the cause of one still holds.
  await line('高温三').locator('.alarm-line').click();
  await page.keyboard.press('Space');
  await line('高温二').locator('.alarm-line').click();
  await page.keyboard.press('Space');
  await page.locator('.alarm-foot[data-batch="true"]', { hasText: '已选 2 条' }).waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '解除类型' }).click();
  await page.locator('.ant-select-item-option', { hasText: '误报' }).click();
  await dialog.getByLabel('说明').fill('检修时的测试信号');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await site.alarmOf(homes[2].deviceId)).alarmStatus).toBe('released');
  const { id } = await site.alarmOf(homes[1].deviceId);
  await expect
    .poll(() => site.detailOf(id))
    .toMatchObject({ alarmStatus: 'released', releaseRemark: '检修时的测试信号' });
  expect(troubles).toEqual([]);
}, 120_000);

test('the record beside the list has the curve; one key makes a repair, and again opens it with the right', async () => {
  const { line, deviceId } = await home(hot('critical', '高温五'));
  await line.say(server.clock.ms(), { temp: 61, flow: 1 });
  const { page, troubles } = await screens.of(operator);
  await openPage(page, '/iot/alarmCentre');
  const row = page.locator('.alarm-lines > li', { hasText: '高温五' });
  await row.locator('.alarm-line').click();
  await page.keyboard.press('v');
  await page.locator('.alarm-diagnosis', { hasText: '前后曲线' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await row.locator('.alarm-line').click();
  await page.keyboard.press('t');
  await page.getByText(/已建报修单 BX/).waitFor();
  await expect.poll(() => row.locator('.alarm-order').innerText()).toMatch(/BX…/);
  await page.keyboard.press('t');
  await page.getByText('这条告警已有报修单').waitFor();
  expect(await row.locator('a.alarm-tag').count()).toBe(0);
  expect(troubles).toEqual([]);
  // For a person who may read repair requests, the same key opens the request.
  const both = await screens.of(await server.as('as_operator,as_cs', { who: 'both' }));
  await openPage(both.page, '/iot/alarmCentre');
  await both.page.locator('.alarm-lines > li', { hasText: '高温五' }).locator('.alarm-line').click();
  await both.page.locator('.alarm-acts', { hasText: '打开报修单' }).waitFor();
  await both.page.keyboard.press('t');
  const { repairFormId } = await site.alarmOf(deviceId);
  await both.page.waitForURL(
    (url) => url.pathname === '/maintenance/asrepairform' && url.searchParams.get('id') === repairFormId,
  );
  expect(both.troubles).toEqual([]);
}, 120_000);

test('on a phone alarms are cards, and a swipe to the right confirms', async () => {
  const { line, deviceId } = await home(hot('critical', '高温六'));
  await line.say(server.clock.ms(), { temp: 61, flow: 1 });
  const { page, troubles } = await screens.of(operator, { size: PHONE, language: 'en' });
  await openPage(page, '/iot/alarmCentre');
  const card = page.locator('.alarm-lines > li', { hasText: '高温六' }).locator('.alarm-line');
  await card.waitFor();
  const box = (await card.boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 30, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, y, { steps: 4 });
  await page.mouse.move(box.x + 170, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await site.alarmOf(deviceId)).alarmStatus).toBe('confirmed');
  expect(troubles).toEqual([]);
}, 60_000);

test('a device and its home show their alarms, and so does the desk for the caller', async () => {
  const { line, deviceId, householdId, customerId } = await home(hot('critical', '高温七'));
  await line.say(server.clock.ms(), { temp: 61, flow: 1 });
  const { page, troubles } = await screens.of(operator);
  await openPage(page, `/matter/exampleDetail?id=${deviceId}`);
  await page.locator('.device-band', { hasText: '高温七' }).waitFor();
  await page.locator('.time-panels text.span-word', { hasText: '高温七' }).waitFor();
  await openPage(page, `/operation/home/${householdId}`);
  await page.locator('.now-alarms', { hasText: '高温七' }).waitFor();
  expect(troubles).toEqual([]);

  const service = await server.as('as_operator,as_cs', { who: 'hotline' });
  const desk = await screens.of(service);
  await openPage(desk.page, `/maintenance/desk?customer=${customerId}`);
  await desk.page.locator('.desk-fault', { hasText: '高温七' }).waitFor();
  await desk.page.keyboard.press('Alt+f');
  await expect.poll(() => desk.page.locator('textarea').first().inputValue()).toContain('高温七');
  expect(desk.troubles).toEqual([]);
}, 90_000);
