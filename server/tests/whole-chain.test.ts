import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PieceWorld } from '#business/piecework/testing/piecework-world.ts';
import { writeCompletion } from '#business/mobile/testing/at-the-door.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { PHONE, type Watched, chooseIn, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

// One case through all screens, from the phone call to the signed payslip; each person uses only their own screen.
const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await Worksite.of(server);
await site.setUp();
await site.fillVan(5);
await new PieceWorld(server).priced('PUMP', '100', {
  autoRule: [{ receiptsType: 'repair', equipmentCategory: 'pump', serviceMeasure: 'replacePart' }],
});
const at = 'blade-maintenance/webApi';
const [cs, dispatcher, second, leader, office, finance, auditor, hr, manager] = await Promise.all([
  server.as('as_cs'),
  server.as('as_dispatcher'),
  server.as('as_dispatcher', { who: 'second' }),
  server.as('as_leader'),
  server.as('as_cs_lead'),
  server.as('as_finance'),
  server.as('as_piece_auditor'),
  server.as('as_hr'),
  server.as('as_manager'),
]);
// Put customer service and its lead in one department.
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  cs.id,
  office.id,
]);
server.app.ports.forget('000000');
const PATIENT = { timeout: 15_000 };
const MINUTE = 60_000;
const troubles: string[] = [];

/** Open a person's screen, on which every error fails the test. */
async function screenOf(
  who: TestCaller,
  path: string,
  options: Parameters<typeof screens.of>[1] = {},
): Promise<Watched> {
  const watched = await screens.of(who, options);
  await watched.page.goto(path);
  return watched;
}

const leave = async (...all: Watched[]): Promise<void> => {
  for (const one of all) {
    troubles.push(...one.troubles);
    await one.page.context().close();
  }
};

const today = new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10);

const one = async <R>(sql: string): Promise<R> => (await server.tables(sql))[0] as R;

test('customer service takes the call: four digits, the machine, the fault, Ctrl+Enter', async () => {
  const address = '上海市浦东新区锦绣路888弄12号501室';
  const { data: customer } = good(
    await cs.post(`${at}/ascustomer/submit`, {
      customerName: '王桂芳',
      phone: '13812348866',
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    }),
  );
  const { data: file } = good(await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address }));
  good(
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  );
  const desk = await screenOf(cs, '/maintenance/desk');
  const { page } = desk;
  await page.locator('.desk-box input').waitFor();
  await pageSettled(page);
  await page.keyboard.press('/');
  await page.keyboard.type('8866');
  await page.locator('.desk-hit').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.desk-machine').first().waitFor();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.press('Alt+1');
  await page.locator('.desk-machine[aria-checked="true"]').waitFor();
  await page.keyboard.type('次卧地面凉，水泵有异响');
  await chooseIn(page.locator('.desk-field', { hasText: '故障类别' }).locator('[role=combobox]'), '不制热');
  // The customer wants the visit today; the board later proposes this day.
  await page.locator('.desk-field', { hasText: '期望' }).locator('input').first().fill(today);
  await page.locator('.desk-decision').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.desk-row[href^="/maintenance/registrationform"]').waitFor();
  await leave(desk);
});

/** Open the board of a person. */
async function board(who: TestCaller): Promise<Watched> {
  const watched = await screenOf(who, '/maintenance/board', { refused: [409] });
  await watched.page.locator('.order', { hasText: '王桂芳' }).waitFor();
  await watched.page.locator('.board[data-fetching="false"]').waitFor();
  return watched;
}

test('three people at one board: one sends the order, the one editing it is notified, the third sees it move', async () => {
  const [mine, theirs, third] = await Promise.all([board(dispatcher), board(second), board(leader)]);
  const order = theirs.page.locator('.order', { hasText: '王桂芳' });
  const from = (await order.boundingBox())!;
  const row = (await theirs.page.locator(`.row[data-technician="${site.otherId}"] .track`).boundingBox())!;
  await theirs.page.mouse.move(from.x + 4, from.y + 20);
  await theirs.page.mouse.down();
  await theirs.page.mouse.move(from.x + 20, from.y + 30);
  await theirs.page.mouse.move(row.x + row.width * 0.7, row.y + row.height / 2, { steps: 4 });
  await theirs.page.locator('.ghost').waitFor();
  await mine.page.locator('.order', { hasText: '王桂芳' }).click();
  await mine.page.locator(`.suggestion[data-technician="${site.technicianId}"]`).click();
  await mine.page.locator('.send:not(:disabled)', { hasText: '蒋志强' }).click();
  await mine.page.locator('.toast', { hasText: '王桂芳 已派给 蒋志强' }).waitFor();
  await theirs.page.locator('.toast', { hasText: '已由他人派出' }).waitFor();
  await theirs.page.mouse.up();
  for (const { page } of [mine, theirs, third])
    await page.locator(`.row[data-technician="${site.technicianId}"] .block`, { hasText: '王桂芳' }).waitFor();
  // The blocks and the list of open orders are separate answers, which may arrive in either order.
  await third.page.locator('.order', { hasText: '王桂芳' }).waitFor({ state: 'detached' });
  await leave(mine, theirs, third);
});

