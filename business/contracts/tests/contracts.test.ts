import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { checked, committed, settledBatch, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { at, ContractSite } from '../testing/contract-site.ts';

const server = await openTestServer(import.meta.url);
const site = await ContractSite.of(server);
const { cs, admin } = site.work;
const yearly = await site.template();
const money = `${at}/ascollectdetaileds`;
const way = good(
  await admin.post(`${at}/paymentType/submit`, {
    typeCode: 'YH',
    typeName: '银行',
    payChannel: 'bank',
    needVoucher: false,
    needTransmit: false,
    sort: 1,
  }),
).data.id;
const checker = await server.as('as_finance,as_finance_lead', { who: 'checker' });

const pay = (schemeId: string, customerId: string, amount: string, more = {}) =>
  site.finance.post(`${money}/submit`, {
    schemeId,
    customerId,
    collectType: 'scheme',
    paymentTypeId: way,
    receivableAmount: amount,
    amount,
    collectTime: '2026-11-23 09:00:00',
    ...more,
  });
const approve = (ids: string) => checker.post(`${money}/updateApproval`, { ids });

test('a saved published template becomes its next revision, and a sold contract keeps the one it was sold with', async () => {
  const first = await site.template({ timesTotal: 2, coverTypes: ['maintain'], price: '0' });
  const home = await site.home();
  const id = await site.sold(home, first.id);
  const saved = good(await site.manager.post(`${at}/asbasescheme/submit`, { id: first.id, timesTotal: 6 })).data;
  expect(saved).toMatchObject({ id: first.id, timesTotal: 2, revision: 2 });
  expect((await site.manager.post(`${at}/asbasescheme/submit`, { id: first.id, timesTotal: 7 })).reason).toBe(
    'maintenance.revisionOpen',
  );
  const detail = (of: string) => site.manager.get(`${at}/asbasescheme/detail`, { id: of });
  expect(good(await detail(saved.revisionId)).data).toMatchObject({
    publishStatus: 'draft',
    timesTotal: 6,
    revisionNo: 2,
    revisionOf: first.id,
  });
  good(await site.manager.post(`${at}/asbasescheme/submit`, { ids: saved.revisionId, action: 'publish' }));
  expect(good(await detail(first.id)).data).toMatchObject({ publishStatus: 'stopped', timesTotal: 2 });
  expect(await site.scheme(id)).toMatchObject({ baseSchemeId: first.id, timesTotal: 2, coverTypes: ['maintain'] });
  expect(
    (
      await cs.post(`${at}/asscheme/submit`, {
        baseSchemeId: first.id,
        registerMainId: home.registerMainId,
        startDate: '2026-11-01',
      })
    ).reason,
  ).toBe('maintenance.templateNotPublished');
});

test('a contract starts after its money is approved, and never takes more than its price', async () => {
  const home = await site.home();
  const id = await site.draft(home, yearly.id, { price: '1200' });
  expect(await site.state(id, 'active')).toMatchObject({ status: 409, reason: 'maintenance.schemeUnpaid' });
  const one = good(await pay(id, home.customerId, '800')).data;
  expect((await pay(id, home.customerId, '400.01')).reason).toBe('maintenance.priceExceeded');
  const both = await Promise.all([pay(id, home.customerId, '400'), pay(id, home.customerId, '400')]);
  expect(both.map((answer) => answer.reason ?? String(answer.status)).toSorted()).toEqual([
    '200',
    'maintenance.priceExceeded',
  ]);
  const two = both.find((answer) => answer.status === 200)!.data;
  good(await approve(one.id));
  expect(await site.scheme(id)).toMatchObject({ paidAmount: '800.00', payStatus: 'part' });
  good(await approve(two.id));
  expect(await site.scheme(id)).toMatchObject({ paidAmount: '1200.00', payStatus: 'paid' });
  good(await site.state(id, 'active'));
  expect((await pay(id, (await site.home()).customerId, '1')).reason).toBe('maintenance.schemeOfOtherPayer');
  expect((await pay(id, home.customerId, '1', { collectType: 'labor' })).reason).toBe(
    'maintenance.schemeTakesSchemeFee',
  );
  expect((await pay('', home.customerId, '1')).reason).toBe('maintenance.schemeFeeNeedsScheme');
  expect(await site.broken()).toEqual([]);
});

test('a contract is suspended, goes on with its days, changes its contact, and is terminated with a reason', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  expect(await site.scheme(id)).toMatchObject({ endDate: '2027-10-31', schemeStatus: 'active' });
  expect((await cs.post(`${at}/asscheme/submit`, { id, price: '5' })).status).toBe(409);
  good(await site.state(id, 'suspended', { reason: '全家出国' }, site.lead));
  expect(good(await site.order(home)).data.weibao).toBe('paid');
  await server.tables("update asscheme set suspend_time = '2026-11-07 10:00:00' where id = $1", [id]);
  good(await site.state(id, 'active', { extend: true }, site.lead));
  expect(await site.scheme(id)).toMatchObject({ endDate: '2027-11-16', suspendReason: '' });
  good(await cs.post(`${at}/asscheme/cusUpdate`, { id, contactName: '严晓', preferredSlot: 'am1' }));
  expect(await site.scheme(id)).toMatchObject({ contactName: '严晓', schemeStatus: 'active' });
  const order = good(await site.order(home)).data;
  await server.tables("update asregistrationform set register_status = 'inService' where id = $1", [order.id]);
  expect(await site.state(id, 'terminated', { reason: '退房' })).toMatchObject({
    status: 409,
    reason: 'maintenance.visitUnderWay',
  });
  await server.tables("update asregistrationform set register_status = 'registered' where id = $1", [order.id]);
  expect((await site.state(id, 'terminated', { reason: '退房' }, site.lead)).status).toBe(403);
  good(await site.state(id, 'terminated', { reason: '退房' }));
  const changes = good(await cs.get(`${at}/asschemeupdaterecord/list`, { schemeId: id, size: 20 })).data.records;
  const kinds = changes.map((one: { changeType: string }) => one.changeType);
  expect(kinds.toSorted()).toEqual(['contact', 'status', 'status', 'status', 'status', 'time']);
});

