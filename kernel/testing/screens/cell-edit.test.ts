import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const skill = papers.get('skill')!;
const form = papers.get('repairForm')!;
const detail = async (of: typeof skill, id: string): Promise<Record<string, unknown>> =>
  (await by.get(`${of.path}/detail`, { id })).data;
const cellIn = (page: Page, id: string, name: string): Locator =>
  page.locator(`tr[data-id="${id}"] td[data-edit="${name}"]`);
const box = (page: Page): Locator => page.locator('.cell-edit');

/** Press the pencil button that a cell shows under the pointer. */
async function pencil(page: Page, id: string, name: string): Promise<void> {
  const cell = cellIn(page, id, name);
  await cell.hover();
  const { width, height } = (await cell.boundingBox())!;
  const isEnd = await cell.evaluate((one) => one.classList.contains('end'));
  await cell.click({ position: { x: isEnd ? 8 : width - 8, y: height / 2 } });
  await box(page).locator('.field').waitFor();
}

test('a value is changed in its cell by the checks of its form; a refusal is shown at the cell', async () => {
  const [one, other] = [await saved(server, skill), await saved(server, skill)];
  const { page, troubles } = await screens.of(by, { refused: [400, 409] });
  await page.goto(skill.menu!.path);
  await cellIn(page, one.id, 'skillName').waitFor();
  await pageSettled(page);
  await pencil(page, one.id, 'skillName');
  await box(page).locator('input').fill('改在原处');
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await box(page).waitFor({ state: 'detached' });
  await cellIn(page, one.id, 'skillName').getByText('改在原处').waitFor();
  expect(await detail(skill, one.id)).toMatchObject({ skillName: '改在原处' });
  // The press on the pencil did not open the detail of the row.
  expect(await page.locator('.detail').count()).toBe(0);
  // A double press edits the cell too, and leaves no detail open.
  await cellIn(page, one.id, 'skillCode').dblclick();
  await box(page).locator('.field').waitFor();
  expect(await page.locator('.detail').count()).toBe(0);
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  await pencil(page, one.id, 'skillName');
  await box(page).locator('input').fill('');
  await page.keyboard.press('Enter');
  await box(page).locator('.field-problem').waitFor();
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  await pencil(page, one.id, 'skillCode');
  await box(page).locator('input').fill(String(other.skillCode));
  await page.keyboard.press('Enter');
  await box(page).locator('.field-problem', { hasText: '已存在' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await detail(skill, one.id)).toMatchObject({ skillName: '改在原处', skillCode: one.skillCode });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('by keys: F2 offers the editable values of the row; a choice by one press is saved at once', async () => {
  const row = await saved(server, form, { urgency: 'normal', customerServiceTeam: 'east' });
  const { page, troubles } = await screens.of(by);
  await page.goto(`${form.menu!.path}?id_equal=${row.id}`);
  await page.locator(`tr[data-id="${row.id}"]`).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.getByRole('menuitem', { name: '紧急程度' }).press('Enter');
  await box(page).locator('.field').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.ant-select-dropdown').getByText('紧急', { exact: true }).click();
  await box(page).waitFor({ state: 'detached' });
  await page.locator(`tr[data-id="${row.id}"] .pill`, { hasText: '紧急' }).waitFor();
  expect(await detail(form, row.id)).toMatchObject({ urgency: 'high', repairStatus: 'submitted' });
  // Fields whose change also changes other fields have no pencil, because that needs the form. Masked values have no
  // pencil either.
  const offered = await page
    .locator(`tr[data-id="${row.id}"] td[data-edit]`)
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.edit));
  expect(offered).toContain('description');
  for (const name of ['customerId', 'phone', 'repairNo', 'repairStatus', 'createTime'])
    expect(offered).not.toContain(name);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a draft changed in the list stays a draft, and values closed by its state have no pencil', async () => {
  const whole = await saved(server, form, { description: '还没写完', customerServiceTeam: 'east' });
  const { id: _, version: __, ...copy } = await detail(form, whole.id);
  const answer = await by.post(`${form.path}/submit`, {
    customerId: copy.customerId,
    repairType: copy.repairType,
    address: copy.address,
    customerName: copy.customerName,
    phone: '13800001234',
    registerMainId: copy.registerMainId,
    description: '半张单子',
    customerServiceTeam: 'east',
    draft: true,
  });
  expect(answer.status, answer.msg).toBe(200);
  const draft = answer.data as { id: string };
  expect(await detail(form, draft.id)).toMatchObject({ repairStatus: 'draft' });
  const { page, troubles } = await screens.of(by);
  await page.goto(`${form.menu!.path}?id_equal=${draft.id}`);
  await cellIn(page, draft.id, 'description').waitFor();
  await expect.poll(() => cellIn(page, draft.id, 'urgency').count()).toBe(1);
  await pencil(page, draft.id, 'description');
  await box(page).locator('textarea').fill('写完了');
  await page.keyboard.press('Control+Enter');
  await box(page).waitFor({ state: 'detached' });
  await cellIn(page, draft.id, 'description').getByText('写完了').waitFor();
  expect(await detail(form, draft.id)).toMatchObject({ repairStatus: 'draft', description: '写完了' });
  await by.post(`${form.path}/update`, { id: whole.id, action: 'accept', reason: '故事' });
  await page.goto(`${form.menu!.path}?id_equal=${whole.id}`);
  await page.locator(`tr[data-id="${whole.id}"]`).waitFor();
  expect(await detail(form, whole.id)).toMatchObject({ repairStatus: 'accepted' });
  await cellIn(page, whole.id, 'description').waitFor();
  expect(await cellIn(page, whole.id, 'urgency').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('two people change the same value: the second sees both, as in the form', async () => {
  const row = await saved(server, skill);
  const { page, troubles } = await screens.of(by, { refused: [409] });
  await page.goto(`${skill.menu!.path}?id_equal=${row.id}`);
  await cellIn(page, row.id, 'skillName').waitFor();
  await pencil(page, row.id, 'skillName');
  await box(page).locator('input').fill('我的名字');
  const theirs = await by.post(`${skill.path}/submit`, { id: row.id, skillName: '他们的名字' });
  expect(theirs.status, theirs.msg).toBe(200);
  await page.keyboard.press('Enter');
  const dialog = page.locator('.dialog', { hasText: '他们的名字' });
  await dialog.getByText('我的名字').click();
  await dialog.locator('.strong').click();
  await box(page).waitFor({ state: 'detached' });
  expect(await detail(skill, row.id)).toMatchObject({ skillName: '我的名字' });
  expect(troubles).toEqual([]);
  await page.context().close();
});
