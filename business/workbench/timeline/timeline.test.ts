import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type TestScreens, PHONE, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { photoBy } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const cs = await server.as('as_cs,as_cs_lead', { who: 'lead' });
const dispatcher = await server.as('as_dispatcher');
const leader = await server.as('as_leader');
const finance = await server.as('as_finance');
const manager = await server.as('as_manager');
const man = await server.as('as_technician', { who: 'jiang' });
const admin = await server.as('administrator');

const good = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};
let count = 0;

const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
const jiang = good(
  await admin.post(`${at}/astechnician/submit`, {
    userId: man.id,
    realName: '蒋志强',
    phone: '13800001001',
    deptId: dept,
    customerServiceTeam: 'east',
    technicianLevel: 't3',
    employType: 'own',
    hireDate: '2024-01-02',
    workDays: '1,2,3,4,5,6,7',
    workStart: '08:30',
    workEnd: '17:30',
    dailyCapacityMinutes: 480,
    homeLocation: '121.50,31.20',
    pieceRatio: '1',
  }),
).data.id as string;
const cash = good(
  await admin.post(`${at}/paymentType/submit`, {
    typeCode: 'XJ',
    typeName: '现金',
    payChannel: 'cash',
    needVoucher: false,
    needTransmit: true,
    sort: 1,
  }),
).data.id as string;
const before = good(
  await admin.post(`${at}/ascompletionannexclassify/submit`, {
    classifyCode: 'before',
    classifyName: '处理前',
    receiptsTypes: 'repair',
    mediaType: 'image',
    minCount: 1,
    maxCount: 3,
    sort: 1,
  }),
).data.id as string;

async function photo(caller: TestCaller): Promise<string> {
  count += 1;
  const form = new FormData();
  const picture = await sharp({
    create: { width: 320, height: 240, channels: 3, background: { r: 40 + count, g: 90, b: 120 } },
  })
    .jpeg()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `photo-${count}.jpg`);
  return good(await caller.send('POST', 'blade-resource/oss/endpoint/put-file', { body: form })).data
    .attachId as string;
}

interface Job {
  readonly orderId: string;
  readonly dispId: string;
  readonly visitId: string;
  readonly completionId: string;
  readonly completionNo: string;
}

/** A repair that was done and paid in cash, and waits for its leader. */
async function job(hour: number, paid = '120.00'): Promise<Job> {
  count += 1;
  const address = `上海市浦东新区花木路${count}弄${count}号`;
  const customer = good(
    await cs.post(`${at}/ascustomer/submit`, {
      customerName: `客户${count}`,
      phone: `1391234${2000 + count}`,
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    }),
  ).data;
  const file = good(await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
  const machine = good(
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  ).data;
  const form = good(
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      equipmentId: machine.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: `次卧地面凉 ${count}`,
      then: 'accept',
    }),
  ).data;
  const day = server.clock.ms() + 3_600_000;
  const moment = (plus: number): string =>
    new Date(day + 8 * 3_600_000 + plus * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const disp = good(
    await dispatcher.post(`${at}/asdispatchform/save`, {
      header: { registrationFormId: form.registrationFormId, planStart: moment(hour), planEnd: moment(hour + 60) },
      technicianId: jiang,
      dispatch: true,
      force: true,
      forceReason: '客户指定',
    }),
  ).data;
  const [visit] = (await man.get(`${D}/onlyList`, { taskStatus: 'pendingAccept' })).data.records;
  good(await man.post(`${D}/accept`, { id: visit.id }));
  good(await man.post(`${D}/depart`, { id: visit.id }));
  server.clock.pass(2 * 60_000);
  good(await man.post(`${D}/arrive`, { id: visit.id, location: '121.5201,31.2101' }));
  good(await man.post(`${D}/addImg`, { id: visit.id, classifyId: before, fileUrl: await photo(man) }));
  server.clock.pass(5 * 60_000);
  const { arriveTime } = (await man.get(`${D}/detail`, { id: visit.id })).data;
  const done = good(
    await man.post(`${at}/ascompletionregistration/batchSave`, {
      draft: false,
      header: {
        dispatchListId: visit.id,
        startTime: arriveTime,
        endTime: new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
        visitResult: 'done',
        faultCategory: 'noHeat',
        faultCause: 'wear',
        serviceMeasure: 'adjust',
        maintenanceContent: '清洗过滤器，排气，压力 1.5 bar',
        laborFee: '150.00',
        mileageKm: '3',
        signRefused: '客户外出，电话确认',
        refusedProof: await photoBy(man),
        unpaidReason: 'later',
      },
      equipment: [{ equipmentName: '混水中心', qty: '1' }],
      supplies: [],
      annexes: [],
      collects: [
        { collectType: 'labor', paymentTypeId: cash, receivableAmount: paid, amount: paid, collectTime: arriveTime },
      ],
    }),
  ).data;
  return {
    orderId: form.registrationFormId,
    dispId: disp.id,
    visitId: visit.id,
    completionId: done.id,
    completionNo: done.completionNo,
  };
}

