import { expect, test } from 'vitest';
import { type TestScreens, PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { type FinishedCase, openCases } from '../testing/cases.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const { cs, leader, manager, man, job } = await openCases(server);

/** A finished case that several tests of this file use. */
let chained: FinishedCase | undefined;

test('one case on one page: stations are links, the balance is the sum of amounts, unreadable papers are absent', async () => {
  // A second case of the same kind, from which medians are computed.
  await job(240);
  const one = (chained = await job(360));
  const whole = good(await manager.get(`${at}/asregistrationform/chain`, { id: one.orderId })).data;
  expect(whole.nodes.map((node: { kind: string }) => node.kind)).toEqual([
    'repair',
    'registration',
    'dispatch',
    'visit',
    'collection',
    'completion',
  ]);
  expect(whole.account).toMatchObject({ received: '120.00', balance: '120.00', whole: true });
  expect(whole.nodes.find((node: { kind: string }) => node.kind === 'collection')).toMatchObject({
    amount: '120.00',
    balance: '120.00',
  });
  expect(whole.durations[2]).toMatchObject({ minutes: expect.any(Number), median: expect.any(Number) });
  expect(good(await man.get(`${at}/asregistrationform/chain`, { id: one.orderId })).data.account.whole).toBe(false);
  const stranger = await server.as('as_technician', { who: 'other' });
  expect((await stranger.get(`${at}/asregistrationform/chain`, { id: one.orderId })).status).toBe(404);

  const { page, troubles } = await screens.of(manager);
  await page.goto(`/maintenance/ascompletionregistration?id=${one.completionId}`);
  await page.locator('.panel-link', { hasText: '一单到底' }).click();
  await page.locator('.chain-node').nth(5).waitFor();
  expect(await page.locator('.chain-foot b').textContent()).toBe('120.00');
  for (const node of await page.locator('.chain-node').all())
    expect(await node.locator('h2 a').count()).toBeGreaterThan(0);
  await page.locator('.chain-node h2 a', { hasText: one.completionNo }).click();
  await page.locator('.detail-head', { hasText: one.completionNo }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
  const phone = await screens.of(manager, { size: PHONE, language: 'en' });
  await phone.page.goto(`/maintenance/chain/${one.orderId}`);
  await phone.page.locator('.chain-node').first().waitFor();
  expect(
    await phone.page.evaluate(
      () => document.querySelector('.chain-main')!.scrollWidth <= document.querySelector('.chain-main')!.clientWidth,
    ),
  ).toBe(true);
  expect(phone.troubles).toEqual([]);
  await phone.page.context().close();
});

test('the band of a case shows the next step and its roles on every paper; unreadable papers have no station', async () => {
  const one = chained!;
  const order = good(await manager.get(`${at}/asregistrationform/list`, { id: one.orderId })).data.records[0];
  const ask = (who: TestCaller, paper: string, id: string): Promise<Answer> =>
    who.get(`${at}/asregistrationform/band`, { paper, id });
  const band = async (who: TestCaller, paper: string, id: string) => good(await ask(who, paper, id)).data;
  const kinds = (of: { stations: { kind: string; mark: string }[] }): string[] =>
    of.stations.map((station) => `${station.kind} ${station.mark}`);

  // The next step is the leader's confirmation, before the office passes the completion. Both people see it on every
  // paper of the case.
  const byLeader = await band(leader, 'repairForm', order.repairFormId);
  expect(byLeader.step).toMatchObject({ paper: 'visit', id: one.visitId, action: 'confirm', may: true });
  const byCs = await band(cs, 'completion', one.completionId);
  expect(byCs.step).toMatchObject({ action: 'confirm', who: ['班组长或经理', 'Team leader or Manager'], may: false });
  expect(kinds(await band(manager, 'visit', one.visitId))).toEqual([
    'repair done',
    'registration done',
    'dispatch done',
    'visit done',
    'collection open',
    'completion current',
    'piece coming',
  ]);
  expect(kinds(byCs).some((kind) => kind.startsWith('piece'))).toBe(false);
  const stranger = await server.as('as_technician', { who: 'other' });
  expect((await ask(stranger, 'visit', one.visitId)).status).toBe(404);
  expect((await ask(manager, 'customer', order.customerId)).status).toBe(404);

  // The payers are shown with amounts once the completion exists; before that, by the cover without amounts.
  const payers = async (who: TestCaller, paper: string, id: string) =>
    good(await who.get(`${at}/asregistrationform/payers`, { paper, id })).data;
  expect(await payers(cs, 'repairForm', order.repairFormId)).toMatchObject([
    { fee: ['人工费', 'Labour'], payer: '客户', amount: '150.00' },
  ]);
  expect((await stranger.get(`${at}/asregistrationform/payers`, { paper: 'visit', id: one.visitId })).status).toBe(404);
  const again = good(
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: order.customerId,
      registerMainId: order.registerMainId,
      repairType: 'floorHeat',
      faultCategory: 'noise',
      description: '同一家的另一件事',
      separate: true,
    }),
  ).data;
  expect(await payers(cs, 'repairForm', again.id)).toMatchObject(
    ['人工费', '材料费', '里程费', '其他费'].map((fee) => ({ fee: [fee, expect.any(String)], amount: null })),
  );

  // An urge shows the case of its form. The primary button is still the urge's own answer.
  const urged = good(
    await cs.post(`${at}/asurgevisit/submit`, { repairFormId: again.id, urgeLevel: 'ask', content: '能早点吗' }),
  ).data;
  expect(kinds(await band(cs, 'urge', urged.id))[0]).toBe('repair current');
  const urging = await screens.of(cs);
  await urging.page.goto(`/maintenance/asurgevisit?id=${urged.id}`);
  await urging.page.locator('.band .button', { hasText: '受理' }).waitFor();
  expect(await urging.page.locator('.detail .button.strong').allTextContents()).toEqual(['答复A']);
  expect(urging.troubles).toEqual([]);
  await urging.page.context().close();

  // The band of a paper lists other open orders and calls of the same address, without the paper's own order.
  expect((await band(cs, 'registration', one.orderId)).others).toMatchObject([{ no: again.repairNo }]);
  expect((await band(cs, 'repairForm', again.id)).others).toMatchObject([]);
  const form = await screens.of(cs);
  await form.page.goto(`/maintenance/registrationform?id=${one.orderId}`);
  await form.page.locator('.band-others a', { hasText: again.repairNo }).waitFor();
  await form.page.locator('.payers td', { hasText: '人工费' }).waitFor();
  await form.page.keyboard.press('e');
  await form.page.locator('.panel-body > .band-others a', { hasText: again.repairNo }).waitFor();
  expect(form.troubles).toEqual([]);
  await form.page.context().close();
  good(await cs.post(`${at}/asrepairform/update`, { id: again.id, action: 'cancel', cancelReason: 'self' }));

  // In the drawer of an order the next step is the primary button. When another person takes it, the band is updated.
  const office = await screens.of(cs);
  await office.page.goto(`/maintenance/registrationform?id=${one.orderId}`);
  await office.page.locator('.band-words', { hasText: '班组长或经理 确认' }).waitFor();
  expect(await office.page.locator('.band .strong').count()).toBe(0);
  const { page, troubles } = await screens.of(leader);
  await page.goto(`/maintenance/registrationform?id=${one.orderId}`);
  await page.locator('.band .strong', { hasText: '确认' }).waitFor();
  await page.keyboard.press('a');
  await page.locator('.band-station', { hasText: '上门' }).locator('.band-state', { hasText: '已确认' }).waitFor();
  await office.page.locator('.band .strong', { hasText: '通过' }).click();
  await office.page
    .locator('.band-station', { hasText: '完工' })
    .locator('.band-state', { hasText: '已确认' })
    .waitFor();
  await office.page.locator('.band-next', { hasText: '没有要做的了' }).waitFor();
  expect([troubles, office.troubles]).toEqual([[], []]);
  await page.context().close();
  await office.page.context().close();
});
