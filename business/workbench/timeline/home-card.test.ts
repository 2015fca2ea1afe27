import { expect, test } from 'vitest';
import { type TestScreens, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { openCases } from '../testing/cases.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const { cs, manager, man, job } = await openCases(server);

test("the card of a home has machines, open matters, events and payments, within the reader's scope", async () => {
  const one = await job(400);
  const order = good(await manager.get(`${at}/asregistrationform/list`, { id: one.orderId })).data.records[0];
  const path = `${at}/registerMain/home`;
  const card = good(await manager.get(path, { id: order.registerMainId })).data;
  expect(card.machines.map((machine: { equipmentName: string }) => machine.equipmentName)).toEqual(['混水中心']);
  expect(card.customer.phone).toContain('****');
  expect(card.open).toEqual([]);
  expect(card.events).toMatchObject([
    {
      kind: 'work',
      title: ['清洗过滤器，排气，压力 1.5 bar', expect.any(String)],
      amount: '120.00',
      photos: [{ name: '处理前', link: expect.stringContaining('/blade-resource/file/') }],
    },
  ]);
  expect(card.money).toEqual({ count: 1, amount: '120.00', partial: false });

  // A cancelled call and its urges are events of the home too.
  const second = good(
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: order.customerId,
      registerMainId: order.registerMainId,
      repairType: 'floorHeat',
      faultCategory: 'noise',
      description: '分水器有水声',
      separate: true,
    }),
  ).data;
  good(await cs.post(`${at}/asurgevisit/submit`, { repairFormId: second.id, urgeLevel: 'ask', content: '今天能来吗' }));
  expect(good(await cs.get(path, { id: order.registerMainId })).data.open).toMatchObject([{ no: second.repairNo }]);
  good(await cs.post(`${at}/asrepairform/update`, { id: second.id, action: 'cancel', cancelReason: 'self' }));
  const later = good(await cs.get(path, { id: order.registerMainId })).data;
  expect(later.events.map((event: { kind: string }) => event.kind).toSorted()).toEqual(['call', 'urge', 'work']);

  // A technician without a visit to this home gets 404; one who was there sees their own visits.
  const stranger = await server.as('as_technician', { who: 'other' });
  expect((await stranger.get(path, { id: order.registerMainId })).status).toBe(404);
  expect(good(await man.get(path, { id: order.registerMainId })).data.events.length).toBeGreaterThan(0);

  const { page, troubles } = await screens.of(cs);
  await page.goto(`/maintenance/registrationform?id=${one.orderId}`);
  await page.locator('.panel-link', { hasText: '一户一档' }).click();
  await page.locator('.home-years li', { hasText: '清洗过滤器' }).waitFor();
  const photo = page.locator('.home-photos img').first();
  await photo.waitFor();
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.locator('.home-choices button', { hasText: '来电' }).click();
  await expect.poll(() => page.locator('.home-years li').count()).toBe(2);
  await page.locator('.home-head a', { hasText: '报修' }).click();
  await page.locator('.desk-home[aria-checked="true"]').waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a repair with rework is no first-time fix, whatever its completion claims', async () => {
  const [one, again] = [await job(420), await job(450)];
  await server.tables(
    "update ascompletionregistration set complete_status = 'confirmed', first_fix = true where id = $1",
    [one.completionId],
  );
  const readChain = async (): Promise<{ result: { firstFix: boolean | null }; arose: { words: string[] }[] }> =>
    good(await manager.get(`${at}/asregistrationform/chain`, { id: one.orderId })).data;
  expect((await readChain()).result.firstFix).toBe(true);
  await server.tables('update asregistrationform set source_registration_id = $2 where id = $1', [
    again.orderId,
    one.orderId,
  ]);
  expect([(await readChain()).result.firstFix, (await readChain()).arose.map((row) => row.words[0])]).toEqual([
    false,
    ['返修'],
  ]);
  // The nightly job stores the value from which the figure is counted. It also decides that this was no first fix, even
  // if the rework has another class of fault.
  await server.tables(
    "update ascompletionregistration set confirm_time = end_time, end_time = end_time - interval '1 minute', fault_category = 'noise' where id = $1",
    [one.completionId],
  );
  await server.tables('update asregistrationform set is_rework = true where id = $1', [again.orderId]);
  const fixedByNight = async (): Promise<unknown> => {
    await server.app.jobs.run('completion.firstFix');
    return (
      await server.tables<{ fixed: boolean }>('select first_fix as fixed from ascompletionregistration where id = $1', [
        one.completionId,
      ])
    )[0].fixed;
  };
  expect(await fixedByNight()).toBe(false);
  // The thirty days include the whole last day: a call on its evening still counts as rework.
  await server.tables(
    "update ascompletionregistration set first_fix = true, end_time = end_time - interval '30 days 9 hours', confirm_time = confirm_time - interval '30 days 9 hours' where id = $1",
    [one.completionId],
  );
  expect(await fixedByNight()).toBe(false);
});
