import { expect, test } from 'vitest';
import { type TestScreens, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { openCases } from '../testing/cases.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const { cs, leader, finance, man, admin, job } = await openCases(server);

test('a leader sees required photos and confirms by a key; the back office sees the warnings and passes', async () => {
  const one = await job(0);
  const look = good(await leader.get(`${at}/ascompletionregistration/look`, { visitId: one.visitId })).data;
  expect(look.classes).toMatchObject([
    { name: '处理前', min: 1, missing: 0, photos: [{ checkResult: expect.any(String) }] },
  ]);
  expect(look.reasons.map((reason: { code: string }) => reason.code)).toEqual(
    expect.arrayContaining(['leader', 'open', 'unsigned']),
  );
  expect((await man.get(`${at}/ascompletionregistration/look`, { visitId: '1' })).status).toBe(404);
  // Money and photos belong to the technician's department, but the back office judges the completion and so sees them
  // with it.
  const desk = good(await cs.get(`${at}/ascompletionregistration/look`, { visitId: one.visitId })).data;
  expect([desk.collects.length, desk.classes[0].photos.length]).toEqual([1, 1]);
  expect(desk.reasons).toEqual(look.reasons);

  const check = await screens.of(cs);
  await check.page.goto('/maintenance/check');
  await check.page.locator('.look-reasons li', { hasText: '未收 30.00' }).waitFor();
  expect(await check.page.locator('.bench-foot .strong').isDisabled()).toBe(true);

  const { page, troubles } = await screens.of(leader);
  await page.goto('/maintenance/confirm');
  await page.locator('.look-class', { hasText: '需 1 张，有 1 张' }).waitFor();
  await page.locator('.look-class img').click();
  await page.locator('.look-large img').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.locator('.table-empty', { hasText: '没有待确认的上门' }).waitFor();
  expect((await admin.get(`${D}/detail`, { id: one.visitId })).data.taskStatus).toBe('confirmed');
  expect(troubles).toEqual([]);
  await page.context().close();

  await check.page.reload();
  await check.page.locator('.bench-foot .strong:not(:disabled)').waitFor();
  await check.page.keyboard.press('a');
  await check.page.locator('.table-empty', { hasText: '没有待确认的完工' }).waitFor();
  expect(
    (await admin.get(`${at}/ascompletionregistration/list`, { id: one.completionId })).data.records[0].completeStatus,
  ).toBe('confirmed');
  expect(check.troubles).toEqual([]);
  await check.page.context().close();
});

test('finance receives and approves cash at one desk; all three groupings have the same sum', async () => {
  await job(120, '80.00');
  await job(240, '60.50');
  const totals = good(await finance.get(`${at}/ascollectdetaileds/totals`)).data;
  const sum = (parts: readonly { amount: string }[]): number =>
    parts.reduce((all, part) => all + Math.round(Number(part.amount) * 100), 0);
  for (const track of ['transmitStatus', 'invoiceStatus', 'approvalStatus'])
    expect(sum(totals.tracks[track]), track).toBe(Math.round(Number(totals.amount) * 100));
  expect(sum(totals.inHand)).toBe(
    sum(totals.tracks.transmitStatus.filter((part: { key: string }) => part.key === 'none')),
  );
  expect((await server.stranger().get(`${at}/ascollectdetaileds/totals`)).status).toBe(401);

  const { page, troubles } = await screens.of(finance);
  await page.goto('/maintenance/financeboard');
  await page.locator('.money-rows tbody tr').nth(1).waitFor();
  const held = await page.locator('.money-rows tbody tr').count();
  await page.locator('.money-rows thead input').check();
  // A dialog names the technicians and the sum before finance takes over the cash. Afterwards one click on the toast
  // undoes it.
  const question = page.locator('.dialog', { hasText: '确定收款上缴' });
  const takeOver = async (): Promise<void> => {
    await page.locator('.money-foot button', { hasText: '收款上缴' }).click();
    await question.getByText('合计 ¥').waitFor();
    await question.getByRole('button', { name: '收款上缴' }).click();
    await page.locator('.table-empty', { hasText: '没有这样的收款' }).waitFor();
  };
  await takeOver();
  await page.locator('.table-empty', { hasText: '上方条件隐藏了其余收款' }).waitFor();
  await page.locator('.toast button', { hasText: '撤销' }).click();
  await page.locator('.toast', { hasText: '已撤销收款上缴' }).waitFor();
  await expect.poll(() => page.locator('.money-rows tbody tr').count()).toBe(held);
  await page.locator('.money-rows thead input').check();
  await takeOver();
  await page.locator('.money-agreed', { hasText: '三条线合计一致' }).waitFor();
  await page.locator('.money-track', { hasText: '审核' }).locator('button', { hasText: '未审核' }).click();
  await page
    .locator('.money-rows tbody tr')
    .nth(held - 1)
    .waitFor();
  await page.locator('.money-rows tbody input').first().check();
  await page.locator('.money-foot button', { hasText: '审核' }).click();
  await page.locator('.dialog').getByRole('button', { name: '审核' }).click();
  await page.locator('.money-track button', { hasText: '已审核' }).filter({ hasText: '1 条' }).waitFor();
  const after = good(await finance.get(`${at}/ascollectdetaileds/totals`)).data;
  expect(after.amount).toBe(totals.amount);
  expect(after.inHand).toEqual([]);
  expect(troubles).toEqual([]);
  await page.context().close();
});
