import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const hr = await server.as('as_hr');
const manager = await server.as('as_manager');
const auditor = await server.as('as_piece_auditor');
const wang = await world.hire('王强');
const li = await world.hire('李明', { baseSalary: '2000' });

test('a payslip is printed per person, with pieces by process and reasons of deductions; a technician sees only their own', async () => {
  const pump = await world.priced('PUMP', '100');
  for (const { id } of [wang, wang, li]) {
    const made = await world.piece({ crew: [[id, '1']], processId: pump });
    expect((await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: made.id })).status).toBe(200);
  }
  const { data: off } = await hr.post(`${at}/aswageline/submit`, {
    technicianId: wang.id,
    wageLineType: 'penalty',
    amount: '-50',
    reason: '迟到两次',
  });
  await manager.post(`${at}/aswageline/submit`, { id: off.id, action: 'approve' });
  expect((await hr.post(`${at}/aspieceworkwages/calculate`, { wagePeriod: '2026-11' })).status).toBe(200);

  const { data: all } = await hr.get(`${at}/aswagesheet/printDetailsById`, { id: '2026-11' });
  const his = all.sheets.find((one: { technicianId: string }) => one.technicianId === wang.id);
  expect(all.processes.filter((one: { sheetId: string }) => one.sheetId === his.id)).toMatchObject([
    { name: '工序PUMP', count: 2, amount: '200.00' },
  ]);
  expect(
    all.items.filter((one: { sheetId: string; item: string }) => one.sheetId === his.id && one.item === 'penalty'),
  ).toMatchObject([{ reason: '迟到两次', amount: '-50.00' }]);
  const own = (await wang.caller.get(`${at}/aswagesheet/printDetailsById`, { id: '2026-11' })).data;
  expect(own.sheets.map((one: { technicianId: string }) => one.technicianId)).toEqual([wang.id]);
  expect((await li.caller.get(`${at}/aswagesheet/printDetailsById`, { id: his.id })).status).toBe(404);
  expect((await li.caller.post(`${at}/aswagesheet/updatePrintById`, { id: his.id })).status).toBe(404);

  const { page, troubles } = await screens.of(hr);
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('afterprint'));
  });
  await page.goto('/maintenance/wages/total?wagePeriod=2026-11');
  await page.locator('a', { hasText: '打印工资条 2026-11' }).click();
  await page.locator('.strip').nth(1).waitFor();
  await page.locator('.strip', { hasText: '迟到两次' }).locator('svg').waitFor();
  await page.locator('.sheets-bar .strong').click();
  await page.locator('.strip em', { hasText: '副本' }).first().waitFor();
  expect((await hr.get(`${at}/aswagesheet/detail`, { id: his.id })).data.printCount).toBe(1);
  expect(troubles).toEqual([]);
  await page.context().close();
});
