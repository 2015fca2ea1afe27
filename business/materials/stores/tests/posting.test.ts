import { expect, test } from 'vitest';
import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { stockInvariants } from '../../invariants.server.ts';
import { material } from '../../items/material.paper.ts';
import { type Move, postStock, storeOfPerson } from '../posting.service.ts';
import { releaseStock, reserveStock } from '../reserve.service.ts';
import { warehouse } from '../warehouse.paper.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const store = await server.as('as_store');
let count = 0;
const next = (): number => {
  count += 1;
  return count;
};

const item = (more: Partial<Draft<typeof material>> = {}) =>
  server.work('as_admin', async (context) => {
    const n = next();
    return (
      await context.create(material, {
        itemCode: `WL${n}`,
        itemName: `铜球阀 ${n}`,
        itmsGrpNam: '阀门管件',
        materialType: 'part',
        unit: 'pcs',
        salePrice: '20',
        costPrice: '8',
        minStock: '3',
        maxStock: '50',
        ...more,
      } as Draft<typeof material>)
    ).id;
  });
const place = (type: Draft<typeof warehouse>['warehouseType'] = 'main', more: Partial<Draft<typeof warehouse>> = {}) =>
  server.work('as_admin', async (context) => {
    const n = next();
    return (
      await context.create(warehouse, {
        warehouseCode: `CK${n}`,
        warehouseName: `仓库${n}`,
        warehouseType: type,
        ...more,
      })
    ).id;
  });
const supplier = await server.work('as_store', (context) => context.call(storeOfPerson, { virtual: 'supplier' }));
const customer = await server.work('as_store', (context) => context.call(storeOfPerson, { virtual: 'customer' }));
const main = await place();
const van = await place('area');

const move = (materialId: string, from: string, to: string, qty: string, more: Partial<Move> = {}): Move => ({
  step: `story:${next()}`,
  lineId: null,
  materialId,
  fromWarehouseId: from,
  toWarehouseId: to,
  qty,
  ...more,
});
const bill = { type: 'shipment', id: '1', no: 'FL1' } as const;
const post = (moves: Move[], postDate?: string) =>
  server.work('as_store', (context) => context.call(postStock, { bill, moves, postDate }));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.words[0];
      throw error;
    },
  );
const line = async (materialId: string, warehouseId: string) =>
  (await store.get(`${at}/asstock/list`, { materialId, warehouseId })).data.records[0];

async function holds(): Promise<void> {
  for (const one of stockInvariants)
    expect(await server.tables(one.sql, ['000000']), `${one.code} ${one.title[0]}`).toEqual([]);
}

test('the ledger has every movement with running balances at the moving average', async () => {
  const valve = await item();
  await post([
    move(valve, supplier, main, '10', { unitCost: '8' }),
    move(valve, supplier, main, '30', { unitCost: '10' }),
  ]);
  await post([move(valve, main, van, '4.5')]);
  expect(await line(valve, main)).toMatchObject({
    onHand: '35.500',
    available: '35.500',
    amount: '337.25',
    alertState: 'ok',
    itemCode: expect.stringMatching(/^WL/),
  });
  expect(await line(valve, van)).toMatchObject({ onHand: '4.500', amount: '42.75' });
  const ledger = await store.get(`${at}/asstock/ledger`, { warehouseId: main, materialId: valve, size: 50 });
  expect(ledger.data.records.map((row: Record<string, string>) => [row.qty, row.fromBalance, row.toBalance])).toEqual([
    ['4.500', '35.500', '4.500'],
    ['30.000', '-40.000', '40.000'],
    ['10.000', '-10.000', '10.000'],
  ]);
  await holds();
});

