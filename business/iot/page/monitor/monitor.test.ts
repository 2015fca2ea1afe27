import { afterAll, expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { FramePort, summed } from '../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
afterAll(() => ports.closeAll());
const modelId = await makeModel(iot, 'monitored');
const config = await ports.make({ name: '岚能 LN-14', port: 9641 }, [
  { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 5, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'property', startBit: 6, endBit: 7, scale: '0.1', iotFieldName: 'temp' },
  { deviceConnectConfigFieldType: 'checksum', startBit: 8, endBit: 8, algorithm: 'sum8' },
]);
await registerDevice(iot, modelId, 'monitored', 'A4CF0001', { authType: 'none', deviceName: '姚晨热泵' });
await part.settle();

const soon = { timeout: 20_000 };

test('a connection shows its frames as they come; a bad one is one click away, and becomes a sample', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, `/ljgl/lianjieguanliDetail?id=${config.connectionId}`);
  await expect.poll(() => page.locator('.mon-figure').count(), soon).toBe(6);
  const row = page.locator(`[data-row="${config.connectionId}"]`);
  await expect.poll(() => row.innerText(), soon).toContain('运行中');
  const socket = await ports.dial(config);
  socket.write(summed('AA55A4CF000101B0'));
  const frames = page.locator('.mon-frame');
  await expect.poll(() => frames.first().innerText(), soon).toContain('43.2');
  expect(await frames.first().innerText()).toContain('姚晨热泵');
  expect(await frames.first().locator('mark').innerText()).toBe('01B0');
  await new Promise((resolve) => setTimeout(resolve, 120));
  socket.write(Buffer.from('AA55A4CF000101B1FF', 'hex'));
  const error = page.locator('.ingest-last li', { hasText: 'CHECKSUM' });
  await error.getByRole('button', { name: '看帧' }).click();
  await expect.poll(() => page.locator('.mon-frame[data-here]').innerText(), soon).toContain('校验不通过');
  await expect.poll(() => row.innerText(), soon).toContain('校验不通过');
  await page.getByRole('button', { name: '存为样例' }).click();
  await expect
    .poll(() => server.tables('select refused_as from sys_device_connect_sample where refused_as is not null'), soon)
    .toHaveLength(1);
  expect(troubles).toEqual([]);
});

test('P holds the frames while newer ones are counted, and S stops and starts the connection', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, `/iot/ingest?id=${config.connectionId}`);
  const row = page.locator(`[data-row="${config.connectionId}"]`);
  await expect.poll(() => row.innerText(), soon).toContain('运行中');
  await page.locator('.mon-frame').first().waitFor();
  const before = await page.locator('.mon-frame').count();
  await page.keyboard.press('p');
  (await ports.dial(config)).write(summed('AA55A4CF000101C0'));
  await expect.poll(() => page.locator('.mon-views').innerText(), soon).toContain('又到 1 帧');
  await expect.poll(() => page.locator('.mon-frame').count()).toBe(before);
  await page.keyboard.press('p');
  await expect.poll(() => page.locator('.mon-frame').count(), soon).toBe(before + 1);
  await page.keyboard.press('s');
  await expect.poll(() => row.innerText(), soon).toContain('已停止');
  await page.keyboard.press('s');
  await expect.poll(() => row.innerText(), soon).toContain('运行中');
  expect(troubles).toEqual([]);
});

test('a listener has its sessions and its rate, and the figures have a day and a week', async () => {
  const quarter = Math.floor(server.clock.ms() / 900_000) * 900_000;
  const past = { day: [[quarter, 3, 20, 900, 0, 1800, 2]], week: [[quarter, 3, 20, 900, 0, 7200, 2]] };
  const report = (messages: number): Promise<unknown> => {
    const listeners = [{ kind: 'mqtt', port: 1883, state: 'listening', reason: null, lines: 3, messages }];
    return server.tables(
      `insert into anju_part (name, host, pid, facts, at) values ('devices', 'here', 1, $1::jsonb, to_timestamp($2::float8 / 1000))
       on conflict (name, host, pid) do update set facts = excluded.facts, at = excluded.at`,
      [JSON.stringify({ ...part.facts(), listeners, past }), server.clock.ms()],
    );
  };
  await report(0);
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, '/iot/ingest');
  const cells = page.locator('[data-listener=mqtt] td');
  await expect.poll(() => cells.nth(4).innerText(), soon).toBe('3');
  await report(1000);
  await expect.poll(async () => Number(await cells.nth(5).innerText()), soon).toBeGreaterThan(0);
  const figure = page.locator('[data-figure=messages]');
  await expect.poll(() => figure.innerText()).toContain('60 分最高');
  await page.getByText('24 时', { exact: true }).click();
  await expect.poll(() => figure.innerText(), soon).toContain('24 时最高');
  await page.getByText('7 天', { exact: true }).click();
  await expect.poll(() => figure.innerText(), soon).toContain('7 天最高');
  expect((await iot.get('iot/ingest/figures', { range: 'day' })).data.past).toMatchObject([
    { messages: 1800, refused: 2 },
  ]);
  expect(troubles).toEqual([]);
});

test('an unknown id is registered from the page', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, '/iot/ingest');
  (await ports.dial(config)).write(summed('AA55A4CF00990100'));
  const line = page.locator('.mon-strangers li', { hasText: 'A4CF0099' });
  await line.getByRole('button', { name: '登记为设备' }).click();
  const form = page.locator('[role="dialog"], .form').last();
  await expect
    .poll(() => form.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)), soon)
    .toContain('A4CF0099');
  expect(troubles).toEqual([]);
});

test('a phone has the figures and the list, a manager reads no frames', async () => {
  const { page, troubles } = await screens.of(iot, { size: PHONE, language: 'en' });
  await openPage(page, '/iot/ingest');
  await expect.poll(() => page.locator('.mon-cards').innerText(), soon).toContain('岚能 LN-14');
  await expect.poll(() => page.locator('.mon-figure').count(), soon).toBe(6);
  expect(await page.locator('.mon-side').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
  const manager = await screens.of(await server.as('as_manager'), { size: DESK });
  await openPage(manager.page, '/iot/ingest');
  await expect.poll(() => manager.page.locator('.mon-connections').innerText(), soon).toContain('岚能 LN-14');
  expect(await manager.page.locator('.mon-side').count()).toBe(0);
  expect(manager.troubles).toEqual([]);
});
