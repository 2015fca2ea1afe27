import { expect, test } from 'vitest';
import { stockInvariants } from '#business/materials/invariants.server.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { invariants } from '../invariants.server.ts';
import { returnPath } from '../testing/back-site.ts';
import { toolLine } from '../tools/tool-line.paper.ts';
import { applyPath } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const { materialId: pump } = await site.fillVan(40);
const store = await server.as('as_store');
const lead = await server.as('as_cs_lead');
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const { id: main } = await saved(server, warehouse, {
  warehouseType: 'main',
  technicianId: undefined,
  deptId: undefined,
  allowNegative: false,
});

/** Complete a visit that used pumps; the old ones are in the van. */
async function used(hour: number, name: string, qty: string, oldPartQty = qty) {
  const of = await site.working(hour, name);
  const line = { materialId: pump, qty, unitPrice: '180', payer: 'company', oldPartReturn: true, oldPartQty };
  return good(await site.completed(of, { supplies: [line] })).data;
}

const owed = async (): Promise<
  { qty: string; completionId: string; completionSuppliesId: string; overdue: boolean }[]
> => good(await site.man.get(`${returnPath}/owed`, { technicianId: site.technicianId })).data;

const ask = (lines: readonly object[], more: object = {}) =>
  site.man.post(`${returnPath}/submit`, {
    returnType: 'old',
    technicianId: site.technicianId,
    toWarehouseId: main,
    lines: lines.map((line) => ({ materialId: pump, materialStatus: 'used', returnReason: 'old', ...line })),
    ...more,
  });

/** Inspect a return and take it over. */
async function accepted(id: string, lines?: readonly object[]): Promise<void> {
  good(await store.post(`${returnPath}/sendOutExamine`, { id, pass: 'true', lines, note: '已检' }));
  good(await store.post(`${returnPath}/sendOutTransmit`, { ids: id }));
}

const broken = async (): Promise<unknown[]> =>
  (await Promise.all([...stockInvariants, ...invariants].map((one) => server.tables(one.sql, ['000000'])))).flat();

const linesOf = async (id: string): Promise<Record<string, string>[]> =>
  good(await store.get(`${returnPath}/detail`, { id })).data.lines;

test('returned old parts meet the oldest used parts, or the named one, and only what is accepted counts', async () => {
  const [first, second] = [await used(9, '旧件先生', '2'), await used(10, '旧件女士', '3')];
  expect((await owed()).map((one) => [one.completionId, one.qty])).toEqual([
    [first.id, '2.000'],
    [second.id, '3.000'],
  ]);
  const { oldParts } = good(await site.man.get(`${applyPath}/ownGoods`)).data;
  expect(oldParts).toMatchObject([
    { qty: '2.000', left: 15, customerName: '旧件先生' },
    { qty: '3.000', left: 15, customerName: '旧件女士' },
  ]);
  const { lines } = good(
    await site.man.get(`${returnPath}/proposal`, { technicianId: site.technicianId, returnType: 'old' }),
  ).data;
  expect(lines.map((line: { returnQty: string }) => line.returnQty)).toEqual(['2.000', '3.000']);
  const four = good(await ask([{ returnQty: '4' }])).data;
  const [line] = await linesOf(four.id);
  await accepted(four.id, [{ id: line.id, acceptQty: 3, remark: '一件未带' }]);
  // The line is divided by the used parts that it answers.
  const divided = await linesOf(four.id);
  expect(divided.map((one) => [one.completionId, one.acceptQty, one.returnQty])).toEqual([
    [first.id, '2.000', '3.000'],
    [second.id, '1.000', '1.000'],
  ]);
  const rest = await owed();
  expect(rest.map((one) => [one.completionId, one.qty])).toEqual([[second.id, '2.000']]);
  const named = good(await ask([{ returnQty: '1', completionSuppliesId: rest[0].completionSuppliesId }])).data;
  await accepted(named.id);
  expect((await owed()).map((one) => one.qty)).toEqual(['1.000']);
  expect((await ask([{ returnQty: '1', completionSuppliesId: '1' }])).reason).toBe('maintenance.oldPartNotOwed');
  expect(await broken()).toEqual([]);
});

test('a correction below the returned old parts is refused', async () => {
  const done = await used(12, '更正先生', '3');
  const [mine] = (await owed()).filter((one) => one.completionId === done.id);
  const { id } = good(await ask([{ returnQty: '2', completionSuppliesId: mine.completionSuppliesId }])).data;
  await accepted(id);
  const [line] = done.supplies;
  const correct = (lines: readonly object[]) =>
    lead.post(`${at}/ascompletionregistration/updateSupplies`, { completionId: done.id, lines });
  for (const lines of [[{ ...line, qty: '1', oldPartQty: '1' }], []]) {
    const refused = await correct(lines);
    // The van has fewer old parts than the correction takes back, or they were returned.
    expect([refused.status, refused.reason]).toEqual([409, expect.stringMatching(/oldPartReturned|stockShort/)]);
  }
  const refused = await correct([{ ...line, qty: '1', oldPartQty: '3' }]);
  expect(refused.reason).toBe('maintenance.oldPartReturned');
  good(await correct([{ ...line, qty: '2', oldPartQty: '3' }]));
  expect((await owed()).filter((one) => one.completionId === done.id)).toEqual([]);
  expect(await broken()).toEqual([]);
});