test('a technician sees the stock of their own van with its movements, and no other store', async () => {
  const man = await server.as('as_technician');
  const admin = await server.as('as_admin');
  const dept = (await (await server.as('administrator')).get('blade-system/dept/tree')).data[0].id as string;
  const hired = await admin.post(`${at}/astechnician/submit`, {
    userId: man.id,
    realName: '蒋志强',
    phone: '13800001001',
    deptId: dept,
    customerServiceTeam: 'east',
    technicianLevel: 't3',
    employType: 'own',
    hireDate: '2024-01-02',
    workDays: '1,2,3,4,5',
    workStart: '08:30',
    workEnd: '17:30',
    dailyCapacityMinutes: 480,
    homeLocation: '121.50,31.20',
    pieceRatio: '1',
  });
  const own = await server.work('as_store', (context) => context.call(storeOfPerson, { technicianId: hired.data.id }));
  const valve = await item();
  // Although the second posting comes from the technician's own work, its move between other stores is hidden from
  // them.
  await post([move(valve, supplier, main, '10', { unitCost: '8' }), move(valve, main, own, '3')]);
  await server.work('as_technician', (context) =>
    context.call(postStock, { bill, moves: [move(valve, main, van, '1'), move(valve, own, customer, '1')] }),
  );
  const lines = (await man.get(`${at}/asstock/list`, { size: 100 })).data.records as {
    warehouseId: string;
    onHand: string;
  }[];
  expect(lines.map((one) => [one.warehouseId, one.onHand])).toEqual([[own, '2.000']]);
  expect(
    (await man.get(`${at}/asstock/ledger`, { materialId: valve, size: 50 })).data.records
      .map((one: { qty: string }) => one.qty)
      .toSorted(),
  ).toEqual(['1.000', '3.000']);
  expect(
    (await man.get(`${at}/asstock/groupBy`, { by: 'warehouse' })).data.map((one: { key: string }) => one.key),
  ).toEqual([own]);
  expect((await store.get(`${at}/asstock/list`, { materialId: valve, size: 100 })).data.total).toBe(3);
});

test('a step is posted once, however often it is sent, alone or concurrently', async () => {
  const valve = await item();
  const first = move(valve, supplier, main, '5');
  const posted = await post([first]);
  expect(posted[0].repeated).toBe(false);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post([first, move(valve, supplier, van, '1', { step: 'again' })])),
  );
  expect(new Set(answers.map(([one]) => one.moveId))).toEqual(new Set([posted[0].moveId]));
  expect(answers.every(([one]) => one.repeated)).toBe(true);
  expect(answers.filter(([, one]) => !one.repeated)).toHaveLength(1);
  expect((await line(valve, main)).onHand).toBe('5.000');
  expect((await line(valve, van)).onHand).toBe('1.000');
});

test('stock is never negative; of two requests for the last part one is refused with item and quantity', async () => {
  const valve = await item({ itemName: '主控板 B24' });
  await post([move(valve, supplier, main, '1')]);
  const both = await Promise.all([1, 2].map(() => refusal(post([move(valve, main, customer, '1')]))));
  expect(both.toSorted()).toEqual(['done', '库存不足:主控板 B24 可用 0']);
  expect(await refusal(post([move(valve, supplier, main, '2'), move(valve, main, customer, '2.5')]))).toBe(
    '库存不足:主控板 B24 可用 2',
  );
  expect((await line(valve, main)).onHand).toBe('0.000');
  const open = await place('area', { allowNegative: true });
  await post([move(valve, open, customer, '3')]);
  expect((await line(valve, open)).onHand).toBe('-3.000');
  await holds();
});

test('an earlier posting date is allowed within the open month, as long as every later balance holds', async () => {
  const valve = await item();
  await post([move(valve, supplier, main, '10')], '2026-11-10');
  await post([move(valve, main, customer, '8')], '2026-11-20');
  expect(await refusal(post([move(valve, main, customer, '1')], '2026-11-09'))).toContain('2026-11-09 的结存会变为 -1');
  await post([move(valve, supplier, main, '5')], '2026-11-22');
  expect(await refusal(post([move(valve, main, customer, '3')], '2026-11-15'))).toContain('2026-11-20 的结存会变为 -1');
  await post([move(valve, main, customer, '2')], '2026-11-15');
  expect(await refusal(post([move(valve, supplier, main, '1')], '2026-11-24'))).toBe('过账日期不能晚于今天');
  await server.tables(
    "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (1, '000000', '关账', 'as.stock.closedMonth', '2026-10', now(), now()) on conflict do nothing",
  );
  await server.tables("update blade_param set param_value = '2026-10' where param_key = 'as.stock.closedMonth'");
  server.app.ports.forget('000000');
  expect(await refusal(post([move(valve, supplier, main, '1')], '2026-10-31'))).toContain(
    '2026-10 及以前的库存月份已关账',
  );
  await holds();
});

