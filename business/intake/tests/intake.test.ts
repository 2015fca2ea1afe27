import { storedText } from '#kernel/language/label.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { IntakeSite, INTAKE as at } from '../testing/intake-site.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs');
const lead = await server.as('as_cs,as_cs_lead', { who: 'lead' });
const site = new IntakeSite(cs);

const detail = async (id: string) => (await cs.get(`${at}/asrepairform/detail/${id}`)).data;

test('a form needs customer, machine and description; the rest is known or decided', async () => {
  const of = await site.home();
  const made = await site.report(of);
  expect(made.body).toMatchObject({ code: 200 });
  expect(made.data).toMatchObject({
    repairStatus: 'submitted',
    weibao: 'warranty',
    weibaoReason: '混水中心质保到2027-11-01',
    poolNo: 'east-floorHeat',
    registerMainId: of.fileId,
    address: of.address,
  });
  expect(made.data.repairNo).toMatch(/^BX20261123\d{4}$/);
  expect(made.data.coverFees).toMatchObject({ labor: 'manufacturer', other: 'customer' });
});

test('the warranty of a machine updates its file and customer', async () => {
  const of = await site.home();
  expect((await cs.get(`${at}/registerMain/detail`, { id: of.fileId })).data).toMatchObject({
    warrantyEndDate: '2027-11-01',
    weibao: 'warranty',
    systemTypes: ['floorHeat'],
  });
  expect((await cs.get(`${at}/ascustomer/detail`, { id: of.customerId })).data.warrantyStatus).toBe('effective');
  await cs.post(`${at}/asequipment/submit`, { id: of.equipmentId, installDate: '2024-12-15' });
  expect((await cs.get(`${at}/registerMain/detail`, { id: of.fileId })).data.warrantyEndDate).toBe('2026-12-15');
  expect((await cs.get(`${at}/ascustomer/detail`, { id: of.customerId })).data.warrantyStatus).toBe('expiring');
});

test('the company sets the days before a warranty counts as expiring', async () => {
  const of = await site.home(cs, '2024-12-15');
  const state = async (): Promise<string> =>
    (await cs.get(`${at}/ascustomer/detail`, { id: of.customerId })).data.warrantyStatus;
  expect(await state()).toBe('expiring');
  const admin = await server.as('administrator');
  const { data: row } = await admin.post('blade-system/param/submit', {
    paramName: '质保临期天数',
    paramKey: 'as.warranty.expiringDays',
    paramValue: '10',
  });
  expect(await state()).toBe('effective');
  expect((await cs.get(`${at}/ascustomer/list`, { id: of.customerId })).data.records[0].warrantyStatus).toBe(
    'effective',
  );
  await admin.post('blade-system/param/submit', { id: row.id, paramValue: 'soon' });
  expect(await state()).toBe('effective');
  await admin.post('blade-system/param/remove', { ids: row.id });
  expect(await state()).toBe('expiring');
});

test('accepting creates the registration with the same data, machine and file, once', async () => {
  const of = await site.home();
  const { data: form } = await site.report(of);
  const accepted = await cs.post(`${at}/asrepairform/update`, { id: form.id, action: 'accept' });
  expect(accepted.body).toMatchObject({ code: 200 });
  expect(accepted.data.repairStatus).toBe('accepted');
  const order = (await cs.get(`${at}/asregistrationform/detail/${accepted.data.registrationFormId}`)).data;
  expect(order).toMatchObject({
    registerStatus: 'registered',
    repairFormId: form.id,
    content: '次卧地面凉',
    weibao: 'warranty',
    registerMainId: of.fileId,
  });
  expect(order.equipment).toMatchObject([{ equipmentId: of.equipmentId, equipmentName: '混水中心' }]);
  expect((await cs.get(`${at}/registerMain/detail`, { id: of.fileId })).data.openRegistrationCount).toBe(1);
});

test('an account with all rights acts for customer service: immediate acceptance needs a reason, an own form does not', async () => {
  const of = await site.home();
  const admin = await server.as('administrator', { who: 'stands in' });
  const taken = (more: Record<string, unknown>) =>
    admin.post(`${at}/asrepairform/submit`, {
      customerId: of.customerId,
      equipmentId: of.equipmentId,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '管理员接的电话',
      separate: true,
      ...more,
    });
  expect((await taken({})).data).toMatchObject({
    repairStatus: 'submitted',
    _inStead: expect.arrayContaining(['accept']),
  });
  const refused = await taken({ then: 'accept' });
  expect([refused.status, refused.reason]).toEqual([400, 'lifecycle.reasonRequired']);
  expect((await admin.get(`${at}/asrepairform/list`, { description_equal: '管理员接的电话' })).data.total).toBe(1);
  const done = await taken({ then: 'accept', reason: '客服全员培训' });
  expect(done.data.repairStatus).toBe('accepted');
  expect(
    await server.tables("select remark from asactionlog where biz_id = $1 and action = 'accept'", [done.data.id]),
  ).toEqual([{ remark: storedText(['代办：客服全员培训', 'Done in the stead of others: 客服全员培训']) }]);
});

