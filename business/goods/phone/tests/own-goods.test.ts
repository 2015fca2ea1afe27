import { expect, test } from 'vitest';
import { manufacturer } from '#business/masterdata/standards/manufacturer.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { photoBy } from '#business/mobile/testing/worksite.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { ownGoods } from '../own-goods.server.ts';
import { inVan, inspect, returnOf, returnPath, returned, setParameter, takenOver } from '../../testing/back-site.ts';
import { applyPath, dataOf, StoreSite } from '../../testing/store-site.ts';
import { act, applied, handedOut, newTool, toolApplyOf, toolApplyPath } from '../../testing/tool-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, worker, leader } = site.people;
const stranger = await server.as('as_technician', { who: 'stranger' });
await saved(server, technician, { userId: stranger.id, customerServiceTeam: 'east' });
const linePath = 'blade-maintenance/webApi/astooldetails';

const ownOf = async (by: TestCaller) => dataOf(await by.get(`${applyPath}/ownGoods`));
const named = <T extends { materialId: string }>(rows: readonly T[], materialId: string): T[] =>
  rows.filter((one) => one.materialId === materialId);

test("a technician's returns are read with what else could go back; another technician sees none of them", async () => {
  const valve = await site.item('20');
  const shipmentId = await inVan(site, valve, '5');
  const { id } = dataOf(
    await worker.post(`${returnPath}/submit`, returned(site, [{ materialId: valve, returnQty: '2' }])),
  );
  const own = await ownOf(worker);
  expect(own.returns).toMatchObject([
    {
      id,
      documentStatus: 'submitted',
      returnType: 'unused',
      lines: [{ materialId: valve, returnQty: '2.000', returnReason: 'surplus' }],
    },
  ]);
  expect(named(own.held, valve)).toMatchObject([{ materialStatus: 'good', qty: '3.000', isSerial: false }]);
  expect(own.shipments).toMatchObject([{ id: shipmentId, lines: [{ materialId: valve, qty: '5.000' }] }]);
  expect([own.mayReturn, own.mayApply, own.blocksTools]).toEqual([true, true, true]);
  dataOf(await store.post(`${returnPath}/sendOutExamine`, { id, pass: 'false', note: '数量不对' }));
  expect((await ownOf(worker)).returns).toMatchObject([{ documentStatus: 'returned', examineNote: '数量不对' }]);
  dataOf(await worker.post(`${returnPath}/submit`, { id, action: 'submit' }));
  dataOf(await inspect(site, id));
  dataOf(await takenOver(site, id));
  expect((await ownOf(worker)).returns).toMatchObject([
    { documentStatus: 'transmitted', lines: [{ acceptQty: '2.000' }] },
  ]);
  const other = await ownOf(stranger);
  expect([other.returns, other.held, other.shipments, other.tools, other.toolRequests]).toEqual([[], [], [], [], []]);
});

test('a technician removes an own draft; drafts of the store, and returns that were submitted, stay', async () => {
  const valve = await site.item('20');
  await inVan(site, valve, '5');
  const draft = async (by: TestCaller): Promise<string> =>
    dataOf(await by.post(`${returnPath}/save`, returned(site, [{ materialId: valve, returnQty: '1' }]))).id;
  const [mine, theirs] = [await draft(worker), await draft(store)];
  const removed = (by: TestCaller, ids: string) => by.post(`${returnPath}/remove`, { ids });
  const shown = async () =>
    (await ownOf(worker)).returns
      .filter((one: { id: string }) => [mine, theirs].includes(one.id))
      .map((one: { id: string; mayRemove: boolean }) => [one.id, one.mayRemove]);
  expect(await shown()).toEqual([
    [theirs, false],
    [mine, true],
  ]);
  expect((await removed(stranger, mine)).status).toBe(404);
  expect(await removed(worker, theirs)).toMatchObject({ status: 403, reason: 'maintenance.draftOfAnother' });
  dataOf(await removed(worker, mine));
  expect(await shown()).toEqual([[theirs, false]]);
  dataOf(await worker.post(`${returnPath}/submit`, { id: theirs, action: 'submit' }));
  expect((await removed(store, theirs)).status).toBe(409);
  dataOf(await lead.post(`${returnPath}/sendOutExamine`, { id: theirs, pass: 'false', note: '不用退' }));
  expect(await site.broken()).toEqual([]);
});