test('a serial number is one piece in one place', async () => {
  const pump = await item({ trackMode: 'serial', itemName: '变频循环泵' });
  await post([move(pump, supplier, main, '1', { serialNo: 'SN1' })]);
  expect(await refusal(post([move(pump, supplier, main, '2', { serialNo: 'SN2' })]))).toContain('每个序列号数量为 1');
  expect(await refusal(post([move(pump, supplier, main, '1')]))).toContain('每个序列号数量为 1');
  expect(await refusal(post([move(pump, supplier, van, '1', { serialNo: 'SN1' })]))).toMatch(
    /^序列号 SN1（变频循环泵）已在仓库/,
  );
  expect(await refusal(post([move(pump, van, customer, '1', { serialNo: 'SN1' })]))).toBe(
    '库存不足:变频循环泵 SN1 可用 0',
  );
  const twice = await Promise.all(
    [main, van].map((to) => refusal(post([move(pump, supplier, to, '1', { serialNo: 'SN9' })]))),
  );
  expect(twice.filter((one) => one === 'done')).toHaveLength(1);
  await post([move(pump, main, van, '1', { serialNo: 'SN1' }), move(pump, van, customer, '1', { serialNo: 'SN1' })]);
  expect(await refusal(post([move(pump, customer, main, '1', { serialNo: 'SN1' })]))).toBe('done');
  expect(await refusal(post([move(await item(), supplier, main, '1', { serialNo: 'SN1' })]))).toContain(
    '不按序列号管理',
  );
  await holds();
});

test('a serial number is the same piece in every spelling', async () => {
  const pump = await item({ trackMode: 'serial' });
  await post([move(pump, supplier, main, '1', { serialNo: 'sn–70 1' })]);
  expect(await refusal(post([move(pump, supplier, van, '1', { serialNo: 'ＳＮ－７０１' })]))).toContain('SN-701');
  await post([move(pump, main, customer, '1', { serialNo: 'Sn-701' })]);
  const [row] = await server.tables<{ n: string }>(
    'select distinct serial_no as n from asstock where material_id = $1',
    [pump],
  );
  expect(row.n).toBe('SN-701');
  await holds();
});

test('a movement has a condition a side; a serial number leaves in the condition in which it is at the source', async () => {
  const pump = await item({ trackMode: 'serial' });
  const one = (from: string, to: string, more: Partial<Move>) => move(pump, from, to, '1', { serialNo: 'C1', ...more });
  const conditions = async () =>
    Object.fromEntries(
      (
        await server.tables<{ at: string; n: string }>(
          "select warehouse_id::text || ' ' || material_status as at, trim_scale(on_hand)::text as n from asstock where material_id = $1 and on_hand > 0",
          [pump],
        )
      ).map((row) => [row.at, row.n]),
    );
  await post([one(supplier, main, {}), one(main, customer, {})]);
  expect(await conditions()).toEqual({ [`${customer} good`]: '1' });
  // The part returns from the customer as used, and cannot return a second time.
  const [back] = await post([one(customer, van, { toStatus: 'used' })]);
  expect(await conditions()).toEqual({ [`${van} used`]: '1' });
  expect(await refusal(post([one(customer, main, { toStatus: 'used' })]))).toContain('已在仓库');
  // The part leaves the van as `used`, its condition there, and arrives as `defective`. The next move of the same
  // posting starts as `defective`.
  await post([one(van, main, { toStatus: 'defective' }), one(main, van, { toStatus: 'used' })]);
  expect(await conditions()).toEqual({ [`${van} used`]: '1' });
  // A reversal goes back along the movement with the conditions swapped.
  const reversal = (more: Partial<Move>) => post([one(van, customer, { reverseOfId: back.moveId, ...more })]);
  expect(await refusal(reversal({ materialStatus: 'used' }))).toContain('物料或方向不符');
  await reversal({ materialStatus: 'used', toStatus: 'good' });
  expect(await conditions()).toEqual({ [`${customer} good`]: '1' });
  await holds();
});

test('a back-dated movement counts each side in its own condition', async () => {
  const valve = await item();
  await post([move(valve, supplier, main, '5')], '2026-11-10');
  await post([move(valve, main, van, '4', { materialStatus: 'good', toStatus: 'used' })], '2026-11-12');
  const used = (qty: string, day: string) =>
    refusal(post([move(valve, van, customer, qty, { materialStatus: 'used' })], day));
  expect(await used('1', '2026-11-11')).toContain('2026-11-11 的结存会变为 -1');
  expect(await used('4', '2026-11-12')).toBe('done');
  expect(await refusal(post([move(valve, main, customer, '2')], '2026-11-11'))).toContain('可用 1');
  await holds();
});