test('a form without team, customer or fault class is not accepted, with the reason', async () => {
  const stranger = await cs.post(`${at}/asrepairform/submit`, {
    customerName: '路人',
    phone: '13800001111',
    address: '上海市某处',
    repairType: 'hvac',
    description: '空调不制冷',
  });
  expect(stranger.body).toMatchObject({ code: 200 });
  const refused = await cs.post(`${at}/asrepairform/update`, { id: stranger.data.id, action: 'accept' });
  expect(refused).toMatchObject({ status: 400, reason: 'lifecycle.needs' });
  expect(refused.msg).toContain('客户');
});

test('the same machine within three days is a possible duplicate that immediate acceptance must decide', async () => {
  const of = await site.home();
  const { data: first } = await site.report(of);
  const second = await site.report(of);
  expect(second.data.duplicateOfId).toBe(first.id);
  expect(second.data.duplicates).toMatchObject([{ id: first.id, repairNo: first.repairNo }]);
  const undecided = await site.report(of, { then: 'accept' });
  expect(undecided).toMatchObject({ status: 409, reason: 'maintenance.duplicateUndecided' });
  const separate = await site.report(of, { then: 'accept', separate: true });
  expect(separate.data).toMatchObject({ repairStatus: 'accepted', duplicateOfId: '' });
  const merged = await site.report(of, { mergeInto: first.id, description: '还是不热' });
  expect(merged.data).toMatchObject({ repairStatus: 'merged', duplicateOfId: first.id });
  const target = await detail(first.id);
  expect(target.description).toContain('还是不热');
  expect(target.urgeCount).toBe(1);
});

test('a form is merged neither into itself nor into another customer’s', async () => {
  const [mine, other] = [await site.home(), await site.home()];
  const [{ data: form }, { data: foreign }] = [await site.report(mine), await site.report(other)];
  expect(
    await cs.post(`${at}/asrepairform/update`, { id: form.id, action: 'merge', duplicateOfId: form.id }),
  ).toMatchObject({ status: 400, reason: 'maintenance.mergeIntoItself' });
  expect(
    await cs.post(`${at}/asrepairform/update`, { id: form.id, action: 'merge', duplicateOfId: foreign.id }),
  ).toMatchObject({ status: 409, reason: 'maintenance.mergeOtherMatter' });
});

test('a new caller, home and form are stored together or not at all', async () => {
  const body = {
    customerName: '新客户',
    phone: '13766667777',
    address: '上海市长宁区天山路8弄1203',
    customerServiceTeam: 'west',
    repairType: 'freshAir',
    faultCategory: 'noise',
    description: '新风有异响',
    newCustomer: { building: '8', roomNo: '1203' },
    newFile: { keyNote: '先打电话' },
    then: 'accept',
  };
  const made = await cs.post(`${at}/asrepairform/submit`, body);
  expect(made.data).toMatchObject({ repairStatus: 'accepted' });
  expect((await cs.get(`${at}/registerMain/detail`, { id: made.data.registerMainId })).data).toMatchObject({
    keyNote: '先打电话',
    customerId: made.data.customerId,
  });
  const before = await server.tables<{ n: string }>('select count(*) as n from ascustomer');
  const broken = await cs.post(`${at}/asrepairform/submit`, {
    ...body,
    phone: '13766668888',
    newCustomer: { customerLevel: 'no-such-level' },
  });
  expect(broken.status).toBe(400);
  expect(await server.tables('select count(*) as n from ascustomer')).toEqual(before);
});

test('corrections of the form reach its registration until a technician is on the way; the rest is fixed', async () => {
  const of = await site.home();
  const { data: form } = await site.report(of, { then: 'accept' });
  await cs.post(`${at}/asrepairform/update`, { id: form.id, expectDate: '2026-11-25', description: '次卧和书房都凉' });
  expect((await cs.get(`${at}/asregistrationform/detail/${form.registrationFormId}`)).data).toMatchObject({
    expectDate: '2026-11-25',
    content: '次卧和书房都凉',
  });
  expect(await cs.post(`${at}/asrepairform/update`, { id: form.id, repairType: 'hvac' })).toMatchObject({
    status: 409,
    reason: 'row.locked',
  });
});