test('a leader sees the photo beside what is asked for and confirms by a key; the back office sees why to look twice, and passes', async () => {
  const one = await job(0);
  const look = good(await leader.get(`${at}/ascompletionregistration/look`, { visitId: one.visitId })).data;
  expect(look.classes).toMatchObject([
    { name: '处理前', min: 1, missing: 0, photos: [{ checkResult: expect.any(String) }] },
  ]);
  expect(look.reasons.map((reason: { code: string }) => reason.code)).toEqual(
    expect.arrayContaining(['leader', 'open', 'unsigned']),
  );
  expect((await man.get(`${at}/ascompletionregistration/look`, { visitId: '1' })).status).toBe(404);
  // The money and the photos are the technician's, of another department: they are part of what the back office was given to judge.
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

test('finance takes cash over and approves it at one desk; all three cuts always add up to the same', async () => {
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
  await page.locator('.money-foot button', { hasText: '收缴' }).click();
  await page.locator('.table-empty', { hasText: '没有这样的收款' }).waitFor();
  await page.locator('.money-agreed', { hasText: '三条线合计一致' }).waitFor();
  await page.locator('.money-track', { hasText: '审核' }).locator('button', { hasText: '未审核' }).click();
  await page
    .locator('.money-rows tbody tr')
    .nth(held - 1)
    .waitFor();
  await page.locator('.money-rows tbody input').first().check();
  await page.locator('.money-foot button', { hasText: '审核' }).click();
  await page.locator('.money-track button', { hasText: '已审核' }).filter({ hasText: '1 条' }).waitFor();
  const after = good(await finance.get(`${at}/ascollectdetaileds/totals`)).data;
  expect(after.amount).toBe(totals.amount);
  expect(after.inHand).toEqual([]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

/** The case of the tests that look at the whole of one. */
let chained: Job | undefined;

test('one case on one page: every station a link, the balance is the sum of the amounts; who may not read a paper does not find it there', async () => {
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

test('the band of a case: who must do what next, from whichever paper; who may not see a paper finds no station of it', async () => {
  const one = chained!;
  const order = good(await manager.get(`${at}/asregistrationform/list`, { id: one.orderId })).data.records[0];
  const ask = (who: TestCaller, paper: string, id: string): Promise<Answer> =>
    who.get(`${at}/asregistrationform/band`, { paper, id });
  const band = async (who: TestCaller, paper: string, id: string) => good(await ask(who, paper, id)).data;
  const kinds = (of: { stations: { kind: string; mark: string }[] }): string[] =>
    of.stations.map((station) => `${station.kind} ${station.mark}`);

  // The leader confirms before the office passes: both are told, whatever paper they look at.
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

  // Who pays, line by line, as far as the reader sees the completion; before there is one, as the cover says it.
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

  // An urge hangs on its form: it shows that band, and its own answer stays the strong button.
  const urged = good(
    await cs.post(`${at}/asurgevisit/submit`, { repairFormId: again.id, urgeLevel: 'ask', content: '能早点吗' }),
  ).data;
  expect(kinds(await band(cs, 'urge', urged.id))[0]).toBe('repair current');
  const asked = await screens.of(cs);
  await asked.page.goto(`/maintenance/asurgevisit?id=${urged.id}`);
  await asked.page.locator('.band .button', { hasText: '受理' }).waitFor();
  expect(await asked.page.locator('.detail .button.strong').allTextContents()).toEqual(['答复A']);
  expect(asked.troubles).toEqual([]);
  await asked.page.context().close();

  // Others at this address: each case names the other, and not itself.
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

  // From the drawer of the order: the strong button is the next step, and the band follows what others do.
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

test('one home on one card: its machines, what is open, what happened and what was paid; who sees less is told less', async () => {
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

  // A call that came to nothing, and somebody who urges, are remembered too.
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

  // Who has never been there has no such home; who was sent there sees it, and only what is his.
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
  expect(await page.locator('.home-years li').count()).toBe(2);
  await page.locator('.home-head a', { hasText: '报修' }).click();
  await page.locator('.desk-home[aria-checked="true"]').waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a repair that came back is no first-time fix, whatever its completion said', async () => {
  const [one, again] = [await job(420), await job(450)];
  await server.tables(
    "update ascompletionregistration set complete_status = 'confirmed', first_fix = true where id = $1",
    [one.completionId],
  );
  const told = async (): Promise<{ result: { firstFix: boolean | null }; arose: { words: string[] }[] }> =>
    good(await manager.get(`${at}/asregistrationform/chain`, { id: one.orderId })).data;
  expect((await told()).result.firstFix).toBe(true);
  await server.tables('update asregistrationform set source_registration_id = $2 where id = $1', [
    again.orderId,
    one.orderId,
  ]);
  expect([(await told()).result.firstFix, (await told()).arose.map((row) => row.words[0])]).toEqual([false, ['返修']]);
});

test('a dispatch form is printed with the number of the customer in clear for who may read it; each print is counted, the second is a copy', async () => {
  const one = await job(480);
  const { page, troubles } = await screens.of(dispatcher);
  // The printer itself is not there; that it is done is told as a browser tells it.
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.phone = document.querySelector('.sheet-facts')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  // A browser that is busy with something else draws later than two frames after the answer: the printer waits for what is drawn, not for a time.
  await page.addInitScript(() => {
    const pass = MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void;
    MessagePort.prototype.postMessage = function postMessage(this: MessagePort, message: unknown) {
      if (document.documentElement.dataset.busy) setTimeout(() => pass.call(this, message), 150);
      else pass.call(this, message);
    };
  });
  // Who is quicker than the server does not print the page instead of the form: there is nothing to print yet.
  const held = Promise.withResolvers<void>();
  await page.route('**/asdispatchform/detail*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route('**/asdispatchform/list*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/maintenance/asdispatchform?id=${one.dispId}`);
  const printing = page.locator('.panel-bar button[aria-label="打印"]');
  await printing.waitFor();
  expect(await printing.isDisabled()).toBe(true);
  held.resolve();
  await printing.click();
  await page.locator('.sheet-head svg').waitFor();
  await page.locator('.sheet-facts', { hasText: '****' }).waitFor();
  expect(await page.locator('.sheet-head em').count()).toBe(0);
  await page.evaluate(() => {
    document.documentElement.dataset.busy = 'yes';
  });
  await page.locator('.sheets-bar .strong').click();
  await page.locator('.sheet-head em', { hasText: '副本' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.phone)).toMatch(/139123420\d\d/);
  await page.locator('.sheets-bar', { hasText: '已打印 1 次' }).waitFor();
  expect((await admin.get(`${at}/asdispatchform/detail`, { id: one.dispId })).data.printCount).toBe(1);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThanOrEqual(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12]/);
  expect(troubles).toEqual([]);
  await page.context().close();

  const report = await screens.of(manager);
  await report.page.goto(`/maintenance/print/completion/${one.completionId}`);
  await report.page.locator('.sheet-photos img').first().waitFor();
  await pageSettled(report.page);
  expect(report.troubles).toEqual([]);
  await report.page.context().close();
  const receipt = good(await finance.get(`${at}/ascollectdetaileds/list`, { completionId: one.completionId })).data
    .records[0];
  const paid = await screens.of(finance);
  await paid.page.goto(`/maintenance/print/receipt/${receipt.id}`);
  await paid.page.locator('.sheet-sum', { hasText: '壹佰贰拾元整' }).waitFor();
  expect(paid.troubles).toEqual([]);
  await paid.page.context().close();
});