test('a movement is undone by one in the opposite direction, and no further', async () => {
  const valve = await item();
  const [come] = await post([move(valve, supplier, main, '10', { unitCost: '7' })]);
  const back = (qty: string, from = main) =>
    post([move(valve, from, supplier, qty, { reverseOfId: come.moveId, unitCost: '7' })]);
  await back('4');
  expect(await refusal(back('7'))).toBe(`冲销超过原流水 ${come.moveNo}`);
  expect(await refusal(back('1', van))).toContain('物料或方向不符');
  expect((await Promise.all([back('6'), back('6')].map(refusal))).filter((one) => one === 'done')).toHaveLength(1);
  expect((await line(valve, main)).onHand).toBe('0.000');
  await holds();
});

test('a reservation is available to its line only; its posting consumes it', async () => {
  const valve = await item();
  await post([move(valve, supplier, main, '10')]);
  const keep = (lineId: string, qty: string) =>
    server.work('as_store', (context) =>
      context.call(reserveStock, [{ billType: 'shipment', lineId, warehouseId: main, materialId: valve, qty }]),
    );
  await keep('71', '6');
  expect(await refusal(keep('72', '5'))).toContain('可用 4');
  expect(await line(valve, main)).toMatchObject({ onHand: '10.000', reserved: '6.000', available: '4.000' });
  expect(await refusal(post([move(valve, main, customer, '5')]))).toContain('可用 4');
  await post([move(valve, main, van, '5', { lineId: '71' })]);
  expect(await line(valve, main)).toMatchObject({ onHand: '5.000', reserved: '1.000' });
  await keep('71', '3');
  expect(await line(valve, main)).toMatchObject({ reserved: '3.000' });
  await Promise.all(
    [1, 2, 3].map(() =>
      server.work('as_store', (context) => context.call(releaseStock, { billType: 'shipment', lineIds: ['71'] })),
    ),
  );
  expect(await line(valve, main)).toMatchObject({ onHand: '5.000', reserved: '0.000', available: '5.000' });
  await holds();
});

test('a technician and each virtual party have one store, created once by concurrent callers', async () => {
  const ids = await Promise.all(
    Array.from({ length: 6 }, () =>
      server.work('as_store', (context) => context.call(storeOfPerson, { virtual: 'old' })),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  const second = await store.post(`${at}/aswarehouse/submit`, {
    warehouseCode: 'S2',
    warehouseName: '又一个供应商',
    warehouseType: 'supplier',
  });
  expect([second.status, second.reason]).toEqual([409, 'maintenance.virtualOnce']);
  const removing = await (await server.as('as_admin')).post(`${at}/aswarehouse/remove?ids=${main}`);
  expect(removing.status).toBe(409);
});

test('sums by item, store, group, condition and technician exclude virtual stores', async () => {
  const valve = await item({ itmsGrpNam: '测试组' });
  await post([
    move(valve, supplier, main, '40', { unitCost: '2' }),
    move(valve, main, van, '1'),
    move(valve, main, van, '2', { step: `x${next()}` }),
  ]);
  const sums = async (by: string) => (await store.get(`${at}/asstock/groupBy`, { by, materialId: valve })).data;
  expect(await sums('warehouse')).toEqual([
    expect.objectContaining({ key: main, onHand: '37.000', amount: '74.00' }),
    expect.objectContaining({ key: van, onHand: '3.000' }),
  ]);
  expect(await sums('group')).toEqual([
    expect.objectContaining({ key: '测试组', name: '测试组', onHand: '40.000', available: '40.000' }),
  ]);
  for (const by of ['material', 'condition', 'technician']) expect(await sums(by), by).toHaveLength(1);
  expect((await store.get(`${at}/asstock/groupBy`, { by: 'colour' })).reason).toBe('maintenance.groupUnknown');
  const ours = await store.get(`${at}/asstock/list`, { materialId: valve, hideZero: 'true' });
  expect(ours.data.records.map((row: { warehouseId: string }) => row.warehouseId).toSorted()).toEqual(
    [main, van].toSorted(),
  );
  await post([move(valve, main, customer, '35')]);
  expect((await store.get(`${at}/asstock/list`, { materialId: valve, alertState: 'low' })).data.records).toHaveLength(
    1,
  );
  await post([move(valve, main, customer, '2')]);
  expect((await store.get(`${at}/asstock/list`, { materialId: valve, alertState: 'none' })).data.records).toHaveLength(
    1,
  );
  server.clock.pass(400 * 86_400_000);
  const later = await server.as('as_store', { who: 'later' });
  expect(
    (await later.get(`${at}/asstock/list`, { materialId: valve, alertState: 'dead,low' })).data.records,
  ).toHaveLength(1);
});
