import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const mine = await keeper(server);
const theirs = await server.as('administrator', { who: 'other' });
const of = papers.get('skill')!;
const path = of.menu!.path;
const registration = papers.get('registration')!;

const input = (page: Page, name: string) => page.locator(`.panel [data-field="${name}"] input`);

/** Open the form of a row by keyboard. */
async function edit(page: Page, id: string): Promise<void> {
  await page.goto(`${path}?id=${id}`);
  await page.locator('.detail .detail-group').first().waitFor();
  await pageSettled(page);
  await page.keyboard.press('e');
  await input(page, 'skillName').waitFor();
}

test('two people change the same field: the dialog asks field by field without a default, and saves the choice', async () => {
  const row = await saved(server, of);
  const { page } = await screens.of(mine, { refused: [409] });
  await edit(page, row.id);
  await theirs.post(`${of.path}/submit`, {
    id: row.id,
    version: row.version,
    skillName: '别人改的名字',
    skillCode: 'THEIRS-1',
  });
  await input(page, 'skillName').fill('我改的名字');
  await page.keyboard.press('Control+s');
  const dialog = page.locator('.dialog');
  await dialog.locator('.conflict-row', { hasText: '技能名称' }).waitFor();
  await expect.poll(() => dialog.locator('.conflict-row').count()).toBe(1);
  expect(await dialog.locator('[aria-checked="true"]').count()).toBe(0);
  await dialog.locator('.conflict-merged', { hasText: 'THEIRS-1' }).waitFor();
  expect(await dialog.locator('.dialog-foot .strong').isDisabled()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await dialog.locator('[aria-checked="true"]', { hasText: '我改的名字' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  expect((await mine.get(`${of.path}/detail`, { id: row.id })).data).toMatchObject({
    skillName: '我改的名字',
    skillCode: 'THEIRS-1',
  });
  await page.context().close();
});

test('without overlap there is no dialog: both changes are saved', async () => {
  const row = await saved(server, of);
  const { page } = await screens.of(mine, { refused: [409] });
  await edit(page, row.id);
  await theirs.post(`${of.path}/submit`, { id: row.id, version: row.version, skillCode: 'THEIRS-2' });
  await input(page, 'skillName').fill('只有我改名字');
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: '更新成功' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await mine.get(`${of.path}/detail`, { id: row.id })).data).toMatchObject({
    skillName: '只有我改名字',
    skillCode: 'THEIRS-2',
  });
  await page.context().close();
});

test('other readers and editors of a row are shown in its drawer, form and list until they leave', async () => {
  const row = await saved(server, of);
  const [one, two] = [await screens.of(mine), await screens.of(theirs)];
  await one.page.goto(path);
  await one.page.locator(`tr[data-id="${row.id}"]`).waitFor();
  expect(await one.page.locator('.faces').count()).toBe(0);
  await two.page.goto(`${path}?id=${row.id}`);
  await one.page.locator(`tr[data-id="${row.id}"] .faces[aria-label$="在看"]`).waitFor();
  // The portraits are inside the first cell, at its end.
  const [cell, faces] = await Promise.all(
    ['td:has(> .row-faces)', '.row-faces'].map((part) =>
      one.page.locator(`tr[data-id="${row.id}"] ${part}`).boundingBox(),
    ),
  );
  expect(faces!.x).toBeGreaterThan(cell!.x);
  expect(faces!.x + faces!.width).toBeLessThanOrEqual(cell!.x + cell!.width);
  await edit(one.page, row.id);
  await two.page.locator('.panel-bar .faces-words', { hasText: '在改' }).waitFor();
  await one.page.locator('.panel-bar .faces-words', { hasText: '在看' }).waitFor();
  await one.page.goto(path);
  await two.page.locator('.panel-bar .faces').waitFor({ state: 'detached' });
  expect([one.troubles, two.troubles]).toEqual([[], []]);
  await one.page.context().close();
  await two.page.context().close();
});

test('other readers of a row are shown on its board card and its calendar entry', async () => {
  const repair = papers.get('repairForm')!;
  const row = await saved(server, repair, { expectDate: '2026-11-24' });
  const [one, two] = [await screens.of(mine), await screens.of(theirs)];
  await one.page.goto(`${repair.menu!.path}?as=kanban`);
  await one.page.locator(`.board-card[data-id="${row.id}"]`).waitFor();
  await two.page.goto(`${repair.menu!.path}?id=${row.id}`);
  await one.page.locator(`.board-card[data-id="${row.id}"] .faces[aria-label$="在看"]`).waitFor();
  await one.page.goto(`${repair.menu!.path}?as=calendar&month=2026-11`);
  await one.page.locator(`.calendar li[data-id="${row.id}"] .faces[aria-label$="在看"]`).waitFor();
  expect([one.troubles, two.troubles]).toEqual([[], []]);
  await one.page.context().close();
  await two.page.context().close();
});

test('a role sees the menus and buttons that it has, and no others', async () => {
  await saved(server, of);
  const { page, troubles } = await screens.of(await server.as('as_technician'));
  const granted = (await (await server.as('as_technician')).get('blade-system/menu/routes')).data;
  const pathsOf = (rows: { path: string; children?: never[] }[]): string[] =>
    rows.flatMap((row) => (row.children?.length ? pathsOf(row.children) : [row.path]));
  await page.goto('/');
  await page.locator('.menu-leaf[href]').first().waitFor();
  const shown = await page.locator('.menu-leaf[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(shown.toSorted()).toEqual([...new Set(pathsOf(granted))].toSorted());
  // Pages that the person may not open are absent from the menu.
  for (const none of ['/system/user', '/maintenance/asnumberrule']) expect(shown).not.toContain(none);
  expect(troubles).toEqual([]);
  // For a reader neither the button nor the shortcut exists.
  const reader = await screens.of(await server.as('as_cs'));
  await reader.page.goto(path);
  await reader.page.locator('.table tbody tr[data-id]').first().waitFor();
  await pageSettled(reader.page);
  expect(await reader.page.locator('.list-head .strong').count()).toBe(0);
  await reader.page.keyboard.press('n');
  await reader.page.keyboard.press('ArrowDown');
  await reader.page.locator('tr[data-current="true"]').waitFor();
  expect(await reader.page.locator('.panel').count()).toBe(0);
  await page.context().close();
  await reader.page.context().close();
});

test('tabs preserve unsaved input, and language and theme change without a reload', async () => {
  const { page, troubles } = await screens.of(mine);
  await page.goto(path);
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  await page.locator('.list-head .strong').waitFor();
  await page.evaluate(() => {
    (globalThis as { sameAsBefore?: boolean }).sameAsBefore = true;
  });
  await page.keyboard.press('n');
  await input(page, 'skillName').fill('打了一半');
  await page.locator('.menu-leaf[href="/wel/index"]').click();
  await page.locator('.page-head h1', { hasText: '工作台' }).waitFor();
  await page.locator('.tab', { hasText: '技能' }).locator('.tab-dirty').waitFor();
  await page.locator('.tab-title', { hasText: '技能' }).click();
  await input(page, 'skillName').waitFor();
  expect(await input(page, 'skillName').inputValue()).toBe('打了一半');
  await page.locator('.top-tools button[aria-label="English"]').click();
  await page.locator('.panel label', { hasText: 'Skill code' }).waitFor();
  expect(await input(page, 'skillName').inputValue()).toBe('打了一半');
  await page.locator('.top-tools button[aria-label="Theme and colour"]').click();
  await page.getByRole('radio', { name: 'Dark', exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset.mode === 'dark');
  expect(await input(page, 'skillName').inputValue()).toBe('打了一半');
  expect(await page.evaluate(() => (globalThis as { sameAsBefore?: boolean }).sameAsBefore)).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a refusal is shown, and is not an error of the page', async () => {
  const { page, troubles } = await screens.of(await keeper(server), { refused: [409] });
  await page.goto('/base/region');
  await page.locator('.table tbody tr[data-id]', { hasText: '1101' }).first().locator('[data-act="menu"]').click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.locator('.dialog').getByRole('button', { name: '确定' }).click();
  await page.locator('.toast', { hasText: '请先删除下级区划' }).waitFor();
  expect(await page.getByRole('button', { name: /条错误日志/ }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a column of numbers is summed over all rows, and the list can be printed', async () => {
  const { page, troubles } = await screens.of(await keeper(server));
  await saved(server, registration, { stdMinutes: '30' });
  await saved(server, registration, { stdMinutes: '45' });
  await page.goto(registration.menu!.path);
  await page.getByRole('button', { name: '列', exact: true }).click();
  await page.locator('.column-list label', { hasText: '预计工时（分）' }).click();
  await page.locator('tfoot td', { hasText: /^75$/ }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.locator('.table').waitFor();
  expect(
    await page
      .locator('.filter-row, .list-foot, .cell-check, .cell-copy')
      .evaluateAll((all) => all.every((one) => getComputedStyle(one).display === 'none')),
  ).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('two people change the lines of a paper: conflicts are asked line by line, other changes are merged', async () => {
  const machine = (equipmentName: string, faultNote: string) => ({ equipmentName, faultNote });
  const row = await saved(server, registration, { equipment: [machine('主机', '响'), machine('面板', '不亮')] });
  const { page } = await screens.of(mine, { refused: [409] });
  await page.goto(`${registration.menu!.path}?id=${row.id}`);
  await page.locator('.detail .detail-group').first().waitFor();
  await pageSettled(page);
  await page.keyboard.press('e');
  const note = (at: number) => page.locator('.form-lines > li').nth(at).locator('[data-field="faultNote"] input');
  await note(1).waitFor();
  const read = (await theirs.get(`${registration.path}/detail`, { id: row.id })).data;
  const [one, other] = read.equipment as { id: string }[];
  const theirChange = await theirs.post(`${registration.path}/update`, {
    id: row.id,
    version: read.version,
    equipment: [{ ...one, faultNote: '响，夜里更响' }, { ...other, serialNo: 'THEIRS-1' }, machine('阀门', '漏')],
  });
  expect(theirChange.status, theirChange.msg).toBe(200);
  await note(0).fill('响得厉害');
  await note(1).fill('屏幕碎了');
  await page.keyboard.press('Control+s');
  const dialog = page.locator('.dialog');
  await dialog.locator('.conflict-row', { hasText: '主机' }).waitFor();
  await expect.poll(() => dialog.locator('.conflict-row').count()).toBe(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  const now = (await mine.get(`${registration.path}/detail`, { id: row.id })).data.equipment as Record<
    string,
    string
  >[];
  expect(now.map((line) => [line.equipmentName, line.faultNote, line.serialNo]).toSorted()).toEqual(
    [
      ['主机', '响得厉害', ''],
      ['阀门', '漏', ''],
      ['面板', '屏幕碎了', 'THEIRS-1'],
    ].toSorted(),
  );
  await page.context().close();
});

test('a duplicate unique value of a line is reported while it is typed, against other lines and lines saved meanwhile', async () => {
  const model = papers.get('dataModel')!;
  const column = (jdbcName: string) => ({ jdbcName, sort: 1 });
  const row = await saved(server, model, { columns: [column('name'), column('phone')] });
  const { page, troubles } = await screens.of(mine);
  await page.goto(`${model.menu!.path}?id=${row.id}`);
  await page.locator('.detail .detail-group').first().waitFor();
  await pageSettled(page);
  await page.keyboard.press('e');
  const key = (at: number) => page.locator('.form-lines > li').nth(at).locator('[data-field="jdbcName"]');
  await page.getByRole('button', { name: '加一行' }).click();
  // The added line gets the focus.
  await page.waitForFunction(() => document.activeElement?.closest('.form-lines li:last-child') !== null);
  await key(2).locator('input').fill('phone');
  await key(2).locator('.field-problem', { hasText: '与第2行的物理列名相同' }).waitFor();
  await key(2).locator('input').fill('phone_2');
  await key(2).locator('.field-problem').waitFor({ state: 'detached' });
  const other = await theirs.post('blade-develop/model-prototype/submit', { modelId: row.id, ...column('meanwhile') });
  expect(other.status, other.msg).toBe(200);
  await key(2).locator('input').fill('meanwhile');
  await page.keyboard.press('Tab');
  await key(2).locator('.field-problem', { hasText: '已存在' }).waitFor();
  await key(2).locator('input').fill('mine');
  await key(2).locator('.field-problem').waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await page.context().close();
});