test('a contract that is suspended for half a year is one to-do, until it goes on', async () => {
  const id = await site.sold(await site.home(), yearly.id);
  good(await site.state(id, 'suspended', { reason: '全家出国' }, site.lead));
  const open = async (): Promise<number> => {
    await server.app.jobs.run('scheme.tellOfLongSuspended');
    const rows = await server.tables(
      "select 1 from asmessage where biz_id = $1 and message_event = 'planTodo' and receiver_id = $2 and done_time is null",
      [id, site.lead.id],
    );
    return rows.length;
  };
  expect(await open()).toBe(0);
  await server.tables("update asscheme set suspend_time = '2026-05-27 03:00:00' where id = $1", [id]);
  expect([await open(), await open()]).toEqual([1, 1]);
  good(await site.state(id, 'active', {}, site.lead));
  expect(await open()).toBe(0);
});

test('the last visit ends a contract, a reopening goes on with it, and its term ends it at night', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id, { timesTotal: 1 });
  const done = await site.served(good(await site.order(home)).data.id);
  good(await site.judge(done, 'pass'));
  expect((await site.scheme(id)).schemeStatus).toBe('finished');
  good(await site.judge(done, 'reopen', site.manager));
  expect((await site.scheme(id)).schemeStatus).toBe('active');
  await server.tables("update asscheme set end_date = '2026-11-22' where id = $1", [id]);
  await server.app.jobs.run('scheme.roll');
  expect((await site.scheme(id)).schemeStatus).toBe('expired');
  // A visit that was reserved before is still served.
  good(await site.judge(done, 'pass'));
  expect(await site.visits(id)).toEqual([1, 0, 0]);
  expect(await site.broken()).toEqual([]);
});

