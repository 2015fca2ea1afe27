import { expect, test } from 'vitest';
import { PHONE, openScreens, pageSettled, switchLanguage, chooseIn } from '#kernel/testing/screens/browser.ts';
import { unreadable } from '#kernel/testing/screens/readable.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good, picture } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await Worksite.of(server);
await site.setUp();
await site.fillVan(3);
const at = 'blade-maintenance/webApi';
const [cs, dispatcher, leader] = await Promise.all(
  ['as_cs', 'as_dispatcher', 'as_leader'].map((role) => server.as(role)),
);
const MINUTE = 60_000;

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
for (const equipmentName of ['混水中心', '分集水器'])
  good(
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName,
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  );

const one = async <R>(sql: string): Promise<R> => (await server.tables(sql))[0] as R;

test('an order is created and dispatched on one page: customer by four digits, two machines, the proposed technician', async () => {
  const { page, troubles } = await screens.of(dispatcher);
  await page.goto('/maintenance/registrationform/addForm');
  await page.locator('.desk-box input:focus').waitFor();
  await page.keyboard.type('8866');
  await page.locator('.desk-hit').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.desk-machine', { hasText: '混水中心' }).click();
  await page.locator('.desk-machine', { hasText: '分集水器' }).click();
  await expect.poll(() => page.locator('.desk-machine[aria-checked="true"]').count()).toBe(2);
  await chooseIn(page.locator('.desk-field', { hasText: '单据类型' }).locator('[role=combobox]'), '保养');
  // Nothing is sent while the content is missing; its field shows the fault.
  await page.keyboard.press('Control+Enter');
  await page.locator('.desk-field', { hasText: '服务内容' }).getByRole('alert').waitFor();
  await page.locator('.desk-field', { hasText: '服务内容' }).locator('textarea').fill('采暖季前保养两台');
  await page.locator('.desk-decision').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('button.suggestion').first().waitFor();
  await page.locator('.order-send .strong:enabled').click();
  const dialog = page.getByRole('dialog');
  await page.locator('.toast', { hasText: '已派给' }).or(dialog).first().waitFor();
  if (await dialog.count()) {
    await dialog.getByRole('textbox').fill('客户只有这时在家');
    await page.keyboard.press('Control+Enter');
    await page.locator('.toast', { hasText: '已派给' }).waitFor();
  }
  // The focus is back in the search input, where the next order begins.
  await page.locator('.desk-box input:focus').waitFor();
  expect(
    await one(
      'select register_status, content, receipts_type, (select count(*)::int from asregistrationequipment e where e.registration_form_id = r.id) as machines from asregistrationform r',
    ),
  ).toEqual({ register_status: 'dispatched', content: '采暖季前保养两台', receipts_type: 'maintain', machines: 2 });
  expect(troubles.filter((one) => !/4\d\d/.test(one))).toEqual([]);
  await page.context().close();
});

