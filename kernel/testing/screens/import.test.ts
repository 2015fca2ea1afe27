import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { bookWith, sheetWith } from '../sheets.ts';
import { openTestServer } from '../test-server.ts';
import { openScreens } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('skill')!;

test('a sheet is checked row by row, written at once, and rolled back', async () => {
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
  // The import is still available after a reload, in the list of one's own imports.
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

test('a wrong cell is repaired in place, with the rows of the same text, and by its reason; columns are mapped by hand', async () => {
  const of = papers.get('customer')!;
  const { page, troubles } = await screens.of(by);
  await page.goto(`/import/${of.name}`);
  const sheet = await sheetWith([
    ['姓名', '电话', '级别', '住址'],
    ['改一', '13755550001', '金咔', '合川路1号'],
    ['改二', '13755550002', '金咔', '合川路2号'],
    ['改三', '1375555', '普通', '合川路3号'],
    ['改四', '13755550004', '普桶', '合川路4号'],
    ['改五', '13755550005', '普通', '合川路5号'],
    ['改五', '13755550005', '普通', '合川路5号'],
  ]);
  await page
    .locator('.import-drop input')
    .setInputFiles({ name: '台账.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
  // The sheet has unknown headers, so the person must match them with fields.
  await page.getByRole('button', { name: '校验 6 行' }).waitFor();
  for (const [column, field] of [
    ['姓名', '客户姓名'],
    ['电话', '手机号'],
    ['级别', '客户等级'],
    ['住址', '详细地址'],
  ]) {
    await page.getByRole('combobox', { name: `${column} 对应的字段` }).click();
    await page.getByRole('option', { name: field, exact: true }).click();
  }
  await page.getByRole('button', { name: '校验 6 行' }).click();
  await page.locator('.verdict-bad', { hasText: '客户等级' }).first().waitFor();
  expect(await page.locator('.import-counts strong').allInnerTexts()).toEqual(['0', '0', '0', '6']);
  // By keyboard: go to the next mistake, see similar valid values, and see the other rows with the same text.
  await page.keyboard.press('n');
  await page.locator('.verdicts td[data-here=true]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.cell-near [aria-selected=true]', { hasText: '金卡' }).waitFor();
  await page.locator('.cell-same', { hasText: '同样的 1 行一起改' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.import-counts strong', { hasText: /^2$/ }).waitFor();
  await page.locator('.verdict-mended').nth(1).waitFor();
  await page.locator('.verdicts td[data-here=true]:focus').waitFor();
  // Choosing a reason shows only the rows with this mistake, and a button corrects them together.
  await page.locator('.refusal-reasons button', { hasText: '客户等级' }).click();
  await page.locator('.same-mistakes input').waitFor();
  expect(await page.locator('.same-mistakes input').inputValue()).toBe('普通');
  await expect.poll(() => page.locator('.verdicts tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: '改这 1 行' }).click();
  await page.locator('.import-counts strong', { hasText: /^3$/ }).first().waitFor();
  await page.locator('.refusal-reasons button', { hasText: '与文件内其他行重复' }).click();
  await page.getByRole('button', { name: '每组只导第一行' }).click();
  await page.locator('.verdicts td', { hasText: '不导入' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.page-message h1', { hasText: '已写入 4 行' }).waitFor();
  expect((await by.get(`${of.path}/list`, { phone: '13755550002' })).data.records[0]).toMatchObject({
    customerName: '改二',
    customerLevel: 'gold',
  });
  // A further sheet with the same headers is matched automatically.
  await page.goto(`/import/${of.name}`);
  await page.locator('.import-drop input').setInputFiles({
    name: '台账2.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await sheetWith([
      ['姓名', '电话', '级别', '住址'],
      ['改九', '13755550009', '普通', '合川路9号'],
    ]),
  });
  await page.locator('.page-head .strong:not(:disabled)', { hasText: '提交 1 行' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a rollback of an import leaves rows changed since, and lists them with links; after its days it is refused', async () => {
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

test('a sheet with titles, a header of two rows, hidden rows and an unknown column is matched by hand and imported', async () => {
  const of = papers.get('customer')!;
  const row = (n: number): string[] => [`核${n}`, `1375556000${n}`, '普通', `北京东路${n}号`, `备注${n}`];
  const rows = [
    ['安居2026年客户台账'],
    ['说明：灰色行已作废'],
    ['客户姓名', '联系方式', '', '详细地址', '跟进情况'],
    ['', '手机号', '客户等级', '', ''],
    ...[1, 2, 3, 4].map(row),
  ];
  const file = await bookWith([
    { name: '填写说明', rows: [['先看这里']] },
    { name: '客户', rows, hidden: [6, 7], merged: ['A1:E1', 'B3:C3'] },
  ]);
  const { page, troubles } = await screens.of(by);
  await page.goto(`/import/${of.name}`);
  await page
    .locator('.import-drop input')
    .setInputFiles({ name: '台账.xlsx', mimeType: 'application/octet-stream', buffer: file });
  const check = page.getByRole('button', { name: /^校验/ });
  await check.waitFor();
  // Both rows of the header are marked, and the sheet is the one with the customers.
  expect(await page.locator('.match-head tr[data-header=true] .match-row').allInnerTexts()).toEqual([
    expect.stringMatching(/^3/),
    expect.stringMatching(/^4/),
  ]);
  expect(await page.getByRole('combobox', { name: '工作表' }).innerText()).toContain('客户（8 行）');
  expect(await page.getByRole('combobox', { name: '联系方式 手机号 对应的字段' }).innerText()).toBe('手机号');
  expect(await page.locator('.import-counts').count()).toBe(0);
  // The question about hidden rows comes before the check.
  await page.locator('.match-hidden legend', { hasText: '隐藏的行：2' }).waitFor();
  expect(await check.isDisabled()).toBe(true);
  await page.getByRole('combobox', { name: '跟进情况 对应的字段' }).click();
  await page.getByRole('option', { name: '备注', exact: true }).click();
  await page.getByLabel('不带').check();
  await page.getByRole('button', { name: '校验 2 行' }).click();
  await page.locator('.import-counts').waitFor();
  await page.locator('.import-recognised', { hasText: '表头第 3–4 行' }).waitFor();
  await page.locator('.import-recognised', { hasText: '不含 2 行隐藏的行' }).waitFor();
  // The header is changed once more: the hidden rows come along.
  await page.getByRole('button', { name: '改表头' }).click();
  await page.getByLabel('带上').check();
  await page.getByRole('button', { name: '校验 4 行' }).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.page-head .strong:not(:disabled)', { hasText: '提交 4 行' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.page-message h1', { hasText: '已写入 4 行' }).waitFor();
  const [second] = (await by.get(`${of.path}/list`, { phone: '13755560002' })).data.records;
  expect((await by.get(`${of.path}/detail`, { id: second.id })).data).toMatchObject({
    customerName: '核2',
    addressDetail: '北京东路2号',
    remark: '备注2',
  });
  expect(troubles).toEqual([]);
  await page.context().close();
});