test('machines and consumables are added, listed by their due day, and removed at their published addresses', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  const filter = await server.work('administrator', async (context) => {
    const { consumable } = await import('#business/materials/items/consumable.paper.ts');
    const { saved } = await import('#kernel/testing/sample.ts');
    void context;
    return saved(server, consumable, { lifeDays: 100 });
  });
  const lines = [{ suppliesId: filter.id, qty: '2', installDate: '2026-10-14' }];
  const [made] = good(await cs.post(`${at}/asschemerelation/submitConsumables`, { schemeId: id, lines })).data;
  expect(made).toMatchObject({ dueDate: '2027-01-22', warnStatus: 'normal' });
  const due = { dueFrom: '2027-01-01', dueTo: '2027-01-31' };
  expect(good(await cs.get(`${at}/asschemerelation/supplieslist`, due)).data.records).toMatchObject([
    { id: made.id, remainRate: '60.0000' },
  ]);
  const warn = (warnStatus: string) =>
    cs.post(`${at}/asschemerelation/updateWarnStatus`, { ids: made.id, warnStatus, note: '已约更换' });
  expect((await warn('handled')).status).toBe(409);
  await server.tables("update asschemesupplies set warn_status = 'warned' where id = $1", [made.id]);
  expect((await cs.post(`${at}/asschemerelation/removeSupplies?ids=${made.id}`)).reason).toBe(
    'maintenance.suppliesWarned',
  );
  good(await warn('handled'));
  const boiler = await site.machine(home.registerMainId, '壁挂炉');
  const synched = good(await cs.post(`${at}/asschemerelation/synch`, { schemeId: id })).data;
  expect(synched).toMatchObject({ added: [{ equipmentId: boiler }], differences: [] });
  const foreign = await site.home();
  const other = [{ equipmentId: foreign.equipmentId, qty: '1' }];
  expect((await cs.post(`${at}/asschemerelation/submit`, { schemeId: id, lines: other })).reason).toBe(
    'maintenance.machineOfOtherHome',
  );
  good(await cs.post(`${at}/asschemerelation/removeEquipment?ids=${synched.added[0].id}`));
  const parts = good(await cs.get(`${at}/asschemerelation/allList`, { schemeId: id })).data;
  expect([parts.equipment, parts.supplies]).toMatchObject([[{ equipmentId: home.equipmentId }], [{ id: made.id }]]);
  const types = good(await cs.get(`${at}/asschemetype/page`, { size: 5 })).data;
  expect(types.records).toMatchObject([{ typeCode: 'HT' }]);
  expect(good(await cs.get(`${at}/asschemetype/tree`)).data).toMatchObject([{ title: '采暖', hasChildren: false }]);
});

test('two hundred running contracts are imported with their used visits; the same sheet changes nothing, undo leaves nothing', async () => {
  const homes = [];
  for (let n = 0; n < 4; n += 1) homes.push(await site.home());
  const files = await server.tables<{ no: string }>(
    'select file_no as no from registermain where id = any($1::bigint[]) order by id',
    [homes.map((home) => home.registerMainId)],
  );
  const header = ['方案模板*', '服务档案*', '开始日期*', '期初已用次数', '期初已收', '成交价*'];
  const rows = Array.from({ length: 200 }, (_, n) => [
    yearly.no,
    files[n % 4].no,
    `2026-${String(1 + Math.floor(n / 20)).padStart(2, '0')}-${String(1 + (n % 20)).padStart(2, '0')}`,
    '3',
    '1200',
    '1200',
  ]);
  const sheet = await sheetWith([header, ...rows]);
  const path = `${at}/asscheme`;
  const page = await checked(site.manager, path, sheet);
  expect(page.data.counts, JSON.stringify(page.data.records?.[0])).toMatchObject({ new: 200, refused: 0 });
  await committed(site.manager, path, page.data.batch);
  const all = good(
    await site.manager.get(`${path}/list`, { size: 1000, registerMainId: homes[0].registerMainId }),
  ).data;
  expect(all.records).toHaveLength(50);
  const [one] = all.records;
  expect(one).toMatchObject({ timesUsed: 3, timesLeft: 1, payStatus: 'paid', equipmentCount: 1 });
  const byHand = await site.manager.post(`${path}/submit`, { id: one.id, openingUsed: 1 });
  expect(byHand).toMatchObject({ reason: 'row.invalid', data: { fields: [{ field: 'openingUsed' }] } });
  expect((await checked(site.manager, path, sheet)).data.counts).toMatchObject({ new: 0 });
  const other = await sheetWith([header, [...rows[0].slice(0, 3), '2', '1200', '1200']]);
  expect((await checked(site.manager, path, other)).data.counts).toMatchObject({ new: 0, refused: 1 });
  expect(await site.broken()).toEqual([]);
  good(await site.manager.post(`${path}/import/rollback`, { batch: page.data.batch }));
  await settledBatch(site.manager, path, page.data.batch);
  const [left] = await server.tables<{ n: number }>(
    'select (select count(*) from asscheme where is_deleted = 0 and opening_used = 3)::int + (select count(*) from asschemeequipment e join asscheme s on s.id = e.scheme_id where e.is_deleted = 0 and s.opening_used = 3)::int as n',
  );
  expect(left.n).toBe(0);
});

