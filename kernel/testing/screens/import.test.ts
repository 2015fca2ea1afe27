import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { sheetWith } from '../sheets.ts';
import { openTestServer } from '../test-server.ts';
import { openScreens } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('skill')!;

test('a sheet is judged row by row, written at once, and taken back', async () => {
  const known = await saved(server, of, { skillCode: 'KNOWN', skillName: '原来的名字' });
  const total = async (): Promise<number> => (await by.get(`${of.path}/list`, { exactTotal: '1' })).data.total;
  const before = await total();
  const { page, troubles } = await screens.of(by);
  await page.goto(`/import/${of.name}`);
  const sheet = await sheetWith([
    ['技能编码', '技能名称'],
    ['KNOWN', '改过的名字'],
    ['NEW-1', '新技能一'],
    ['NEW-2', '新技能二'],
    ['', '没有编码'],
  ]);
  await page
    .locator('.import-drop input')
    .setInputFiles({ name: '技能.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
  await page.locator('.import-counts').waitFor();
  expect(await page.locator('.import-counts strong').allInnerTexts()).toEqual(['2', '1', '0', '1']);
  await page.locator('.verdict-bad', { hasText: '技能编码' }).waitFor();
  expect(await total()).toBe(before);
  await page.locator('.page-head .strong', { hasText: '提交 3 行' }).click();
  await page.locator('.page-message h1', { hasText: '已写入 3 行' }).waitFor();
  // It is found again after a reload, and in the list of one's own imports.
  await page.reload();
  await page.locator('.page-message h1', { hasText: '已写入 3 行' }).waitFor();
  await page.getByRole('button', { name: '再导一份' }).click();
  const earlier = page.locator('.import-earlier li').first();
  await earlier.locator('.pill', { hasText: '已写入' }).waitFor();
  expect(await earlier.innerText()).toMatch(/写入 3 行[\s\S]*拒绝 1 行[\s\S]*前可撤销/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    earlier.getByRole('button', { name: '拒绝的行' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain('未导入的行');
  await earlier.locator('.earlier-name').click();
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

test('rows that were changed since stay when an import is taken back, and are listed with the way to them; after its days it stays', async () => {
  const { page, troubles } = await screens.of(by);
  const sheet = await sheetWith([
    ['技能编码', '技能名称'],
    ['LATE-1', '后来改过'],
    ['LATE-2', '没人动过'],
  ]);
  await page.goto(`/import/${of.name}`);
  await page
    .locator('.import-drop input')
    .setInputFiles({ name: '第二批.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
  await page.locator('.page-head .strong:not(:disabled)', { hasText: '提交 2 行' }).click();
  await page.locator('.page-message h1', { hasText: '已写入 2 行' }).waitFor();
  const [changed] = (await by.get(`${of.path}/list`, { skillCode: 'LATE-1' })).data.records;
  expect((await by.post(`${of.path}/update`, { id: changed.id, skillName: '有人改了' })).status).toBe(200);
  await page.getByRole('button', { name: '再导一份' }).click();
  await page.locator('.import-earlier li').first().getByRole('button', { name: '撤销' }).click();
  await page.getByRole('dialog').locator('.dialog-foot button').last().click();
  await page.locator('.page-message h1', { hasText: '已撤销这次导入' }).waitFor();
  const link = page.locator('.import-kept a');
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`${of.menu!.path}?id=${changed.id}`);
  expect((await by.get(`${of.path}/list`, { skillCode: 'LATE-2' })).data.total).toBe(0);

  await page.goto(`/import/${of.name}`);
  await page.locator('.import-drop input').setInputFiles({
    name: '第三批.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await sheetWith([
      ['技能编码', '技能名称'],
      ['OLD-1', '早就导入'],
    ]),
  });
  await page.locator('.page-head .strong:not(:disabled)', { hasText: '提交 1 行' }).click();
  await page.locator('.page-message h1', { hasText: '已写入 1 行' }).waitFor();
  const batches = await by.get(`${of.path}/import/batches`);
  expect(batches.data[0]).toMatchObject({ state: 'committed', mayRollback: true });
  await server.tables("update anju_import set committed = committed - interval '8 days' where id = $1", [
    batches.data[0].id,
  ]);
  await page.reload();
  await page.locator('.page-message p', { hasText: '撤销期已过' }).waitFor();
  expect(await page.getByRole('button', { name: '撤销这次导入' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});
