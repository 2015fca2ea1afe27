import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../assemble.ts';
import { keeper, saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { openPage, openScreens, switchLanguage } from '#kernel/testing/screens/browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('repairForm')!;
const path = of.menu!.path;
const row = await saved(server, of);

interface Wish {
  readonly key: string;
  readonly width?: number;
  readonly pin?: string;
  readonly hidden?: boolean;
}
const wishes = async (): Promise<readonly Wish[]> =>
  (await by.get('blade-core/views', { paper: of.name })).data.settings?.columns ?? [];
const headWords = (page: Page): Promise<string[]> =>
  page
    .locator('.table thead th:not(.cell-check, .cell-tools)')
    .evaluateAll((all) => all.map((one) => one.textContent ?? ''));

test('the panel beside the table shows, orders, pins and sizes columns at once; the server stores it; reset undoes all', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, path);
  await page.locator(`tr[data-id="${row.id}"]`).waitFor();
  const usual = await headWords(page);
  await page.getByRole('button', { name: '列', exact: true }).click();
  const panel = page.locator('.column-panel');
  // The table stays usable beside the panel.
  await panel.locator('input[type=search]:focus').waitFor();
  expect(await page.locator('.dialog').count()).toBe(0);
  expect(await page.locator('.table-box').evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(
    (await panel.boundingBox())!.x + 1,
  );
  await page.keyboard.type('SOURCE');
  await panel.locator('[data-column="source"]').waitFor();
  expect(await panel.locator('[data-column]').count()).toBeLessThan(4);
  await page.locator('.column-panel input[type=search]').fill('来源');
  await panel.getByRole('checkbox', { name: '报修来源' }).uncheck();
  await expect.poll(() => headWords(page)).not.toContain('报修来源');
  await panel.getByRole('checkbox', { name: '报修来源' }).check();
  await expect.poll(() => headWords(page)).toContain('报修来源');
  await panel.locator('input[type=search]').fill('');
  // Order by keys: the grip keeps the focus.
  const [first] = await panel
    .locator('[data-column]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.column));
  await panel.locator('[data-column="source"] .column-grip').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await headWords(page)).indexOf('报修来源')).toBe(usual.indexOf('报修来源') - 2);
  // Order by the pointer.
  await panel.locator('[data-column="source"] .column-grip').dragTo(panel.locator('[data-column]').nth(1));
  await expect.poll(async () => (await headWords(page)).indexOf('报修来源')).toBe(1);
  // Pin and width.
  await panel.locator('[data-column="source"]').getByRole('button', { name: '报修来源的固定与宽度' }).click();
  await panel.getByRole('radio', { name: '左侧' }).click();
  await panel.getByRole('spinbutton', { name: '宽度' }).fill('240');
  const head = page.locator('.table th', { hasText: '报修来源' });
  await expect
    .poll(() => head.evaluate((one) => [one.className.includes('pin-start'), one.getBoundingClientRect().width]))
    .toEqual([true, 240]);
  expect(await barriers(page)).toEqual([]);
  await expect
    .poll(async () => (await wishes()).find(({ key }) => key === 'source'))
    .toMatchObject({ pin: 'start', width: 240 });
  expect(
    await page.evaluate(
      () => document.querySelector('.column-list')!.scrollWidth <= document.querySelector('.column-list')!.clientWidth,
    ),
  ).toBe(true);
  await panel.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => headWords(page)).toEqual(usual);
  await expect.poll(wishes).toEqual([]);
  expect(await panel.locator('[data-column]').first().getAttribute('data-column')).toBe(first);
  // In English the words are whole too, and found in both languages.
  await switchLanguage(page, 'en');
  await panel.locator('input[type=search]').fill('来源');
  await panel.getByRole('checkbox').first().waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('Ctrl+S and Ctrl+Enter both save a form; Ctrl+Shift+Enter saves it and opens the next one', async () => {
  const skill = papers.get('skill')!;
  const { page, troubles } = await screens.of(by);
  await openPage(page, skill.menu!.path);
  const form = page.locator('.panel form, .panel').filter({ has: page.locator('.panel-foot') });
  const write = async (code: string): Promise<void> => {
    await form.locator('[data-field="skillCode"] input').fill(code);
    await form.locator('[data-field="skillName"] input').fill(`技能${code}`);
  };
  const named = async (code: string): Promise<number> =>
    (await by.get(`${skill.path}/list`, { skillCode: code })).data.total as number;
  for (const [keys, code] of [
    ['Control+s', 'keys-one'],
    ['Control+Enter', 'keys-two'],
  ]) {
    await page.keyboard.press('n');
    await form.locator('[data-field="skillCode"] input').waitFor();
    await write(code);
    await page.keyboard.press(keys);
    await form.waitFor({ state: 'detached' });
    expect(await named(code)).toBe(1);
  }
  await page.keyboard.press('n');
  await write('keys-three');
  expect(await form.getByRole('button', { name: '保存并继续' }).innerText()).toContain('Ctrl Shift ⏎');
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => form.locator('[data-field="skillCode"] input').inputValue()).toBe('');
  expect(await named('keys-three')).toBe(1);
  await page.keyboard.press('Escape');
  expect(troubles).toEqual([]);
  await page.context().close();
});