const next = (page: Page, step: string) => page.locator(`.day-button.big[data-step="${step}"]`);

/** Open the phone of the technician, located at the customer's door. */
async function phone(): Promise<Watched> {
  const watched = await screens.of(site.man, { size: PHONE });
  await watched.page.context().grantPermissions(['geolocation']);
  await watched.page.context().setGeolocation({ latitude: 31.21, longitude: 121.52 });
  await watched.page.goto('/maintenance/day');
  await watched.page.locator('.day-head h1').waitFor();
  return watched;
}

test('the technician completes the visit by phone: steps, photos, a pump from the van, cash, a signature', async () => {
  const watched = await phone();
  const { page } = watched;
  const { id } = await one<{ id: string }>('select id::text as id from dispatchlist');
  const state = async (): Promise<unknown> => (await site.visit(id)).taskStatus;
  await next(page, 'accept').click();
  await next(page, 'appoint').click();
  await page.getByRole('button', { name: '约好了' }).click();
  await next(page, 'depart').click();
  await expect.poll(state, PATIENT).toBe('traveling');
  server.clock.pass(10 * MINUTE);
  await next(page, 'arrive').click();
  await expect.poll(state, PATIENT).toBe('working');
  server.clock.pass(30 * MINUTE);
  await next(page, 'form').click();
  await page.locator('.day-tabs').waitFor();
  await writeCompletion(page);
  await page.getByRole('button', { name: '提交完工' }).click();
  await expect.poll(state, PATIENT).toBe('finished');
  await leave(watched);
  expect(
    await one('select receivable_amount::text as due, practical_amount::text as paid from ascompletionregistration'),
  ).toEqual({ due: '300.00', paid: '300.00' });
  expect(
    await one(
      "select on_hand::text as left from asstock where material_status = 'good' and on_hand between 1 and 9 and warehouse_id = (select id from aswarehouse where warehouse_code = 'CAR-01')",
    ),
  ).toEqual({ left: '4.000' });
});

/** Confirm the first case of a workbench with its key (`a`), and wait until it has the wanted state. */
async function judged(who: TestCaller, path: string, state: () => Promise<string>, wanted: string): Promise<void> {
  const watched = await screenOf(who, path);
  await watched.page.locator('.bench-case-head', { hasText: '王桂芳' }).waitFor();
  await watched.page.locator('.bench-foot .strong:enabled').waitFor();
  await watched.page.keyboard.press('a');
  await expect.poll(state, PATIENT).toBe(wanted);
  await watched.page.getByText(/没有待确认的/).waitFor();
  await leave(watched);
}

test('the leader confirms the visit and the back office passes the completion, each with one key', async () => {
  await judged(
    leader,
    '/maintenance/confirm',
    async () => (await one<{ s: string }>('select task_status as s from dispatchlist')).s,
    'confirmed',
  );
  await judged(
    office,
    '/maintenance/check',
    async () => (await one<{ s: string }>('select complete_status as s from ascompletionregistration')).s,
    'confirmed',
  );
  expect(await one('select piece_status, piece_amount::text as amount from aspiecework')).toEqual({
    piece_status: 'pending',
    amount: '100.00',
  });
});

test('finance takes the cash over and approves it; the three totals agree', async () => {
  const watched = await screenOf(finance, '/maintenance/financeboard');
  const { page } = watched;
  const act = async (verb: string): Promise<void> => {
    await page.locator('.money-rows tbody tr').first().waitFor();
    await page.locator('.money-rows thead input[type="checkbox"]').check();
    await page.locator('.money-foot .button', { hasText: verb }).click();
    await page.locator('.dialog').getByRole('button', { name: verb }).click();
    await page.locator('.money-agreed:not([data-off])').waitFor();
  };
  await page.locator('.money-hand', { hasText: '300.00' }).waitFor();
  await act('收款上缴');
  await page.locator('.money-hand', { hasText: '都已交款' }).waitFor();
  await page.getByRole('region', { name: '审核' }).locator('button').first().click();
  await act('审核');
  await expect
    .poll(
      async () => server.tables('select distinct transmit_status, approval_status from ascollectdetaileds'),
      PATIENT,
    )
    .toEqual([{ transmit_status: 'transmitted', approval_status: 'approved' }]);
  await leave(watched);
});

test('the auditor passes the piece with key A', async () => {
  const watched = await screenOf(auditor, '/maintenance/aspieceworkaudit');
  await watched.page.locator('.audit-item[data-id]').first().waitFor();
  await watched.page.locator('.audit-process').first().waitFor();
  await watched.page.keyboard.press('a');
  await expect
    .poll(async () => (await one<{ s: string }>('select piece_status as s from aspiecework')).s, PATIENT)
    .toBe('approved');
  await leave(watched);
});