test('an old part says which maker wants it back: one that pays for it', async () => {
  const maker = await saved(server, manufacturer, { manufacturerName: '威能' });
  const seal = await site.item('9', { returnOld: true, manufacturerId: maker.id });
  await site.owesOldParts(seal, '1', 2);
  const makers = async () =>
    named<{ materialId: string; maker: string | null }>((await ownOf(worker)).oldParts, seal).map((one) => one.maker);
  const paidBy = (payer: string) =>
    server.tables('update ascompletionsupplies set payer = $2 where material_id = $1', [seal, payer]);
  await paidBy('company');
  expect(await makers()).toEqual([null]);
  await paidBy('manufacturer');
  expect(await makers()).toEqual(['威能']);
  await server.tables('update asbasematerial set manufacturer_id = null where id = $1', [seal]);
  expect(await makers()).toEqual(['']);
});

test('a serial number that a return under way names is not proposed again', async () => {
  const pump = await site.item('2', {}, ['H-1', 'H-2']);
  await inVan(site, pump, '2', 'H-1,H-2');
  const line = { materialId: pump, returnQty: '1', serialNos: 'h-1' };
  const { id } = dataOf(await worker.post(`${returnPath}/submit`, returned(site, [line])));
  const proposed = async () =>
    named<{ materialId: string; serialNos: string }>(
      dataOf(await worker.get(`${returnPath}/proposal`, { technicianId: site.technicianId, returnType: 'unused' }))
        .lines,
      pump,
    );
  expect(await proposed()).toMatchObject([{ serialNos: 'H-2', returnQty: '1.000' }]);
  expect(named((await ownOf(worker)).held, pump)).toMatchObject([{ serialNos: 'H-2', qty: '1.000', isSerial: true }]);
  dataOf(await store.post(`${returnPath}/sendOutExamine`, { id, pass: 'false', note: '再看' }));
  expect(await proposed()).toMatchObject([{ serialNos: 'H-1,H-2' }]);
});

test('an old part of a visit out of sight has its day, and no customer', async () => {
  const seal = await site.item('9', { returnOld: true });
  await site.owesOldParts(seal, '2', 3);
  expect(named((await ownOf(worker)).oldParts, seal)).toMatchObject([{ qty: '2.000', left: 12, customerName: '' }]);
});

test('returns and applications keep the time of the phone; one in the future is refused', async () => {
  const valve = await site.item('9');
  await inVan(site, valve, '3');
  const drill = await newTool(site);
  const body = returned(site, [{ materialId: valve, returnQty: '1' }]);
  const draft = dataOf(await worker.post(`${returnPath}/save`, body));
  const at = addMinutes(draft.createTime, -40);
  dataOf(await worker.post(`${returnPath}/submit`, { id: draft.id, action: 'submit', at }));
  expect((await returnOf(site, draft.id)).submitTime).toBe(at);
  const direct = dataOf(await worker.post(`${returnPath}/submit`, { ...body, at }));
  expect((await returnOf(site, direct.id)).submitTime).toBe(at);
  const later = { ...body, at: addMinutes(draft.createTime, 90) };
  expect((await worker.post(`${returnPath}/submit`, later)).reason).toBe('maintenance.stepInFuture');

  const tools = applied(site, [{ toolId: drill }]);
  const stored = dataOf(await worker.post(`${toolApplyPath}/add`, tools));
  dataOf(await worker.post(`${toolApplyPath}/submit`, { id: stored.id, action: 'submit', at }));
  expect(await toolApplyOf(site, stored.id)).toMatchObject({ submitTime: at, toolApplyStatus: 'submitted' });
  const { id } = dataOf(await worker.post(`${toolApplyPath}/submit`, { ...tools, at }));
  expect((await toolApplyOf(site, id)).submitTime).toBe(at);
});

