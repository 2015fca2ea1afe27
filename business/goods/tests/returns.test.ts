import { expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { inspect, inVan, placesOf, returnOf, returnPath, returned, takenOver } from '../testing/back-site.ts';
import { dataOf, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, worker, leader } = site.people;

const submit = async (lines: readonly Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  dataOf(await worker.post(`${returnPath}/submit`, returned(site, lines, more)));

const reservedOf = async (materialId: string): Promise<number> => {
  const [row] = await server.tables<{ n: string }>(
    'select coalesce(sum(reserved), 0)::text as n from asstock where material_id = $1',
    [materialId],
  );
  return Number(row.n);
};

test('three returned, two accepted: the rest stays with the technician and is free again', async () => {
  const valve = await site.item('20');
  await inVan(site, valve, '5');
  const { id } = await submit([{ materialId: valve, returnQty: '3' }]);
  expect(await reservedOf(valve)).toBe(3);
  const [line] = (await returnOf(site, id)).lines;
  expect((await inspect(site, id, [{ id: line.id, acceptQty: 2 }])).reason).toBe('maintenance.acceptedLess');
  dataOf(await inspect(site, id, [{ id: line.id, acceptQty: 2, remark: '少一件' }]));
  expect(await reservedOf(valve)).toBe(2);
  dataOf(await takenOver(site, id));
  expect(await placesOf(site, valve)).toEqual({ 'main good': 17, 'person good': 3 });
  expect([await reservedOf(valve), (await returnOf(site, id)).sapStatus]).toEqual([0, 'notNeeded']);
  dataOf(await store.post(`${returnPath}/sendOutClose`, { ids: id }));
  expect(await returnOf(site, id)).toMatchObject({
    documentStatus: 'closed',
    totalQty: '2.000',
    lines: [{ acceptQty: '2.000', remark: '少一件' }],
  });
  expect(await site.broken()).toEqual([]);
});

test('a piece goes to the place of its inspected condition', async () => {
  const valve = await site.item('20');
  await inVan(site, valve, '6');
  // Bad on arrival: declared defective, and good in the books of the van.
  const { id } = await submit(
    [
      { materialId: valve, returnQty: '1', materialStatus: 'defective', returnReason: 'bad' },
      { materialId: valve, returnQty: '2', returnReason: 'wrong' },
      { materialId: valve, returnQty: '1' },
    ],
    { returnType: 'defective' },
  );
  const [, second] = (await returnOf(site, id)).lines;
  dataOf(await inspect(site, id, [{ id: second.id, checkedStatus: 'scrap' }]));
  dataOf(await takenOver(site, id));
  expect(await placesOf(site, valve)).toEqual({
    'main good': 15,
    'old defective': 1,
    'person good': 2,
    'scrap scrap': 2,
  });
  expect(await site.broken()).toEqual([]);
});

test('a serial number returns in another condition, and is on one return at a time', async () => {
  const pump = await site.item('2', {}, ['R-1', 'R-2']);
  await inVan(site, pump, '2', 'R-1,R-2');
  const line = { materialId: pump, returnQty: '1', materialStatus: 'defective', returnReason: 'bad' };
  const body = (serialNos: string) => returned(site, [{ ...line, serialNos }], { returnType: 'defective' });
  expect((await worker.post(`${returnPath}/submit`, body('R-9'))).reason).toBe('maintenance.serialNotInVan');
  expect((await worker.post(`${returnPath}/submit`, body('R-1,R-2'))).reason).toBe('maintenance.serialsNeeded');
  const { id } = dataOf(await worker.post(`${returnPath}/submit`, body('R-1')));
  expect((await worker.post(`${returnPath}/submit`, body('r-1'))).reason).toBe('maintenance.serialOnReturn');
  dataOf(await inspect(site, id));
  dataOf(await takenOver(site, id));
  expect(await placesOf(site, pump)).toEqual({ 'old defective': 1, 'person good': 1 });
  expect(await site.broken()).toEqual([]);
});

test('a return that is sent back frees its stock, and reserves it again when it is submitted', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '3');
  const { id } = await submit([{ materialId: valve, returnQty: '2' }]);
  const back = (by: typeof store, more: object) =>
    by.post(`${returnPath}/sendOutExamine`, { id, note: '数量不对', ...more });
  expect((await back(store, {})).status).toBe(400);
  for (const pass of ['true', 'false']) expect((await back(worker, { pass })).status).toBe(403);
  expect(dataOf(await back(store, { pass: 'false' }))).toMatchObject({ documentStatus: 'returned' });
  expect(await reservedOf(valve)).toBe(0);
  const { lines } = await returnOf(site, id);
  dataOf(await worker.post(`${returnPath}/save`, { id, lines: [{ ...lines[0], returnQty: '3' }] }));
  dataOf(await worker.post(`${returnPath}/submit`, { id, action: 'submit' }));
  expect([await reservedOf(valve), (await returnOf(site, id)).documentStatus]).toEqual([3, 'submitted']);
  expect(await site.broken()).toEqual([]);
});

