import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel, registerDevice } from '../../testing/devices.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const lead = await server.as('as_iot_lead');
const modelId = await makeModel(iot, 'hp_look');
const { id } = await registerDevice(iot, modelId, 'hp_look', 'look-1');
const now = server.clock.ms();
await server.tables(
  `insert into iot_event (id, tenant_id, device_id, identifier, event_time, create_time, update_time)
   values (next_id($1), '000000', $2, 'earlierDoor', to_timestamp($1::float8 / 1000) - interval '2 hours', to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000))`,
  [now, id],
);
await server.tables(
  "update iot_device set owned_since = to_timestamp($2::float8 / 1000) - interval '1 hour' where id = $1",
  [id, now],
);
const events = async (caller: typeof lead): Promise<number> =>
  (await caller.get('iot/device-event/page', { deviceId: id })).data.total;

test.each([DESK, PHONE])('the lead opens earlier data for an hour with a logged reason', async (size) => {
  const { page, troubles } = await screens.of(lead, { size });
  await openPage(page, `/matter/exampleDetail?id=${id}`);
  await page.getByRole('button', { name: '回看之前的记录' }).click();
  await page.getByRole('textbox', { name: '原因' }).fill('核对安装前的读数');
  await page.getByRole('button', { name: '回看', exact: true }).click();
  await expect.poll(() => page.locator('.device-messages').innerText()).toContain('earlierDoor');
  expect([await events(lead), await events(iot)]).toEqual([1, 0]);
  const [row] = (await lead.get('iot/device-look-back/page', { deviceId: id })).data.records;
  expect(row).toMatchObject({ reason: '核对安装前的读数', readerId: lead.id });
  await page.getByRole('button', { name: '结束回看' }).click();
  await expect.poll(() => events(lead)).toBe(0);
  expect(troubles).toEqual([]);
});

test('only the lead may open earlier data, with a reason and for a limited time', async () => {
  const ask = (caller: typeof lead, reason: string) =>
    caller.post('iot/device-thing-instance/look-back', { id, reason });
  expect((await ask(iot, '看看')).status).toBe(403);
  expect((await ask(lead, ' ')).status).toBe(400);
  expect((await ask(lead, '核对')).status).toBe(200);
  expect(await events(lead)).toBe(1);
  // Let the permission expire; no worker records its end. The lead can then open a second one, and the call that ends
  // permissions ends both.
  await server.tables(
    'update iot_look_back set until_time = to_timestamp($1::float8 / 1000) where ended_time is null',
    [now],
  );
  server.clock.pass(1000);
  expect(await events(lead)).toBe(0);
  expect((await ask(lead, '再核对')).status).toBe(200);
  expect(await events(lead)).toBe(1);
  expect((await lead.post('iot/device-thing-instance/look-back-end', { id })).status).toBe(200);
  expect(await events(lead)).toBe(0);
  expect((await ask(lead, '又核对')).status).toBe(200);
  server.clock.pass(61 * 60_000);
  await server.app.jobs.run('deviceLookBack.lookBacks');
  const later = await server.as('as_iot_lead', { who: 'later' });
  expect(await events(later)).toBe(0);
  const [open] = await server.tables('select 1 from iot_look_back where ended_time is null');
  expect(open).toBeUndefined();
});