test('cancelling a form cancels its registration; a lead can reopen it within a month', async () => {
  const of = await site.home();
  const { data: form } = await site.report(of, { then: 'accept' });
  await cs.post(`${at}/asrepairform/update`, { id: form.id, action: 'cancel', cancelReason: 'self' });
  expect((await cs.get(`${at}/asregistrationform/detail/${form.registrationFormId}`)).data).toMatchObject({
    registerStatus: 'cancelled',
    cancelReason: 'self',
  });
  expect(
    (await cs.post(`${at}/asrepairform/update`, { id: form.id, action: 'reopen', reason: '客户改主意' })).status,
  ).toBe(403);
  const back = await server.work('as_cs_lead', (context) =>
    context.act(server.app.papers.get('repairForm')!, form.id, 'reopen', { reason: '客户改主意' }),
  );
  expect(back).toMatchObject({ repairStatus: 'submitted', registrationFormId: null, cancelReason: null });
});

test('a registration cancelled by a lead cancels its form', async () => {
  const { data: form } = await site.report(await site.home(), { then: 'accept' });
  await server.work('as_cs_lead', (context) =>
    context.act(server.app.papers.get('registration')!, form.registrationFormId, 'cancel', { cancelReason: 'area' }),
  );
  expect(await detail(form.id)).toMatchObject({ repairStatus: 'cancelled', cancelReason: 'area' });
});

test('a lead overrides the cover with a reason; no paper has “no cover”', async () => {
  const { data: form } = await site.report(await site.home());
  const papers = server.app.papers;
  const judged = await server.work('as_cs_lead', (context) =>
    context.act(papers.get('repairForm')!, form.id, 'cover', { weibao: 'goodwill', reason: '老客户\n上月刚修过' }),
  );
  expect(judged).toMatchObject({
    repairStatus: 'submitted',
    weibao: 'goodwill',
    weibaoReason: storedText(['改判：老客户 上月刚修过', 'Changed: 老客户 上月刚修过']),
  });
  // A line of text has no line breaks. Only the words of the product follow the language of the reader.
  for (const [who, reason] of [
    [cs, '改判：老客户 上月刚修过'],
    [cs.inEnglish(), 'Changed: 老客户 上月刚修过'],
  ] as const) {
    expect((await who.get(`${at}/asrepairform/history`, { id: form.id })).data[0].remark).toBe('老客户 上月刚修过');
    expect((await who.get(`${at}/asrepairform/detail/${form.id}`)).data.weibaoReason).toBe(reason);
    expect(
      (await who.get(`${at}/asrepairform/list`, { weibaoReason_equal: reason })).data.records.map(
        (row: { id: string }) => row.id,
      ),
    ).toEqual([form.id]);
  }
  await expect(
    server.work('as_cs_lead', (context) =>
      context.act(papers.get('repairForm')!, form.id, 'cover', { weibao: 'none', reason: 'x' }),
    ),
  ).rejects.toMatchObject({ reason: 'maintenance.coverNotChosen' });
  expect(
    (await cs.post(`${at}/asrepairform/update`, { id: form.id, action: 'cover', weibao: 'goodwill', reason: '老客户' }))
      .status,
  ).toBe(403);
  expect(lead.id).not.toBe(cs.id);
});

test('an urge counts on form and registration, the second raises the urgency, and an answer is due in half a working hour', async () => {
  const { data: form } = await site.report(await site.home(), { then: 'accept' });
  const urge = () =>
    cs.post(`${at}/asurgevisit/submit`, { repairFormId: form.id, urgeLevel: 'push', content: '什么时候来？' });
  const first = await urge();
  expect(first.data).toMatchObject({
    urgeStatus: 'open',
    registrationFormId: form.registrationFormId,
    customerServiceTeam: 'east',
    replyDeadline: '2026-11-23 10:30:00',
  });
  expect(await detail(form.id)).toMatchObject({ urgeCount: 1, urgency: 'normal' });
  // A wrong stored count is corrected, since it is counted from the rows.
  await server.tables('update asrepairform set urge_count = 7 where id = $1', [form.id]);
  await urge();
  expect(await detail(form.id)).toMatchObject({ urgeCount: 2, urgency: 'high' });
  expect((await cs.get(`${at}/asregistrationform/detail/${form.registrationFormId}`)).data).toMatchObject({
    urgeCount: 2,
    urgency: 'high',
  });
  const answered = await cs.post(`${at}/asurgevisit/submit`, { id: first.data.id, handleResult: '明天上午上门' });
  expect(answered.data).toMatchObject({ urgeStatus: 'handled', handleTime: '2026-11-23 10:00:00' });
});

