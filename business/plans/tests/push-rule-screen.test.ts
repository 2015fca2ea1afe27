import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PushSite } from '../testing/push-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await PushSite.of(server);
const { plans, cs } = site;
const yearly = await plans.contracts.template({ price: '0' });
const sms = await site.template();
// Refused by the save, and named by the preview: a visit has no such value.
const odd = await site.template({ templateName: '缺变量', content: '${customerName}欠款${arrears}元' });
await plans.sold(yearly.id, { startDate: '2026-12-01' });
const quiet = await plans.sold(yearly.id, { startDate: '2026-12-12' });
await site.setting({ setLevel: 'customer', customerId: quiet.home.customerId, quietFrom: '21:00', quietTo: '14:00' });
const rule = await site.rule({ ruleName: '到期提醒', offsetDays: 10, repeatDays: 7, maxTimes: 2, templateIds: [sms] });

test('customer service tries changed days before saving, and a variable without a value stops the save', async () => {
  const { page, troubles } = await screens.of(cs, { size: DESK, refused: [400, 409, 422] });
  await openPage(page, `/maintenance/aspushrule?id=${rule}`);
  await expect.poll(() => page.locator('.push-sentence').innerText()).toContain('今天会有 1 位客户收到');
  await page.keyboard.press('e');
  const days = page.locator('.panel .field[data-field=offsetDays] input');
  await days.fill('20');
  const tried = page.locator('.panel .form-with-aside .push-try');
  await expect.poll(() => tried.locator('.push-days').innerText()).toBe('到期前 20、13 天各一次；回复了就停');
  // The figures are those of the stored days until the rule is tried again.
  await expect.poll(() => tried.getAttribute('data-stale')).toBe('true');
  await expect.poll(() => tried.locator('.push-list tbody tr').count()).toBe(1);
  await page.keyboard.press('t');
  await expect.poll(() => tried.locator('.push-sentence').innerText()).toContain('1 位要等');
  await expect.poll(() => tried.getAttribute('data-stale')).toBe(null);
  expect(await days.inputValue()).toBe('20');
  const verdicts = tried.locator('.push-list tbody tr td:last-child');
  expect((await verdicts.allInnerTexts()).toSorted()).toEqual(['会收到', '等到 11-23 14:00']);
  await tried.getByRole('tab', { name: '等一等' }).click();
  expect(await verdicts.allInnerTexts()).toEqual(['等到 11-23 14:00']);
  await expect.poll(() => tried.locator('.push-message mark').count()).toBe(3);
  await expect.poll(() => tried.locator('.push-message header').innerText()).toMatch(/\d+ 字，按 1 条计/);
  expect(await server.tables('select offset_days as days from aspushrule where id = $1', [rule])).toEqual([
    { days: 10 },
  ]);

  const templates = page.locator('.panel .field[data-field=templateIds]');
  await templates.locator('input').press('Backspace');
  await templates.locator('input').fill('缺变量');
  await page.locator('.ant-select-item-option', { hasText: '缺变量' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => tried.locator('.push-fault').first().innerText()).toContain('没有变量 arrears，不能保存');
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: 'arrears' }).waitFor();
  const stored = await server.tables(
    'select offset_days as days, template_ids::text as ids from aspushrule where id = $1',
    [rule],
  );
  expect(stored).toEqual([{ days: 10, ids: expect.not.stringContaining(odd) }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone a rule is read with its people and preview, and is not edited', async () => {
  const { page, troubles } = await screens.of(cs, { size: PHONE });
  await openPage(page, `/maintenance/aspushrule?id=${rule}&form=edit`);
  await expect.poll(() => page.locator('.push-sentence').innerText()).toContain('今天会有 1 位客户收到');
  await page.locator('.push-message mark').first().waitFor();
  expect(await page.locator('.panel .field input').count()).toBe(0);
  expect(await page.getByRole('button', { name: '编辑' }).count()).toBe(0);
  // Nothing else changes it either: no menu has 停用 or 删除.
  expect(await page.locator('.detail').getByRole('button', { name: '更多操作' }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone a list of rules offers to read them alone', async () => {
  const { page, troubles } = await screens.of(cs, { size: PHONE });
  await openPage(page, '/maintenance/aspushrule');
  await page.getByText('到期提醒').first().waitFor();
  await page.getByRole('button', { name: '更多操作' }).first().click();
  await page.getByRole('menuitem', { name: '查看' }).waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['查看']);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the people of a dry run are read without scrolling sideways, in both languages', async () => {
  for (const language of ['zh', 'en'] as const) {
    const { page } = await screens.of(cs, { size: { width: 1440, height: 900 }, language });
    await openPage(page, `/maintenance/aspushrule?id=${rule}`);
    await page.locator('.push-list tbody tr').first().waitFor();
    const hidden = await page.locator('.push-list').evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(hidden, language).toBeLessThanOrEqual(0);
    await page.context().close();
  }
});

test('a rule that is opened from the list shows its dry run as tried', async () => {
  const { page, troubles } = await screens.of(cs);
  await openPage(page, '/maintenance/aspushrule');
  await page.locator(`tr[data-id="${rule}"] .cell-open`).first().click();
  await expect.poll(() => page.locator('.push-sentence').innerText()).toContain('1 位客户收到');
  await page.locator('.push-message mark').first().waitFor();
  expect(await page.locator('.push-stale').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});