test('customer service creates an order without dispatching it', async () => {
  const { page, troubles } = await screens.of(cs);
  await page.goto('/maintenance/registrationform');
  await page.getByRole('link', { name: '登记并派工' }).click();
  await page.locator('.desk-box input').fill('8866');
  await page.locator('.desk-hit').first().click();
  await page.locator('.desk-form .strong', { hasText: '只保存' }).waitFor();
  expect(await page.getByRole('button', { name: '保存并派工' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a waiting order is editable; after dispatch only phone, remark and the note of the home are', async () => {
  const waiting = good(
    await cs.post(`${at}/asregistrationform/addRegistrationForm`, {
      header: {
        registerMainId: file.id,
        customerId: customer.id,
        source: 'phone',
        receiptsType: 'clean',
        repairType: 'floorHeat',
        content: '清洗',
      },
    }),
  ).data;
  const { page, troubles } = await screens.of(dispatcher);
  await page.goto(`/maintenance/registrationform/edit?id=${waiting.id}`);
  await page.locator('.desk-field', { hasText: '服务内容' }).locator('textarea').fill('清洗分集水器');
  await page.locator('.desk-machine', { hasText: '分集水器' }).click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '已保存' }).waitFor();
  expect((await dispatcher.get(`${at}/asregistrationform/detail`, { id: waiting.id })).data).toMatchObject({
    content: '清洗分集水器',
  });
  expect(
    (await dispatcher.get(`${at}/asregistrationform/equipmentList`, { registrationFormId: waiting.id })).data,
  ).toMatchObject([{ equipmentName: '分集水器' }]);

  const { id } = await one<{ id: string }>(
    "select id::text as id from asregistrationform where register_status = 'dispatched'",
  );
  await page.goto(`/maintenance/registrationform/edit?id=${id}`);
  await page.locator('.order-served').waitFor();
  expect(await page.locator('textarea').count()).toBe(0);
  await page.locator('.desk-field', { hasText: /^备注/ }).locator('input').fill('到小区先打电话');
  await page.locator('.desk-field', { hasText: '住址备注' }).locator('input').fill('门禁 2088');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '已保存' }).last().waitFor();
  await expect
    .poll(async () =>
      one(
        `select r.remark, f.key_note from asregistrationform r join registermain f on f.id = r.register_main_id where r.id = ${id}`,
      ),
    )
    .toEqual({ remark: '到小区先打电话', key_note: '门禁 2088' });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the office writes a completion for a technician: times, parts of the van, money, photos, a signed sheet', async () => {
  const job = await site.sent(11, '冯志远');
  good(await site.man.post('blade-maintain/dispatchList/accept', { id: job.id }));
  good(await site.man.post('blade-maintain/dispatchList/arrive', { id: job.id, location: '121.52,31.21' }));
  server.clock.pass(40 * MINUTE);
  const { page, troubles } = await screens.of(leader);
  await page.goto('/maintenance/ascompletionregistration/addForm');
  await page.locator('.office-list button', { hasText: '蒋志强' }).click();
  await chooseIn(page.getByRole('combobox', { name: '故障原因' }), '自然磨损');
  await chooseIn(page.getByRole('combobox', { name: '处理措施' }), '更换配件');
  await page.getByLabel('做了什么').fill('更换循环泵');
  await page.getByRole('button', { name: '其余正常' }).click();
  await page.locator('.day-number', { hasText: '系统水压' }).locator('input').fill('1.5');
  await page.locator('[data-section="supplies"]').getByRole('button', { name: '添加' }).click();
  await page.locator('.day-bag button').first().click();
  await page.getByRole('button', { name: '完成' }).click();
  await page.locator('.day-number', { hasText: '人工费' }).locator('input').fill('120');
  await page.getByRole('radio', { name: '现金' }).click();
  // Before anything is sent, a missing value is shown and its field focused.
  await page.getByRole('button', { name: '提交完工' }).click();
  await page.locator('.toast', { hasText: '代技师登记须说明原因' }).waitFor();
  await page.getByLabel('代登记原因').fill('手机进水，凭纸质单补录');
  for (const name of ['维修前', '维修后'])
    await page
      .locator('.office-photos', { hasText: name })
      .locator('input')
      .setInputFiles(await picture('sharp'));
  await page.locator('[data-section="sign"] input[type="file"]').setInputFiles(await picture('sharp'));
  await page.locator('.office-foot', { hasText: '可以提交' }).waitFor();
  await expect.poll(() => unreadable(page, false, [])).toEqual([]);
  await switchLanguage(page, 'en');
  await pageSettled(page);
  await page.locator('.office-foot', { hasText: 'Ready to submit' }).waitFor();
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize({ width: 1440, height: 900 });
  await switchLanguage(page, 'zh');
  await page.getByRole('button', { name: '提交完工' }).click();
  await page.locator('.toast', { hasText: '已提交完工' }).waitFor();
  expect(await site.visit(job.id)).toMatchObject({ taskStatus: 'finished', visitResult: 'done' });
  expect(
    await one(
      'select complete_status, receivable_amount::text as due, practical_amount::text as paid, sign_file is not null as signed from ascompletionregistration',
    ),
  ).toEqual({ complete_status: 'submitted', due: '300.00', paid: '300.00', signed: true });
  expect(
    await server.tables('select 1 from ascompletionannexrelation where dispatch_list_id = $1', [job.id]),
  ).toHaveLength(2);
  expect(troubles).toEqual([]);
  await page.context().close();
});
