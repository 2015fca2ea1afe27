import { expect, test } from 'vitest';
import { DESK, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { checked, committed, sheetOf, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '../../testing/devices.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const at = 'iot/device-thing-instance';
await makeModel(iot, 'hp_keys', { authType: 'device_secret' });
const sheet = await sheetWith([
  ['设备标识*', '设备名称*', '物模型*'],
  ...['keys-1', 'keys-2'].map((key) => [key, `热泵 ${key}`, 'hp_keys']),
]);
const { batch } = (await checked(iot, at, sheet)).data;
await committed(iot, at, batch);

test('a finished import offers a file with the secrets of its devices', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, `/import/device?batch=${batch}`);
  await page.getByRole('button', { name: '下载这批设备的密钥' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '下载密钥文件' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('设备密钥.xlsx');
  const stream = await file.createReadStream();
  const bytes = Buffer.concat((await Array.fromAsync(stream)) as Buffer[]);
  const [, ...rows] = await sheetOf(bytes);
  expect(rows.map(([key, , , , secret]) => [key, String(secret).length])).toEqual([
    ['keys-1', 32],
    ['keys-2', 32],
  ]);
  expect(troubles).toEqual([]);
});

test('secrets of the maker are pasted as two columns; a wrong row is named before anything is sent', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, '/matter/example');
  await page.getByRole('button', { name: '录入密钥' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('设备标识\t密钥\nkeys-1\twritten-by-the-maker-1\nkeys-2');
  await expect.poll(() => dialog.innerText()).toContain('第 3 行');
  expect(await dialog.getByRole('button', { name: '录入', exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('keys-1\twritten-by-the-maker-1\nkeys-2\twritten-by-the-maker-2');
  await dialog.getByRole('button', { name: '录入', exact: true }).click();
  await expect.poll(() => page.getByText('已录入 2 台设备的密钥').count()).toBe(1);
  expect(troubles).toEqual([]);
});
