import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { at, ContractSite } from '../testing/contract-site.ts';

const server = await openTestServer(import.meta.url);
const site = await ContractSite.of(server);
const { cs, dispatcher } = site.work;
const yearly = await site.template();

const cancel = (id: string) =>
  site.lead.post(`${at}/asregistrationform/submit`, { id, action: 'cancel', cancelReason: 'self' });
const uses = (registrationFormId: string) =>
  cs.get(`${at}/asregistrationscheme/list`, { registrationFormId, size: 10 });

test('an order of a covered home is under its contract, names it and reserves a visit; a pass uses it, a reopening reserves it again', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  const { schemeNo } = await site.scheme(id);
  const order = good(await site.order(home)).data;
  expect(order).toMatchObject({ weibao: 'plan', weibaoReason: `方案${schemeNo}双季保养承担，本次后剩3次` });
  expect(await site.visits(id)).toEqual([0, 1, 3]);
  const done = await site.served(order.id);
  good(await site.judge(done, 'pass'));
  expect(await site.visits(id)).toEqual([1, 0, 3]);
  good(await site.judge(done, 'reopen', site.manager));
  expect(await site.visits(id)).toEqual([0, 1, 3]);
  good(await site.judge(done, 'pass'));
  expect(await site.visits(id)).toEqual([1, 0, 3]);
  expect((await uses(order.id)).data.records).toMatchObject([{ consumeStatus: 'consumed', consumeTimes: 1 }]);
  expect(await site.broken()).toEqual([]);
});

test('a cancelled order releases its visit, and a lead moves an order out of its contract and back', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  const one = good(await site.order(home)).data;
  good(await cancel(one.id));
  expect(await site.visits(id)).toEqual([0, 0, 4]);
  const two = good(await site.order(home)).data;
  const cover = (weibao: string, more = {}) =>
    site.lead.post(`${at}/asregistrationform/submit`, {
      id: two.id,
      action: 'cover',
      weibao,
      reason: '说好的',
      ...more,
    });
  good(await cover('paid'));
  expect(await site.visits(id)).toEqual([0, 0, 4]);
  good(await cover('plan'));
  expect(await site.visits(id)).toEqual([0, 1, 3]);
  const other = await site.sold(home, yearly.id, { startDate: '2026-11-02' });
  good(await cover('paid'));
  expect(await cover('plan')).toMatchObject({ status: 400, reason: 'maintenance.severalSchemesFit' });
  good(await cover('plan', { schemeId: other }));
  expect([await site.visits(id), await site.visits(other)]).toEqual([
    [0, 0, 4],
    [0, 1, 3],
  ]);
  const bare = await site.home();
  const third = good(await site.order(bare)).data;
  expect(third.weibao).toBe('paid');
  expect(
    await site.lead.post(`${at}/asregistrationform/submit`, {
      id: third.id,
      action: 'cover',
      weibao: 'plan',
      reason: '说好的',
    }),
  ).toMatchObject({ status: 400, reason: 'maintenance.noSchemeFits' });
  expect(await site.broken()).toEqual([]);
});

test('two decided orders at once for the last visit: one under the contract, one with the next cover and the number that took it', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id, { timesTotal: 1 });
  const answers = await Promise.all([site.order(home), site.order(home)]);
  const orders = answers.map((answer) => good(answer).data).toSorted((a, b) => a.weibao.localeCompare(b.weibao));
  expect(orders.map((one) => one.weibao)).toEqual(['paid', 'plan']);
  expect(orders[0].weibaoReason).toContain(`最后一次已被${orders[1].registrationNo}占用`);
  expect(await site.visits(id)).toEqual([0, 1, 0]);
  expect(await site.broken()).toEqual([]);
});