test('returns of others, of more than the van has, to vans, and of nothing are refused', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '2');
  const ask = (by: typeof worker, more: object = {}, line: object = {}) =>
    by.post(`${returnPath}/submit`, returned(site, [{ materialId: valve, returnQty: '1', ...line }], { ...more }));
  const other = await server.as('as_technician', { who: 'someone' });
  await saved(server, technician, { userId: other.id, customerServiceTeam: 'east' });
  expect((await ask(other)).status).toBe(400);
  expect((await ask(worker, {}, { returnQty: '3' })).reason).toBe('maintenance.stockShort');
  expect((await ask(worker, {}, { returnQty: '0' })).reason).toBe('maintenance.goodsQuantity');
  const [{ id: van }] = await server.tables<{ id: string }>(
    "select id::text as id from aswarehouse where warehouse_type = 'person' limit 1",
  );
  expect((await ask(worker, { toWarehouseId: van })).reason).toBe('maintenance.returnStoreNeeded');
  const own = dataOf(await store.post(`${returnPath}/submit`, returned(site, [{ materialId: valve, returnQty: '1' }])));
  expect((await inspect(site, own.id)).reason).toBe('maintenance.ownDocument');
  const { id } = await submit([{ materialId: valve, returnQty: '1' }]);
  const [line] = (await returnOf(site, id)).lines;
  expect((await inspect(site, id, [{ id: line.id, acceptQty: 2 }])).reason).toBe('maintenance.acceptedAboveReturned');
  expect((await inspect(site, id, [{ id: line.id, acceptQty: 0, remark: '没有' }])).reason).toBe(
    'maintenance.nothingAccepted',
  );
  expect((await inspect(site, id, [{ id }])).status).toBe(404);
  expect((await inspect(site, id, [{ id: line.id, checkedStatus: 'new' }])).status).toBe(400);
  expect((await leader.post(`${returnPath}/sendOutTransmit`, { ids: id })).status).toBe(403);
  expect(await site.broken()).toEqual([]);
});

test('two take-overs of one return move its goods once', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '4');
  const { id } = await submit([{ materialId: valve, returnQty: '4' }]);
  dataOf(await inspect(site, id));
  const second = await server.as('as_store', { who: 'second' });
  const answers = await Promise.all([store, second].map((by) => by.post(`${returnPath}/sendOutTransmit`, { ids: id })));
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409]);
  expect(await placesOf(site, valve)).toEqual({ 'main good': 9 });
  expect(await site.broken()).toEqual([]);
});

test('a proposal names what the van has; for one who leaves also goods under way', async () => {
  const leaver = await server.as('as_technician', { who: 'leaver' });
  const who = await saved(server, technician, { userId: leaver.id, customerServiceTeam: 'east' });
  const valve = await site.item('9');
  await inVan(site, valve, '2');
  const ask = async (technicianId: string, returnType: string, more: object = {}) =>
    dataOf(await store.get(`${returnPath}/proposal`, { technicianId, returnType, ...more }));
  const { lines, inTransit, tools } = await ask(site.technicianId, 'leave');
  expect(lines).toContainEqual(
    expect.objectContaining({ materialId: valve, materialStatus: 'good', returnQty: '2.000' }),
  );
  expect([inTransit, tools]).toEqual([[], []]);
  expect((await ask(who.id, 'leave')).lines).toEqual([]);
  expect((await worker.get(`${returnPath}/proposal`, { technicianId: who.id, returnType: 'leave' })).status).toBe(404);
});

test('an edit supplied with a submit is reserved as edited; its replays reserve nothing twice', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '6');
  const { id } = dataOf(
    await worker.post(`${returnPath}/save`, returned(site, [{ materialId: valve, returnQty: '2' }])),
  );
  const [line] = (await returnOf(site, id)).lines;
  const edit = (returnQty: string, more: object = {}) => ({
    id,
    lines: [{ ...line, version: undefined, returnQty }],
    ...more,
  });
  const send = (body: object) => worker.post(`${returnPath}/submit`, body);
  dataOf(await send(edit('3')));
  expect([await reservedOf(valve), (await returnOf(site, id)).documentStatus]).toEqual([3, 'submitted']);
  // Replays of the same edit, of another one, and of one with the verb.
  for (const body of [edit('3'), edit('5'), edit('5', { action: 'submit' })]) {
    await Promise.all([send(body), send(body)]);
    const { documentStatus, lines, totalQty } = await returnOf(site, id);
    expect([documentStatus, lines[0].returnQty, totalQty]).toEqual(['submitted', '3.000', '3.000']);
    expect(await reservedOf(valve)).toBe(3);
  }
  expect((await send(edit('5'))).reason).toBe('row.locked');
  dataOf(await inspect(site, id));
  dataOf(await takenOver(site, id));
  expect((await send(edit('5'))).reason).toBe('row.locked');
  expect(await placesOf(site, valve)).toEqual({ 'main good': 6, 'person good': 3 });
  expect(await site.broken()).toEqual([]);
});

test('an inspected condition that is sent empty means the declared one', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '2');
  const { id } = await submit([{ materialId: valve, returnQty: '2' }]);
  const [line] = (await returnOf(site, id)).lines;
  dataOf(await inspect(site, id, [{ id: line.id, checkedStatus: '', serialNos: '', remark: '' }]));
  expect((await returnOf(site, id)).lines).toMatchObject([{ checkedStatus: 'good', acceptQty: '2.000' }]);
});

test('many returns are moved along a track, and those in other states stay', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '3');
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await submit([{ materialId: valve, returnQty: '1' }])).id);
  const [first, second, third] = ids;
  for (const id of [first, second]) dataOf(await inspect(site, id));
  dataOf(await takenOver(site, `${first},${second}`));
  const queue = (some: readonly string[]): Promise<string[]> =>
    server.work('administrator', (context) =>
      context.moveAll(materialReturn, some, 'queued', 'transmit', { sapDocNum: 'T-1' }),
    );
  expect(await queue([first])).toEqual([first]);
  // The first one has left the state in which the move begins.
  expect((await queue(ids)).toSorted()).toEqual([second, third].toSorted());
  for (const id of ids) expect(await returnOf(site, id)).toMatchObject({ sapStatus: 'queued', sapDocNum: 'T-1' });
  expect((await returnOf(site, third)).documentStatus).toBe('submitted');
});
