import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const models = 'iot/device-thing-model';

test('an engineer widens, adds and publishes on the page of a model; breaking changes are refused', async () => {
  const { id } = (
    await iot.post(`${models}/add`, {
      modelCode: 'hp_page',
      modelName: '空气源热泵',
      category: 'thermostat',
      nodeType: 'direct',
      authType: 'device_secret',
      useTemplate: true,
    })
  ).data;
  await iot.post(`${models}/publish/${id}`, { note: '第一版' });
  await iot.post('iot/device-thing-instance/add', { deviceKey: 'page-1', deviceName: '一', modelId: id });
  const { page, troubles } = await screens.of(iot);
  await page.goto(`/matter/modelDetail/${id}`);
  const row = page.locator('tr', { hasText: 'setTemp' });
  await row.waitFor();
  const publish = page.getByRole('button', { name: /发布 v2/ });
  expect(await publish.isDisabled()).toBe(true);
  expect(await publish.getAttribute('title')).toBe('与已发布的版本没有差别');

  await row.focus();
  await page.keyboard.press('e');
  await page.getByLabel('最大').fill('30');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-mark="breaking"]', { hasText: 'setTemp' }).waitFor();
  expect(await page.getByRole('button', { name: '发布 v2，差 1 处破坏' }).isDisabled()).toBe(true);
  expect(await page.locator('.model-aside').textContent()).toContain('1 台设备按旧版本上报');

  await page.locator('tr[data-mark="breaking"]', { hasText: 'setTemp' }).dblclick();
  await page.getByLabel('最大').fill('40');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-mark="changed"]', { hasText: 'setTemp' }).waitFor();
  await page.getByRole('button', { name: '属性', exact: true }).click();
  await page.getByLabel('标识符').fill('floorTemp');
  await page.getByLabel('名称', { exact: true }).fill('地面温度');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-mark="added"]', { hasText: 'floorTemp' }).waitFor();
  await page.getByRole('radio', { name: '只看改动 2' }).click();
  await expect.poll(() => page.locator('tr[data-id]').count()).toBe(2);

  await publish.click();
  await page.getByRole('dialog').getByLabel('版本说明').fill('加地面温度');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await page.locator('.model-versions', { hasText: '加地面温度' }).waitFor();
  expect((await iot.get(`${models}/${id}`)).data).toMatchObject({ publishedVersion: 2 });
  expect(troubles).toEqual([]);
}, 90_000);

test('a specification is compared before it is written', async () => {
  const [model] = (await iot.get(`${models}/page`, { modelCode: 'hp_page' })).data.records;
  const tsl = (await iot.get(`${models}/tsl/${model.id}`)).data;
  const { page, troubles } = await screens.of(iot);
  await page.goto(`/matter/modelDetail/${model.id}`);
  await page.getByRole('button', { name: '导入 TSL' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('TSL JSON').fill(
    JSON.stringify({
      ...tsl,
      properties: [...tsl.properties, { identifier: 'co2', name: '二氧化碳', dataType: { type: 'int' } }],
    }),
  );
  await dialog.getByRole('button', { name: '比较' }).click();
  await dialog.getByRole('status').filter({ hasText: '1 处不同' }).waitFor();
  expect((await iot.get(`${models}/tsl/${model.id}`)).data.properties).toHaveLength(tsl.properties.length);
  await dialog.getByRole('button', { name: '写入' }).click();
  await page.locator('tr[data-mark="added"]', { hasText: 'co2' }).waitFor();
  expect(troubles).toEqual([]);
}, 90_000);

test('an English reader finds a model by its English name, a Chinese one by its own', async () => {
  const [model] = (await iot.get(`${models}/page`, { modelCode: 'hp_page' })).data.records;
  await iot.post(`${models}/update`, { id: model.id, modelNameEn: 'Heat pump of the page' });
  for (const [language, name] of [
    ['en', 'Heat pump of the page'],
    ['zh', '空气源热泵'],
  ] as const) {
    const { page, troubles } = await screens.of(iot, { language });
    await page.goto(`/matter/model?id=${model.id}`);
    await page.locator(`tr[data-id="${model.id}"] .cell-open`, { hasText: name }).waitFor();
    // The row menu, which is not a field of the paper, is shown too.
    await page.locator(`tr[data-id="${model.id}"] [data-act=menu]`).waitFor();
    expect(troubles).toEqual([]);
  }
});