test('a registration is saved with its machines in one call; dispatch needs its right, and schemes are refused', async () => {
  const of = await site.home();
  const header = {
    registerMainId: of.fileId,
    customerId: of.customerId,
    receiptsType: 'maintain',
    repairType: 'floorHeat',
    content: '采暖季前检',
    weibao: 'goodwill',
  };
  const made = await cs.post(`${at}/asregistrationform/addRegistrationForm`, {
    header,
    equipment: [{ equipmentId: of.equipmentId }],
  });
  expect(made.body).toMatchObject({ code: 200 });
  // The rules decide the cover, whatever cover the request names.
  expect(made.data).toMatchObject({ registerStatus: 'registered', weibao: 'warranty' });
  expect(
    await cs.post(`${at}/asregistrationform/addRegistrationForm`, { header, schemes: [{ schemeId: '1' }] }),
  ).toMatchObject({
    status: 400,
    reason: 'maintenance.schemeOfOther',
  });
  expect(
    await cs.post(`${at}/asregistrationform/addRegistrationForm`, { header, dispatch: { technicianId: '1' } }),
  ).toMatchObject({ status: 403 });
  const lines = await cs.get(`${at}/asregistrationform/equipmentList`, { registrationFormId: made.data.id });
  expect(lines.data).toMatchObject([{ equipmentId: of.equipmentId }]);
  expect(
    (await cs.get(`${at}/asregistrationform/registrationHistory`, { equipmentId: of.equipmentId })).data,
  ).toHaveLength(1);
  expect(
    (await cs.get(`${at}/asregistrationform/deviceList`, { customerId: of.customerId, current: 1, size: 1000 })).data
      .total,
  ).toBe(1);
});

test('a dispatcher holds and releases; a hold into the past is refused', async () => {
  const { data: form } = await site.report(await site.home(), { then: 'accept' });
  const dispatcher = await server.as('as_dispatcher');
  const order = form.registrationFormId;
  expect(
    await dispatcher.post(`${at}/asregistrationform/submit`, {
      id: order,
      action: 'hold',
      holdReason: 'parts',
      holdUntil: '2026-11-01 08:00:00',
    }),
  ).toMatchObject({ status: 400, reason: 'maintenance.holdUntilPast' });
  expect(
    (
      await dispatcher.post(`${at}/asregistrationform/submit`, {
        id: order,
        action: 'hold',
        holdReason: 'parts',
        holdUntil: '2026-11-26 08:00:00',
      })
    ).data,
  ).toMatchObject({ registerStatus: 'waiting', holdReason: 'parts' });
  expect(
    (await dispatcher.post(`${at}/asregistrationform/submit`, { id: order, action: 'release' })).data,
  ).toMatchObject({ registerStatus: 'registered', holdReason: '' });
  expect((await detail(form.id)).repairStatus).toBe('accepted');
});

test('the pool returns the rank of a form: urgent ones first', async () => {
  const { data: plain } = await site.report(await site.home(), { repairType: 'radiator', equipmentId: '' });
  const { data: urgent } = await site.report(await site.home(), {
    repairType: 'radiator',
    equipmentId: '',
    urgency: 'critical',
  });
  expect((await cs.get(`${at}/asrepairform/getPoolNo/${urgent.id}`)).data).toMatchObject({
    poolNo: 'east-radiator',
    poolName: '浦东班 · 暖气片',
    waiting: 2,
    position: 1,
  });
  expect((await cs.get(`${at}/asrepairform/getPoolNo/${plain.id}`)).data).toMatchObject({
    position: 2,
    isBeyond: false,
  });
  // With more than a thousand waiting forms there is no rank, and `isBeyond` is true.
  await server.tables(
    `insert into asrepairform (id, tenant_id, create_time, update_time, repair_no, source, repair_type, repair_status, urge_count, expect_date, pool_no)
     select 7000000000 + n, tenant_id, create_time, update_time, 'POOL' || n, source, repair_type, repair_status, 0, expect_date, pool_no from asrepairform, generate_series(1, 999) n where id = $1`,
    [plain.id],
  );
  expect((await cs.get(`${at}/asrepairform/getPoolNo/${plain.id}`)).data).toMatchObject({
    waiting: 1001,
    position: 0,
    isBeyond: true,
  });
  await server.tables("delete from asrepairform where repair_no like 'POOL%'");
  expect((await cs.get(`${at}/asrepairform/getPoolNo/1`)).status).toBe(404);
});