test('two orders at once that name the contract for its last visit: one is refused', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id, { timesTotal: 1 });
  const named = { schemes: [{ schemeId: id }] };
  const answers = await Promise.all([site.order(home, {}, named), site.order(home, {}, named)]);
  expect(answers.map((one) => one.reason ?? String(one.status)).toSorted()).toEqual([
    '200',
    'maintenance.noVisitsLeft',
  ]);
  expect(await site.visits(id)).toEqual([0, 1, 0]);
  expect(await site.broken()).toEqual([]);
});

test('an order with contracts and a dispatch is all or nothing', async () => {
  const home = await site.home();
  const [one, two] = [await site.sold(home, yearly.id), await site.sold(home, yearly.id, { startDate: '2026-11-02' })];
  const schemes = [{ schemeId: one }, { schemeId: two, consumeTimes: 2 }];
  const dispatch = {
    technicianId: site.work.technicianId,
    planStart: '2026-11-25 09:00:00',
    planEnd: '2026-11-25 10:00:00',
    dispatch: true,
  };
  const order = good(await site.order(home, { receiptsType: 'repair' }, { schemes, dispatch }, dispatcher)).data;
  expect(order).toMatchObject({ weibao: 'plan', registerStatus: 'dispatched' });
  expect([await site.visits(one), await site.visits(two)]).toEqual([
    [0, 1, 3],
    [0, 2, 2],
  ]);
  const foreign = await site.sold(await site.home(), yearly.id);
  expect(await site.order(home, {}, { schemes: [{ schemeId: foreign }] })).toMatchObject({
    status: 400,
    reason: 'maintenance.schemeOfOther',
  });
  expect(
    await site.order(home, {}, { schemes, dispatch: { ...dispatch, technicianId: '1' } }, dispatcher),
  ).toMatchObject({ status: 404 });
  expect([await site.visits(one), await site.visits(two)]).toEqual([
    [0, 1, 3],
    [0, 2, 2],
  ]);
  expect(await site.broken()).toEqual([]);
});

test('the most specific contract covers: named machine, then system, then the whole home; its scope decides the payers', async () => {
  const home = await site.home();
  const whole = await site.template({ fanganType: 'whole' });
  const scoped = await site.template({ coverScope: ['labor', 'material'], price: '0' });
  const other = await site.machine(home.registerMainId, '壁挂炉');
  const everywhere = await site.sold(home, whole.id, {
    equipment: [{ equipmentId: other, qty: '1' }],
    endDate: '2026-12-01',
  });
  const system = await site.sold(home, yearly.id, { equipment: [{ equipmentId: other, qty: '1' }] });
  const machine = await site.sold(home, scoped.id);
  const first = good(await site.order(home)).data;
  expect(first.coverFees).toMatchObject({ labor: 'plan', material: 'plan', mileage: 'customer', other: 'customer' });
  good(await site.state(machine, 'suspended', { reason: '出国' }, site.lead));
  good(await site.order(home));
  good(await site.state(system, 'suspended', { reason: '出国' }, site.lead));
  good(await site.order(home));
  expect([await site.visits(machine), await site.visits(system), await site.visits(everywhere)]).toEqual([
    [0, 1, 3],
    [0, 1, 3],
    [0, 1, 3],
  ]);
  // A repair is none of the covered types.
  expect(good(await site.order(home, { receiptsType: 'repair' })).data.weibao).toBe('paid');
});

test('the desk says what the contracts of the home still have and what the call costs, before it is saved', async () => {
  const home = await site.home();
  const sentence = async (more: Record<string, unknown>): Promise<string> =>
    good(
      await cs.post(`${at}/desk/preview`, {
        customerId: home.customerId,
        equipmentId: home.equipmentId,
        ...more,
      }),
    ).data.cover.sentence;
  expect(await sentence({ receiptsType: 'maintain' })).toBe('这次客户付人工费、材料费、里程费、其他费');
  const id = await site.sold(home, yearly.id);
  expect(await sentence({ receiptsType: 'maintain' })).toBe(
    '双季保养还有 4 次，到 2027-10-31；这次客户付材料费、其他费',
  );
  expect(await sentence({ receiptsType: 'repair' })).toContain('双季保养还有 4 次');
  good(await site.state(id, 'suspended', { reason: '出国' }, site.lead));
  expect(await sentence({ receiptsType: 'maintain' })).toContain('双季保养已暂停，还有 4 次；这次客户付人工费');
});