async function cockpit(who: TestCaller): Promise<Watched> {
  const watched = await screenOf(who, '/maintenance/wages/period');
  await watched.page.locator('.cockpit-table tbody tr[data-technician]').first().waitFor();
  await pageSettled(watched.page);
  return watched;
}

const press = async (page: Page, words: string, sure = false): Promise<void> => {
  await page.locator('.cockpit-head .strong:enabled', { hasText: words }).click();
  if (sure) await page.locator('.dialog .strong').click();
};
const stands = (page: Page, words: string): Promise<void> =>
  page.locator('.cockpit-head .pill', { hasText: words }).waitFor();

test('the wages office calculates the month and sends the slips; the technician disputes a line, gets an answer, and signs', async () => {
  const office = await cockpit(hr);
  await press(office.page, '计算');
  await stands(office.page, '已计算');
  await press(office.page, '下发确认', true);
  await stands(office.page, '确认中');

  const watched = await phone();
  const { page } = watched;
  await page.getByRole('button', { name: '我的' }).click();
  await page.locator('button.day-line-row', { hasText: '2026-11' }).click();
  await page.locator('[data-part="piece"] .day-line-row').first().click();
  await page.locator('[data-part="piece"] .day-slip-lines .day-line-row').first().click();
  // Each amount shows how it is calculated.
  await page.locator('.day-formula', { hasText: '工序PUMP' }).waitFor();
  await page.getByRole('button', { name: '对这笔有异议' }).click();
  await page.getByLabel('我认为').fill('2');
  await page.getByLabel('说明').fill('当天换了两台泵');
  await page.getByRole('button', { name: '提交异议' }).click();
  await page.locator('.pill', { hasText: '有异议' }).first().waitFor();

  await office.page.reload();
  await press(office.page, '答复异议');
  await office.page.locator('.cockpit-answer textarea').fill('现场照片确认两台，补记一台');
  await office.page.locator('.cockpit-answer input').fill('100');
  await office.page.keyboard.press('Control+Enter');
  await office.page.locator(`tr[data-technician="${site.technicianId}"][data-state="signing"]`).waitFor();

  await page.reload();
  // The pay line that was added shows the answer too, so look for it in the dispute.
  await page.locator('.day-block', { hasText: '我的异议' }).filter({ hasText: '现场照片确认两台' }).waitFor();
  await page.getByRole('button', { name: '确认签字' }).click();
  await expect
    .poll(
      async () =>
        (
          await one<{ s: string }>(
            `select wage_status as s from aswagesheet where technician_id = ${site.technicianId}`,
          )
        ).s,
      PATIENT,
    )
    .toBe('signed');
  expect(
    await server.tables(
      `select wage_line_type as kind, amount::text as amount from aswageline where technician_id = ${site.technicianId} and wage_line_type in ('piece', 'adjust') order by 1`,
    ),
  ).toMatchObject([{ amount: '100.00' }, { amount: '100.00' }]);
  // Follow the links from the amount back to the visit.
  await page.locator('[data-part="piece"] .day-line-row').first().click();
  await page.locator('[data-part="piece"] .day-slip-lines .day-line-row').first().click();
  await page.getByRole('link', { name: '查看这一单' }).click();
  await page.getByRole('link', { name: /^RW/ }).click();
  await page.locator('.detail-head', { hasText: /RW/ }).waitFor();
  await leave(watched, office);
});

test('the manager approves, the wages office pays and closes; one page shows the whole case with links back', async () => {
  // The manager can approve only after the other technician has signed too.
  const { id } = await one<{ id: string }>(
    `select id::text as id from aswagesheet where technician_id = ${site.otherId}`,
  );
  good(await site.other.post(`${at}/aspieceworkwages/sign`, { id }));
  const approving = await cockpit(manager);
  await press(approving.page, '审批');
  await stands(approving.page, '已审批');
  await leave(approving);
  const closing = await cockpit(hr);
  await press(closing.page, '确认发放', true);
  await stands(closing.page, '已发放');
  await press(closing.page, '关账');
  await closing.page.locator('.dialog').locator('input, textarea').first().fill('月底提前关账');
  await closing.page.locator('.dialog .strong').click();
  await stands(closing.page, '已关账');
  await leave(closing);
  expect(await one('select piece_status from aspiecework')).toEqual({ piece_status: 'settled' });

  const order = await one<{ id: string }>('select id::text as id from asregistrationform');
  const chain = await screenOf(manager, `/maintenance/chain/${order.id}`);
  await pageSettled(chain.page);
  const ways = await chain.page
    .locator('#page a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!.split('?')[0]));
  for (const way of ['/maintenance/asrepairform', '/maintenance/dispatchlist', '/maintenance/ascompletionregistration'])
    expect(ways).toContain(way);
  await leave(chain);
});

test('no screen had an error', () => {
  expect(troubles).toEqual([]);
});
