import { expect, test } from 'vitest';
import { openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const wages = `${at}/aspieceworkwages`;
const [hr, auditor] = await Promise.all(['as_hr', 'as_piece_auditor'].map((role) => server.as(role)));
const MONTH = '2026-11';

interface Sheet {
  readonly id: string;
  readonly technicianId: string;
  readonly totalAmount: string;
  readonly wageStatus: string;
}

const sheets = async (): Promise<Map<string, Sheet>> =>
  new Map(
    ((await hr.get(`${at}/aswagesheet/list`, { wagePeriod: MONTH, size: 100 })).data.records as Sheet[]).map((one) => [
      one.technicianId,
      one,
    ]),
  );

const people: Awaited<ReturnType<typeof world.hire>>[] = [];
const disputed = new Map<string, string>();

test('a payslip shows the customer of each line, and why it pays less than the work of the month', async () => {
  const pump = await world.priced('PUMP', '100');
  for (const name of ['甲', '乙', '丙', '丁', '戊']) {
    const who = await world.hire(`技师${name}`);
    const row = await world.piece({ crew: [[who.id, '1']], processId: pump });
    expect((await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: row.id })).status).toBe(200);
    people.push(who);
  }
  await world.piece({ crew: [[people[0].id, '1']], processId: pump });
  await server.tables("update aspiecework set customer_name = '沈怡然'");
  expect((await hr.post(`${wages}/calculate`, { wagePeriod: MONTH })).status).toBe(200);
  expect((await hr.post(`${wages}/send`, { wagePeriod: MONTH })).status).toBe(200);
  const sheet = (await sheets()).get(people[0].id)!;
  for (const reader of [hr, people[0].caller]) {
    const { data } = await reader.get(`${at}/aswagesheet/detail`, { id: sheet.id });
    expect(data.pieces).toMatchObject({
      finished: { count: 2, amount: '200.00' },
      waiting: { count: 1, amount: '100.00' },
      earlier: { count: 0 },
    });
    const [line] = (data.lines as { id: string; wageLineType: string }[]).filter((one) => one.wageLineType === 'piece');
    expect(data.earnedBy[line.id]).toMatchObject({ work: '工序PUMP', customer: '沈怡然' });
    expect(data.why).toEqual([
      [
        '本期完工 2 单 200.00，工资单计 100.00：1 单还没审完或算进别的期间（100.00）',
        '2 pieces finished make 200.00, the slip pays 100.00: 1 not audited yet or paid with another month (100.00)',
      ],
    ]);
  }
});

test('the disputes of a month are answered with six keys: each by one adjustment that names the disputed line', async () => {
  const before = await sheets();
  for (const who of people) {
    const sheet = before.get(who.id)!;
    const detail = await who.caller.get(`${at}/aswagesheet/detail`, { id: sheet.id });
    const [line] = (detail.data.lines as { id: string; wageLineType: string }[]).filter(
      (one) => one.wageLineType === 'piece',
    );
    disputed.set(sheet.id, line.id);
    const sent = await who.caller.post(`${wages}/dispute`, {
      id: sheet.id,
      wageLineId: line.id,
      disputeKind: 'price',
      claimedValue: '120',
      note: '应按新价目',
    });
    expect(sent.status).toBe(200);
  }
  const { page, troubles } = await screens.of(hr);
  await page.goto('/maintenance/wages/period');
  await page.locator('.cockpit-dispute').nth(4).waitFor();
  await pageSettled(page);
  let actions = 0;
  const press = async (key: string): Promise<void> => {
    actions += 1;
    await page.keyboard.press(key);
  };
  await press('a');
  for (let left = people.length - 1; left >= 0; left--) {
    const dialog = page.getByRole('dialog');
    await (left
      ? dialog.locator('small', { hasText: `后面还有 ${left} 条` }).waitFor()
      : dialog.locator('small', { hasText: '后面还有' }).waitFor({ state: 'detached' }));
    // The proposed amount, claimed less present, is filled in before any typing.
    await page.locator('.cockpit-answer small', { hasText: '按主张值减现值' }).waitFor();
    expect(await page.locator('.cockpit-answer input').inputValue()).toBe('20.00');
    // The line is named by work, customer and day, not by its number.
    await dialog.getByText(/异议的明细：计件 · \S+ · \S+ · \d+月\d+日 · 100\.00/).waitFor();
    await press('Control+Enter');
  }
  await page.locator('.cockpit-answer').waitFor({ state: 'detached' });
  expect(actions).toBeLessThanOrEqual(6);
  const lines = await server.tables<{ sheet: string; corrects: string; amount: string; reason: string }>(
    "select wage_sheet_id::text as sheet, corrects_line_id::text as corrects, amount::text, reason::text from aswageline where wage_line_type = 'adjust' and is_deleted = 0",
  );
  expect(lines).toHaveLength(people.length);
  expect(new Map(lines.map((one) => [one.sheet, one.corrects]))).toEqual(disputed);
  for (const line of lines) {
    expect(line.amount).toBe('20.00');
    expect(line.reason).toMatch(/更正 计件 · \S+ · \S+ · \d+月\d+日 · 100\.00：已核实/);
  }
  const after = await sheets();
  for (const who of people) {
    const [was, now] = [before.get(who.id)!, after.get(who.id)!];
    expect([now.wageStatus, (Number(now.totalAmount) - Number(was.totalAmount)).toFixed(2)]).toEqual([
      'signing',
      '20.00',
    ]);
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a sheet without a month and without amounts opens: there is nothing to explain', async () => {
  const empty = await saved(server, wageSheet);
  const { status, data } = await hr.get(`${at}/aswagesheet/detail`, { id: empty.id });
  expect([status, data.why, data.pieces ?? null]).toEqual([200, [], null]);
});