test('a take-over and a correction at once: one of them sees the other', async () => {
  const done = await used(13, '同时先生', '2');
  const [mine] = (await owed()).filter((one) => one.completionId === done.id);
  const { id } = good(await ask([{ returnQty: '2', completionSuppliesId: mine.completionSuppliesId }])).data;
  good(await store.post(`${returnPath}/sendOutExamine`, { id, pass: 'true', note: '已检' }));
  const [line] = done.supplies;
  const [taken, corrected] = await Promise.all([
    store.post(`${returnPath}/sendOutTransmit`, { ids: id }),
    lead.post(`${at}/ascompletionregistration/updateSupplies`, {
      completionId: done.id,
      lines: [{ ...line, qty: '1', oldPartQty: '2' }],
    }),
  ]);
  expect(taken.status).toBe(200);
  expect(corrected.reason ?? 'corrected').toMatch(/^(maintenance\.oldPartReturned|corrected)$/);
  expect(await broken()).toEqual([]);
});

test('old parts that are owed for too long block new requests', async () => {
  await used(14, '逾期先生', '5', '0');
  const request = () =>
    site.man.post(`${applyPath}/submit`, {
      applyType: 'stockUp',
      technicianId: site.technicianId,
      fromWarehouseId: main,
      needDate: '2026-11-24',
      urgency: 'normal',
      lines: [{ materialId: pump, applyQty: '1' }],
    });
  good(await request());
  await server.tables("update ascompletionregistration set submit_time = submit_time - interval '16 days'");
  const refused = await request();
  expect([refused.status, refused.reason]).toEqual([409, 'maintenance.oldPartsOwed']);
  expect((await owed()).every((one) => one.overdue)).toBe(true);
  for (let n = 0; n < 2; n++) await server.app.jobs.run('materialReturn.oldPartsDue');
  const due = await server.tables<{ who: string }>(
    "select receiver_id::text as who from asmessage where message_event = 'oldPartDue' and is_todo",
  );
  expect(due).toEqual([{ who: site.man.id }]);
  const draft = good(
    await site.man.post(`${applyPath}/save`, {
      applyType: 'stockUp',
      technicianId: site.technicianId,
      fromWarehouseId: main,
      needDate: '2026-11-24',
      lines: [{ materialId: pump, applyQty: '1' }],
    }),
  ).data;
  expect((await site.man.post(`${applyPath}/submit`, { id: draft.id, action: 'submit' })).reason).toBe(
    'maintenance.oldPartsOwed',
  );
});

test('returned old parts of more than were used break an invariant', async () => {
  expect(await broken()).toEqual([]);
  await server.tables('update asreturnedmaterialsdetails set accept_qty = accept_qty + 9 where accept_qty > 0');
  expect((await broken()).length).toBeGreaterThan(0);
});

test('a return belongs to the timeline of the order whose old part it brings, as far as the reader sees it', async () => {
  const done = await used(15, '郑一', '1');
  const mine = (await owed()).find((one) => one.completionId === done.id);
  const { id } = good(await ask([{ returnQty: '1', completionSuppliesId: mine?.completionSuppliesId }])).data;
  const manager = await server.as('as_manager');
  const stations = async (by: typeof store): Promise<string[]> =>
    good(await by.get(`${at}/asregistrationform/chain`, { id: done.registrationFormId })).data.nodes.flatMap(
      (one: { kind: string; key: string }) => (one.kind === 'materialReturn' ? [one.key] : []),
    );
  expect(await stations(manager)).toEqual([`materialReturn ${id}`]);
  await accepted(id);
  expect(await stations(manager)).toEqual([`materialReturn ${id}`]);
  // The returns of technicians are outside the department of the customer-service lead.
  expect(await stations(lead)).toEqual([]);
});

test('completion and material name the returns of their old parts; a tool names its applications', async () => {
  const done = await used(16, '关联先生', '1');
  const mine = (await owed()).find((one) => one.completionId === done.id);
  const { id } = good(await ask([{ returnQty: '1', completionSuppliesId: mine?.completionSuppliesId }])).data;
  const related = async (paper: string, of: string): Promise<Record<string, number>> =>
    good(await store.get('blade-core/tab-counts', { paper, id: of })).data.related;
  expect((await related('completion', done.id))['materialReturn.completionId']).toBe(1);
  expect((await related('material', pump))['materialReturn.materialId']).toBeGreaterThanOrEqual(1);
  const listed = good(await store.get(`${returnPath}/list`, { completionId: done.id })).data.records;
  expect(listed.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await store.get(`${returnPath}/list`, { completionId: "1'" })).status).toBe(400);
  const tool = await saved(server, toolLine);
  expect((await related('tool', String(tool.toolId)))['toolApply.toolId']).toBe(1);
});