test('visits and money from before come by an import alone: no form, copy, bulk edit or undo writes them', async () => {
  const path = `${at}/asscheme`;
  const home = await site.home();
  const [{ no }] = await server.tables<{ no: string }>('select file_no as no from registermain where id = $1', [
    home.registerMainId,
  ]);
  const sold = { baseSchemeId: yearly.id, registerMainId: home.registerMainId, startDate: '2026-11-05', price: '1200' };
  for (const [field, value] of [
    ['openingPaid', '1200'],
    ['openingUsed', 3],
    ['openingUsed', 0],
  ] as const)
    for (const by of [cs, site.manager, admin])
      expect(await by.post(`${path}/submit`, { ...sold, [field]: value })).toMatchObject({
        reason: 'row.invalid',
        data: { fields: [{ field, msg: '只能由导入带入，不能手工填写' }] },
      });
  const header = ['方案模板*', '服务档案*', '开始日期*', '期初已用次数', '期初已收', '成交价*'];
  const sheet = await sheetWith([header, [yearly.no, no, '2026-11-05', '1', '500', '1200']]);
  const { data } = await checked(site.manager, path, sheet);
  await committed(site.manager, path, data.batch);
  // The manager's department imports it; customer service goes on with it.
  const [{ id }] = await server.tables<{ id: string }>(
    'update asscheme set create_dept = (select dept_id[1] from blade_user where id = $2) where register_main_id = $1 returning id::text as id',
    [home.registerMainId, cs.id],
  );
  expect(await site.scheme(id)).toMatchObject({ openingUsed: 1, paidAmount: '500.00', payStatus: 'part' });
  // The money from before counts as paid: no more than the rest may be collected, and with it the contract is paid.
  expect((await pay(id, home.customerId, '700.01')).reason).toBe('maintenance.priceExceeded');
  good(await approve(good(await pay(id, home.customerId, '700')).data.id));
  expect(await site.scheme(id)).toMatchObject({ paidAmount: '1200.00', payStatus: 'paid' });
  // A whole row that is sent back is no change.
  good(await cs.post(`${path}/submit`, { ...(await site.scheme(id)), remark: '改过' }));
  const copy = good(await cs.post(`${path}/copy`, { id })).data;
  expect([copy.openingUsed, copy.openingPaid]).toEqual([undefined, undefined]);
  const bulk = (body: object) => site.manager.post(`${path}/bulk`, { ids: id, ...body });
  await bulk({ set: { openingPaid: '1200' } });
  await bulk({ rows: { [id]: { openingUsed: null, openingPaid: null } } });
  expect(await site.scheme(id)).toMatchObject({ openingUsed: 1, openingPaid: '500.00' });
  expect(await site.broken()).toEqual([]);
});

test('a contract that ran before gets the machines of its home that its kind covers', async () => {
  const home = await site.home();
  good(
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: home.registerMainId,
      equipmentName: '纯水机',
      equipmentCategory: 'roUnit',
      systemType: 'waterPure',
    }),
  );
  const path = `${at}/asscheme`;
  const [{ no }] = await server.tables<{ no: string }>('select file_no as no from registermain where id = $1', [
    home.registerMainId,
  ]);
  const header = ['方案模板*', '服务档案*', '开始日期*', '期初已用次数', '成交价*'];
  const sheet = await sheetWith([header, [yearly.no, no, '2026-06-01', '1', '1200']]);
  const { data } = await checked(site.manager, path, sheet);
  await committed(site.manager, path, data.batch);
  expect(
    await server.tables(
      'select l.equipment_name as name from asschemeequipment l join asscheme s on s.id = l.scheme_id where s.register_main_id = $1',
      [home.registerMainId],
    ),
  ).toEqual([{ name: '混水中心' }]);
});

test('schemes of a sale are answered to the audit by the number of the sale, of the contract or of its home', async () => {
  const home = await site.home();
  good(await cs.post(`${at}/registerMain/submit`, { id: home.registerMainId, businessId: 'YW-1' }));
  const id = await site.sold(home, yearly.id, { businessId: 'YW-2' });
  const auditor = await server.as('as_piece_auditor');
  for (const businessId of ['YW-1', 'YW-2'])
    expect(good(await auditor.get(`${at}/aspieceworkaudit/schemeStatus`, { businessId })).data).toMatchObject([
      { id, schemeStatus: 'active', timesLeft: 4 },
    ]);
});
