import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { sheetWith } from '../sheets.ts';
import { openStory } from '../story.ts';
import { openScreens } from './browser.ts';

const story = await openStory(import.meta.url, { webRoot: true });
const screens = await openScreens(story);
const by = await keeper(story);
const of = papers.get('skill')!;

test('a sheet is judged row by row, written at once, and taken back', async () => {
  const known = await saved(story, of, { skillCode: 'KNOWN', skillName: '原来的名字' });
  const total = async (): Promise<number> => (await by.get(`${of.path}/list`, { exactTotal: '1' })).data.total;
  const before = await total();
  const { page, troubles } = await screens.of(by);
  await page.goto(`/import/${of.name}`);
  const sheet = await sheetWith([['技能编码', '技能名称'], ['KNOWN', '改过的名字'], ['NEW-1', '新技能一'], ['NEW-2', '新技能二'], ['', '没有编码']]);
  await page.locator('.import-drop input').setInputFiles({ name: '技能.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
  await page.locator('.import-counts').waitFor();
  expect(await page.locator('.import-counts strong').allInnerTexts()).toEqual(['2', '1', '0', '1']);
  await page.locator('.verdict-bad', { hasText: '技能编码' }).waitFor();
  expect(await total()).toBe(before);
  await page.locator('.page-head .strong', { hasText: '提交 3 行' }).click();
  await page.locator('.page-message h1', { hasText: '已写入 3 行' }).waitFor();
  expect(await total()).toBe(before + 2);
  expect((await by.get(`${of.path}/detail`, { id: known.id })).data.skillName).toBe('改过的名字');
  await page.getByRole('button', { name: '撤销这次导入' }).click();
  await page.getByRole('dialog').locator('.dialog-foot button').last().click();
  await page.locator('.page-message h1', { hasText: '已撤销这次导入' }).waitFor();
  expect(await total()).toBe(before);
  expect((await by.get(`${of.path}/detail`, { id: known.id })).data.skillName).toBe('原来的名字');
  expect(troubles).toEqual([]);
  await page.context().close();
});