test('a photo of a tool is added to an own line that was handed out, also after its return', async () => {
  const drill = await newTool(site);
  const of = await handedOut(site, [{ toolId: drill, applyQty: '2' }]);
  const [line] = of.lines;
  const photo = async (by: TestCaller, more: object = {}, key?: string) =>
    by.post(`${linePath}/photo`, { id: line.id, when: 'out', file: await photoBy(by), ...more }, key);
  const file = await photoBy(worker);
  for (let n = 0; n < 2; n++) expect(dataOf(await photo(worker, { file }, 'one-photo'))).toEqual({ photos: 1 });
  expect(dataOf(await photo(worker))).toEqual({ photos: 2 });
  expect((await photo(stranger)).status).toBe(404);
  expect((await photo(worker, { when: 'later' })).status).toBe(400);
  expect((await photo(worker, { file: await photoBy(stranger) })).status).toBe(400);
  const shown = (await ownOf(worker)).tools.find((one: { id: string }) => one.id === line.id);
  expect(shown).toMatchObject({
    toolApplyNo: of.toolApplyNo,
    qty: '2.000',
    dueDay: '2026-12-31',
    outPhotos: 2,
    returnPhotos: 0,
    outPhoto: [/\/file\//, /\/file\//].map((one) => expect.stringMatching(one)),
  });
  dataOf(await act(site, of.id, 'return'));
  expect(dataOf(await photo(worker, { when: 'return' }))).toEqual({ photos: 1 });
  expect((await toolApplyOf(site, of.id)).lines).toMatchObject([{ returnPhoto: [expect.stringContaining('/file/')] }]);
  await server.tables('update astooldetails set out_photo = array[1,2,3,4,5,6,7,8,9]::bigint[] where id = $1', [
    line.id,
  ]);
  expect((await photo(worker)).reason).toBe('maintenance.toolPhotosFull');
  const open = dataOf(await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId: drill }])));
  const [waiting] = (await toolApplyOf(site, open.id)).lines;
  expect((await photo(worker, { id: waiting.id })).reason).toBe('maintenance.toolNotOut');
  // While an approved application is handed out, the store takes the first photo.
  dataOf(await leader.post(`${toolApplyPath}/update`, { id: open.id, action: 'approve' }));
  expect(dataOf(await photo(store, { id: waiting.id }))).toEqual({ photos: 1 });
  expect((await photo(store, { id: waiting.id, when: 'return' })).reason).toBe('maintenance.toolNotOut');
});

test('tools in the store and own applications are read; a permanent tool has no day of return', async () => {
  const [ladder, gone] = [await newTool(site, { toolName: '人字梯' }), await newTool(site, { totalQty: '1' })];
  const permanent = await handedOut(site, [{ toolId: gone }], { toolApplyType: 'keep' });
  const { id } = dataOf(await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId: ladder }])));
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'reject', note: '先还旧的' }));
  const own = await ownOf(worker);
  expect(own.tools.filter((one: { toolApplyId: string }) => one.toolApplyId === permanent.id)).toMatchObject([
    { dueDay: null, isPermanent: true },
  ]);
  const stored: readonly { id: string }[] = own.storedTools;
  expect(stored.filter((one) => [ladder, gone].includes(one.id))).toMatchObject([
    { id: ladder, toolName: '人字梯', available: '5.000', isSingle: false },
  ]);
  expect(own.toolRequests[0]).toMatchObject({
    id,
    toolApplyStatus: 'returned',
    approveNote: '先还旧的',
    lines: [{ toolId: ladder, applyQty: '1.000' }],
  });
  await setParameter(site, 'as.tool.blockOverdue', 'false');
  expect((await ownOf(worker)).blocksTools).toBe(false);
});

test('the goods of a technician take the same number of statements, however many there are', async () => {
  const statements = async (): Promise<number> => {
    const watch = server.app.lockWatch!;
    watch.sequences = [];
    try {
      await server.work('as_technician', (context) => ownGoods(context));
      return watch.sequences.flat().length;
    } finally {
      watch.sequences = undefined;
    }
  };
  const before = await statements();
  for (let n = 0; n < 3; n++) {
    const valve = await site.item('9', { returnOld: true });
    await inVan(site, valve, '3');
    await site.owesOldParts(valve, '1', 2);
    dataOf(await worker.post(`${returnPath}/submit`, returned(site, [{ materialId: valve, returnQty: '1' }])));
    await handedOut(site, [{ toolId: await newTool(site) }, { toolId: await newTool(site) }]);
  }
  const after = await ownOf(worker);
  expect(after.returns.length).toBeGreaterThan(4);
  expect(await statements()).toBe(before);
  expect(before).toBeLessThan(60);
  expect(await site.broken()).toEqual([]);
});