test('lines follow a replaced machine, and return to it when the replacement is taken back', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  await server.tables("update asequipment set serial_no = 'ALT' where id = $1", [home.equipmentId]);
  const order = good(await site.order(home)).data;
  const machines = async () =>
    good(await cs.get(`${at}/asschemerelation/list`, { schemeId: id })).data.records.map(
      (one: { serialNo: string; equipmentId: string }) => [one.serialNo, one.equipmentId === home.equipmentId],
    );
  const done = await site.served(order.id, {
    equipment: [
      {
        equipmentId: home.equipmentId,
        equipmentName: '混水中心',
        qty: '1',
        replacedBySerial: 'NEU',
        equipmentStatus: 'normal',
      },
    ],
  });
  good(await site.judge(done, 'pass'));
  expect(await machines()).toEqual([['NEU', false]]);
  good(await site.judge(done, 'reopen', site.manager));
  expect(await machines()).toEqual([['ALT', true]]);
  const [line] = good(await site.work.admin.get(`${at}/ascompletionregistration/detail`, { id: done })).data.equipment;
  good(
    await site.lead.post(`${at}/ascompletionregistration/updateEquipment`, {
      completionId: done,
      lines: [{ ...line, replacedBySerial: null }],
    }),
  );
  good(await site.judge(done, 'pass'));
  expect(await machines()).toEqual([['ALT', true]]);
  expect(await site.broken()).toEqual([]);
});

test('customer service links a contract by hand while the order is open, and takes it off again', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  const order = good(await site.order(home, { receiptsType: 'repair' })).data;
  const body = { registrationFormId: order.id, schemeId: id, consumeTimes: 2 };
  const use = good(await cs.post(`${at}/asregistrationscheme/submit`, body)).data;
  expect(await site.visits(id)).toEqual([0, 2, 2]);
  expect((await cs.post(`${at}/asregistrationscheme/submit`, body)).reason).toBe('maintenance.schemeLinked');
  expect((await cs.post(`${at}/asregistrationscheme/submit`, { id: use.id, consumeTimes: 5 })).reason).toBe(
    'maintenance.noVisitsLeft',
  );
  good(await cs.post(`${at}/asregistrationscheme/remove?ids=${use.id}`));
  expect(await site.visits(id)).toEqual([0, 0, 4]);
  good(await cancel(order.id));
  expect((await cs.post(`${at}/asregistrationscheme/submit`, body)).reason).toBe('maintenance.orderNotOpen');
  expect(await site.broken()).toEqual([]);
});

test('a consumable of the contract is paid by it or charged, as the contract says, whatever its scope', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  const { materialId } = await site.work.fillVan(5);
  const part = await saved(server, consumable, { materialId, lifeDays: 100 });
  const body = { schemeId: id, lines: [{ suppliesId: part.id, qty: '1', chargeable: false }] };
  const [line] = good(await cs.post(`${at}/asschemerelation/submitConsumables`, body)).data;
  const payerAt = async (): Promise<string> => {
    const order = good(await site.order(home)).data;
    const done = await site.served(
      order.id,
      { supplies: [{ materialId, qty: '1' }] },
      { serviceMeasure: 'replacePart', unpaidReason: 'later' },
    );
    const { supplies } = good(await site.work.admin.get(`${at}/ascompletionregistration/detail`, { id: done })).data;
    return supplies[0].payer;
  };
  expect(await payerAt()).toBe('plan');
  good(
    await cs.post(`${at}/asschemerelation/submitConsumables`, {
      schemeId: id,
      lines: [{ id: line.id, chargeable: true }],
    }),
  );
  expect(await payerAt()).toBe('customer');
});
