import { storedText } from '#kernel/language/label.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  DESK,
  type TestScreens,
  type Watched,
  chooseIn,
  openScreens,
  pageSettled,
} from '#kernel/testing/screens/browser.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { type CountedPerson, counting } from '#kernel/testing/screens/counting.ts';
import { keeper, saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const cs = await server.as('as_cs');
const at = 'blade-maintenance/webApi';

/** Create a known caller: one home with one machine. */
async function known(by: TestCaller, last: string): Promise<{ customerId: string; equipmentId: string }> {
  const phone = `1381234${last}`;
  const { data: customer } = await by.post(`${at}/ascustomer/submit`, {
    customerName: `王桂芳${last}`,
    phone,
    addressDetail: '上海市浦东新区锦绣路888弄12号501室',
    customerServiceTeam: 'east',
  });
  const { data: file } = await by.post(`${at}/registerMain/submit`, {
    customerId: customer.id,
    address: '上海市浦东新区锦绣路888弄12号501室',
  });
  const { data: machine } = await by.post(`${at}/asequipment/submit`, {
    registerMainId: file.id,
    equipmentName: '混水中心',
    equipmentCategory: 'pump',
    systemType: 'floorHeat',
    installDate: '2025-11-01',
  });
  return { customerId: customer.id, equipmentId: machine.id };
}

/** Take a call without a mouse: caller, machine, fault. The words of the call are not counted. */
async function takeCall(page: Page, person: CountedPerson, last: string, words: string): Promise<void> {
  await person.press('/');
  await page.locator('.desk-box input:focus').waitFor();
  await person.type(last);
  await page.locator('.desk-hit').first().waitFor();
  await person.press('Enter');
  await page.locator('.desk-machine').first().waitFor();
  await page.locator('textarea:focus').waitFor();
  await person.press('Alt+1');
  await page.locator('.desk-machine[aria-checked="true"]').waitFor();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(words);
  await person.press('Shift+Tab');
  await person.press('ArrowDown');
  await person.press('Tab');
  await page.locator('.desk-decision').waitFor();
}

async function desk(): Promise<Watched> {
  const watched = await screens.of(cs, { refused: [409] });
  await watched.page.goto('/maintenance/desk');
  await watched.page.locator('.desk-box input').waitFor();
  await pageSettled(watched.page);
  return watched;
}

test('Enter before the answer takes the hit of the typed text, not of the earlier digits', async () => {
  await known(cs, '7701');
  await known(cs, '7702');
  const { page, troubles } = await desk();
  await page.locator('.desk-box input').focus();
  await page.keyboard.type('770');
  const hits = page.locator('.desk-hit');
  await expect.poll(() => hits.count()).toBe(2);
  const wanted = (await hits.first().innerText()).includes('7701') ? '7702' : '7701';
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    (url) => url.searchParams.get('text') === wanted,
    async (route) => {
      requested.resolve();
      await held.promise;
      await route.continue();
    },
  );
  await page.keyboard.type(wanted.slice(-1));
  await page.keyboard.press('Enter');
  await requested.promise;
  expect(await page.locator('.desk-person').count()).toBe(0);
  held.resolve();
  await page.locator('.desk-person', { hasText: wanted }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a call of a known caller is taken with twelve keys and its words, and the registration opens', async () => {
  await known(cs, '8866');
  const { page, troubles } = await desk();
  const person = counting(page);
  await takeCall(page, person, '8866', '次卧地面一天没有热过');
  await person.press('Control+Enter');
  await page.locator('.desk-row[href^="/maintenance/registrationform"]').waitFor();
  const { data } = await cs.get(`${at}/asregistrationform/list`, { content_like: '次卧地面一天没有热过' });
  expect(data.records).toMatchObject([{ registerStatus: 'registered', content: '次卧地面一天没有热过' }]);
  expect(person.count()).toBeLessThanOrEqual(12);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('missing fields are marked and the first focused; the desk shows the latest call back', async () => {
  const admin = await keeper(server);
  expect(
    (
      await admin.post(`${at}/asslapolicy/submit`, {
        policyName: '预约两小时',
        slaKind: 'appoint',
        targetMinutes: 120,
        warnPercent: 80,
        calendarStart: '00:00',
        calendarEnd: '23:59',
        weekendCount: true,
        priority: 1,
      })
    ).status,
  ).toBe(200);
  await known(cs, '8873');
  const { page, troubles } = await desk();
  await page.keyboard.press('/');
  await page.keyboard.type('8873');
  await page.locator('.desk-hit').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.press('Control+Enter');
  // Neither machine nor system is chosen: their field is the first missing one, and gets the focus.
  await page.locator('.desk-form [role=combobox][aria-invalid="true"]:focus').waitFor();
  await expect.poll(() => page.locator('.desk-form .field-problem').count()).toBe(3);
  await page.keyboard.press('ArrowDown');
  await page.locator('.desk-promise', { hasText: '可以这样答复' }).waitFor();
  // The following keys open the list and close it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.list-below li').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.list-below li').first().waitFor({ state: 'detached' });
  await page.locator('.desk-form [role=combobox]:focus').waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a repeated call shows the duplicate before the save, which waits for the answer', async () => {
  const { customerId, equipmentId } = await known(cs, '8867');
  const first = await cs.post(`${at}/asrepairform/submit`, {
    customerId,
    equipmentId,
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '次卧不热',
  });
  const { page, troubles } = await desk();
  await takeCall(page, counting(page), '8867', '还是次卧');
  await page.locator('.desk-duplicate', { hasText: first.data.repairNo }).waitFor();
  expect(await page.locator('.desk-choice[aria-checked="true"]').count()).toBe(0);
  const count = async (): Promise<number> =>
    (await cs.get(`${at}/asrepairform/list`, { customerId_equal: customerId })).data.total;
  const before = await count();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '可能重复' }).waitFor();
  expect(await count()).toBe(before);
  await page.keyboard.press('Alt+n');
  await page.locator('.desk-choice[aria-checked="true"]', { hasText: '并入' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '已并入' }).waitFor();
  expect(
    (await cs.get(`${at}/asrepairform/list`, { customerId_equal: customerId, repairStatus_equal: 'merged' })).data
      .total,
  ).toBe(1);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a lead overrides the cover before the save, with a reason; others have no such control', async () => {
  const senior = await server.as('as_cs,as_cs_lead', { who: 'lead' });
  await known(senior, '8868');
  const lead = await screens.of(senior, { refused: [400] });
  await lead.page.goto('/maintenance/desk');
  await pageSettled(lead.page);
  await takeCall(lead.page, counting(lead.page), '8868', '地暖不热，老客户');
  // Without a machine the decision about its cover disappears. Clearing the form leaves the focus in its text area.
  await lead.page.locator('.desk-decision').waitFor();
  await chooseIn(lead.page.locator('.desk-form').getByLabel('故障设备'), '不指定设备');
  await lead.page.locator('.desk-decision').waitFor({ state: 'detached' });
  await lead.page.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => lead.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await lead.page.goto('/maintenance/desk');
  await pageSettled(lead.page);
  await takeCall(lead.page, counting(lead.page), '8868', '地暖不热，老客户');
  await lead.page.locator('.desk-decision').getByRole('button', { name: '改判' }).click();
  await chooseIn(lead.page.locator('.desk-other-cover [role=combobox]'), '公司承担');
  // An override without a reason prevents the whole save.
  await lead.page.getByRole('button', { name: '只保存' }).click();
  await lead.page.locator('.desk-other-cover .field-problem').waitFor();
  const stored = async (): Promise<unknown[]> =>
    (await senior.get(`${at}/asrepairform/list`, { description_like: '地暖不热，老客户' })).data.records;
  expect(await stored()).toEqual([]);
  await lead.page.locator('.desk-other-cover input').fill('上月刚修过');
  await lead.page.getByRole('button', { name: '只保存' }).click();
  await lead.page.locator('.desk-row[href^="/maintenance/asrepairform"]').waitFor();
  expect(await stored()).toMatchObject([{ repairStatus: 'submitted', weibao: 'goodwill' }]);
  expect(lead.troubles).toEqual([]);
  await lead.page.context().close();
  const mine = await known(cs, '8871');
  const refused = await cs.post(`${at}/asrepairform/submit`, {
    ...mine,
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '想自己改判',
    cover: { weibao: 'goodwill', reason: '试试' },
  });
  expect(refused.status).toBe(403);
});

test('an unknown caller is assigned to the estate, which sets the team', async () => {
  const admin = await keeper(server);
  const estate = await admin.post(`${at}/asbasepremises/submit`, {
    premisesName: '梧桐里',
    districtCode: '310115',
    address: '浦东新区梧桐路 1 号',
    customerServiceTeam: 'west',
  });
  expect(estate.status).toBe(200);
  const { page, troubles } = await desk();
  await page.locator('.desk-box input').fill('13900008869');
  await page.getByRole('button', { name: '新客户' }).click();
  const box = (label: string) => page.locator('.desk-form').getByLabel(label);
  // The foot is in sight without scrolling, although a new customer has more inputs.
  for (const part of ['footer', '.desk-keys']) {
    const { y, height } = (await page.locator(`.desk-foot ${part}`).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(DESK.height);
  }
  await box('客户姓名').fill('许安');
  await box('楼盘').fill('梧桐');
  await page.locator('.list-below li', { hasText: '梧桐里' }).waitFor();
  await box('楼盘').press('ArrowDown');
  await box('楼盘').press('Enter');
  await page.locator('.desk-form [role=combobox][data-value="west"]').waitFor();
  await box('报修地址').fill('梧桐里 3 号 201 室');
  await chooseIn(box('故障设备'), '地暖');
  await chooseIn(box('故障类别'), 1);
  await page.locator('.desk-form textarea').fill('新搬来，地暖不热');
  await page.getByRole('button', { name: '只保存' }).click();
  await page.locator('.desk-row[href^="/maintenance/asrepairform"]').waitFor();
  const { data } = await cs.get(`${at}/asrepairform/list`, { description_like: '新搬来，地暖不热' });
  expect(data.records).toMatchObject([
    { premisesId: estate.data.id, customerServiceTeam: 'west', address: '梧桐里 3 号 201 室' },
  ]);
  expect((await cs.get(`${at}/ascustomer/list`, { customerName_equal: '许安' })).data.records).toMatchObject([
    { premisesId: estate.data.id },
  ]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a possible duplicate is judged on the form itself', async () => {
  const { customerId, equipmentId } = await known(cs, '8870');
  const report = { customerId, equipmentId, repairType: 'floorHeat', faultCategory: 'noHeat' };
  const first = await cs.post(`${at}/asrepairform/submit`, { ...report, description: '次卧不热' });
  const second = await cs.post(`${at}/asrepairform/submit`, { ...report, description: '又来电话：次卧不热' });
  expect(second.data.duplicateOfId).toBe(first.data.id);
  const { page, troubles } = await screens.of(cs);
  await page.goto(`/maintenance/asrepairform?id=${second.data.id}`);
  await page.locator('.duplicate-note', { hasText: first.data.repairNo }).waitFor();
  await page.getByRole('button', { name: '不是重复，保留本单' }).click();
  await page.locator('.duplicate-note').waitFor({ state: 'detached' });
  const now = await cs.get(`${at}/asrepairform/detail`, { id: second.data.id });
  expect(now.data).toMatchObject({ repairStatus: 'submitted', duplicateOfId: '' });
  expect(troubles).toEqual([]);
  await page.context().close();
});

/** Replace a machine by a new one of the same home, as a completion does. */
async function replaced(customerId: string, equipmentId: string): Promise<string> {
  const { data: old } = await cs.get(`${at}/asequipment/detail`, { id: equipmentId });
  const { data: fresh } = await cs.post(`${at}/asequipment/submit`, {
    registerMainId: old.registerMainId,
    equipmentName: '新的混水中心',
    equipmentCategory: 'pump',
    systemType: 'floorHeat',
  });
  await server.tables("update asequipment set equipment_status = 'replaced', replaced_by_id = $2 where id = $1", [
    equipmentId,
    fresh.id,
  ]);
  expect(old.customerId).toBe(customerId);
  return fresh.id;
}
const reportedOf = (customerId: string) =>
  server.tables<{ machine: string }>(
    'select equipment_id::text as machine from asrepairform where customer_id = $1 and is_deleted = 0',
    [customerId],
  );

test('a machine replaced during the call is exchanged for its successor by one click', async () => {
  const { customerId, equipmentId } = await known(cs, '8874');
  const { page, troubles } = await desk();
  await takeCall(page, counting(page), '8874', '换下来的设备还在报');
  const fresh = await replaced(customerId, equipmentId);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: '改选 新的混水中心' }).click();
  await page.locator('.desk-machine[aria-checked="true"]', { hasText: '新的混水中心' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => reportedOf(customerId)).toEqual([{ machine: fresh }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the form of a repair request exchanges a replaced machine for its successor by one click', async () => {
  const { customerId, equipmentId } = await known(cs, '8875');
  const form = await cs.post(`${at}/asrepairform/submit`, {
    customerId,
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '设备还没有说',
  });
  const fresh = await replaced(customerId, equipmentId);
  const { page, troubles } = await screens.of(cs, { refused: [409] });
  await page.goto(`/maintenance/asrepairform?id=${form.data.id}`);
  await page.locator('.panel.detail').getByRole('button', { name: /^编辑/ }).click();
  const box = page.locator('.field[data-field="equipmentId"]');
  await box.getByRole('combobox').fill('混水中心');
  await page.locator('.ant-select-item-option', { hasNotText: '新的' }).first().click();
  await page.keyboard.press('Control+s');
  await box.locator('.field-problem').waitFor();
  await page.getByRole('button', { name: '改选 新的混水中心' }).click();
  await box.getByText('新的混水中心').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(() => reportedOf(customerId)).toEqual([{ machine: fresh }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('acting for customer service asks for a reason in the dialog of the action and when a draft is submitted', async () => {
  const admin = await server.as('as_admin');
  const { customerId, equipmentId } = await known(cs, '7001');
  const form = async (more: Record<string, unknown> = {}): Promise<string> =>
    (
      await cs.post(`${at}/asrepairform/submit`, {
        customerId,
        equipmentId,
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        description: '代办试单',
        separate: true,
        ...more,
      })
    ).data.id;
  const [one, draft] = [await form(), await form({ draft: true })];
  const { page, troubles } = await screens.of(admin, { refused: [400] });
  const stateOf = async (id: string): Promise<unknown> =>
    (await cs.get(`${at}/asrepairform/detail`, { id })).data.repairStatus;
  await page.goto(`/maintenance/asrepairform?id=${one}`);
  await page.locator('.panel').getByRole('button', { name: '受理' }).first().click();
  const dialog = page.getByRole('dialog').filter({ hasText: '代办原因' });
  await dialog.getByRole('button', { name: '受理' }).click();
  await dialog.locator('.field-problem').first().waitFor();
  await dialog.locator('input, textarea').first().fill('客服全员培训');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => stateOf(one)).toBe('accepted');
  expect(
    await server.tables(
      "select remark, operator_name as who from asactionlog where biz_id = $1 and action = 'accept'",
      [one],
    ),
  ).toEqual([
    { remark: storedText(['代办：客服全员培训', 'Done in the stead of others: 客服全员培训']), who: 'as_admin' },
  ]);
  // Saving a draft also submits it, which needs a reason to act for others. The form has no field for it, so a dialog
  // asks.
  await page.goto(`/maintenance/asrepairform?id=${draft}`);
  await page.locator('.panel').waitFor();
  await pageSettled(page);
  await page.keyboard.press('e');
  await page.locator('.panel.wide textarea').first().fill('代办试单，已核实');
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog').filter({ hasText: '您在代他人办理' });
  await question.locator('textarea').fill('草稿久未提交');
  await question.getByRole('button', { name: '确定' }).click();
  await expect.poll(() => stateOf(draft)).toBe('submitted');
  expect(
    await server.tables("select remark from asactionlog where biz_id = $1 and action = 'submit'", [draft]),
  ).toEqual([{ remark: storedText(['代办：草稿久未提交', 'Done in the stead of others: 草稿久未提交']) }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("the day of the workbench is the company's in any time zone of the browser; overdue rows are marked", async () => {
  const { id } = await saved(server, paperNamed(server.app, 'urge'), { customerServiceTeam: 'east' });
  await server.tables(
    "update asurgevisit set reply_deadline = '2026-11-20 09:00+08', create_user = $2, create_dept = (select dept_id[1] from blade_user where id = $2) where id = $1",
    [id, cs.id],
  );
  const [day, hour] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(server.clock.ms())
    .split(' ');
  // A zone in which the day differs from that of Shanghai at the present hour.
  const { page, troubles } = await screens.of(cs, { zone: hour < '18' ? 'Pacific/Niue' : 'Pacific/Kiritimati' });
  await page.goto('/maintenance/desk');
  await page.locator('.desk-box input').waitFor();
  await page.goto('/wel/index');
  const words = `今天 ${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;
  await page.locator('header, .work', { hasText: words }).first().waitFor();
  const urges = page.locator('.work-pile', { hasText: '催单' });
  await urges
    .locator('[data-late=true]', { hasText: /超 \d+ 天/ })
    .first()
    .waitFor();
  for (const words of await urges.locator('.quiet').allInnerTexts()) expect(words).toMatch(/^超 \d+ 天$/);
  expect(troubles).toEqual([]);
  await page.context().close();
});