test('the list has valid standards, or all on request', async () => {
  const manager = await server.as('as_manager');
  const { data: standard } = await manager.post(`${at}/asservicestandards/submit`, {
    moduleName: 'safety',
    standardCode: 'AQ-9',
    title: '上门安全',
    content: '佩戴工牌',
  });
  expect(standard).toMatchObject({ publishStatus: 'draft', versionNo: 0 });
  const listed = async (query: Record<string, string> = {}) =>
    (await cs.get(`${at}/asservicestandards/list`, { moduleName: 'safety', ...query })).data.total;
  expect(await listed()).toBe(0);
  expect(await listed({ all: 'true' })).toBe(1);
  expect(
    (await manager.post(`${at}/asservicestandards/submit`, { id: standard.id, action: 'publish' })).data,
  ).toMatchObject({ publishStatus: 'published', versionNo: 1 });
  expect(await listed()).toBe(1);
  expect((await cs.post(`${at}/asservicestandards/submit`, { id: standard.id, action: 'stop' })).status).toBe(403);
});

test('the desk finds a caller by phone digits, name, home or form number, and shows everything', async () => {
  const of = await site.home();
  const { data: form } = await site.report(of);
  for (const text of [of.phone.slice(-4), of.phone, of.address.slice(5), form.repairNo]) {
    const hits = (await cs.get(`${at}/desk/find`, { text })).data;
    expect(
      hits.map((hit: { customerId: string }) => hit.customerId),
      text,
    ).toContain(of.customerId);
  }
  const shown = (await cs.get(`${at}/desk/caller`, { customerId: of.customerId })).data;
  expect(shown.customer.phone).toMatch(/^139\*{4}\d{4}$/);
  expect(shown.homes).toMatchObject([
    {
      address: of.address,
      equipment: [{ equipmentName: '混水中心', cover: { state: 'warranty', until: '2027-11-01' } }],
    },
  ]);
  expect(shown.open).toMatchObject([{ repairNo: form.repairNo }]);
  const preview = (
    await cs.post(`${at}/desk/preview`, {
      customerId: of.customerId,
      equipmentId: of.equipmentId,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
    })
  ).data;
  expect(preview).toMatchObject({
    cover: { weibao: 'warranty', reason: '混水中心质保到2027-11-01' },
    duplicates: [{ repairNo: form.repairNo }],
  });
  const inEnglish = (
    await cs
      .inEnglish()
      .post(`${at}/desk/preview`, { customerId: of.customerId, equipmentId: of.equipmentId, repairType: 'floorHeat' })
  ).data;
  expect(inEnglish.cover.reason).toContain('under warranty');
  const waiting = (await cs.get(`${at}/desk/work`)).data.piles.find(
    (pile: { name: string }) => pile.name === 'toAccept',
  );
  expect(waiting.count).toBeGreaterThan(0);
});

test('a second home has its own estate; explicit coordinates stay', async () => {
  const admin = await server.as('as_admin');
  const estate = async (premisesName: string, location: string): Promise<string> =>
    (
      await admin.post(`${at}/asbasepremises/submit`, {
        premisesName,
        districtCode: '310115',
        address: `浦东新区${premisesName}`,
        location,
        customerServiceTeam: 'east',
      })
    ).data.id;
  const [near, far] = [await estate('近处花园', '121.50,31.20'), await estate('远处花园', '121.70,31.10')];
  const customer = (
    await cs.post(`${at}/ascustomer/submit`, {
      customerName: '两处房产',
      phone: '13912349901',
      addressDetail: '近处花园1号',
      premisesId: near,
      location: '121.5001,31.2001',
      customerServiceTeam: 'east',
    })
  ).data;
  const fileAt = async (address: string, premisesId: string): Promise<string> =>
    (await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address, premisesId })).data.id;
  const [first, second] = [await fileAt('近处花园1号', near), await fileAt('远处花园8号', far)];
  const reported = async (registerMainId: string, more = {}): Promise<string> =>
    (
      await cs.post(`${at}/asrepairform/submit`, {
        customerId: customer.id,
        registerMainId,
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        description: '不热',
        separate: true,
        then: 'accept',
        ...more,
      })
    ).data.registrationFormId;
  const placeOf = async (id: string): Promise<string> =>
    (await admin.get(`${at}/asregistrationform/detail/${id}`)).data.location;
  expect(await placeOf(await reported(first))).toBe('121.5001,31.2001');
  expect(await placeOf(await reported(second))).toBe('121.7,31.1');
  expect(await placeOf(await reported(second, { location: '121.7009,31.1009' }))).toBe('121.7009,31.1009');
});
