import { expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import {
  act,
  applied,
  handedOut,
  newTool,
  toolApplyOf,
  toolApplyPath,
  shownTool,
  toolPath,
} from '../testing/tool-site.ts';
import { dataOf, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, manager, leader, worker } = site.people;
const at = 'blade-maintenance/webApi';
const hr = await server.as('as_hr');

const single = (more: object = {}) => ({
  trackMode: 'serial',
  serialNo: `SN-${Math.random()}`,
  totalQty: '1',
  ...more,
});
const wagesOf = (lineId: string) =>
  server.tables<{ id: string; amount: string; state: string; key: string | null }>(
    "select id::text as id, amount::text as amount, line_status as state, line_key as key from aswageline where source_type = 'tool' and source_id = $1 and is_deleted = 0 order by id",
    [lineId],
  );

test('tools are handed out, returned in parts, and settled; counts are those in all', async () => {
  const [drill, meter] = [await newTool(site), await newTool(site, single({ serialNo: 'M-1' }))];
  const of = await handedOut(site, [{ toolId: drill, applyQty: '3' }, { toolId: meter }]);
  expect(of).toMatchObject({ toolApplyStatus: 'handedOut', lines: [{ outQty: '3.000' }, { outQty: '1.000' }] });
  expect(await shownTool(site, drill)).toMatchObject({ outQty: '3.000', availableQty: '2.000', toolStatus: 'inStock' });
  expect(await shownTool(site, meter)).toMatchObject({ holderId: site.technicianId, toolStatus: 'out' });
  const [first, second] = of.lines;
  const partly = [{ id: first.id, returnQty: 1, damageQty: 1 }];
  for (let n = 0; n < 2; n++) dataOf(await act(site, of.id, 'return', { lines: partly }));
  expect(await shownTool(site, drill)).toMatchObject({ outQty: '1.000', repairQty: '1.000', availableQty: '3.000' });
  expect((await toolApplyOf(site, of.id)).toolApplyStatus).toBe('partReturned');
  expect((await act(site, of.id, 'return', { lines: [{ id: first.id, returnQty: 0, damageQty: 1 }] })).reason).toBe(
    'maintenance.toolLess',
  );
  expect((await act(site, of.id, 'return', { lines: [{ id: second.id, returnQty: 2 }] })).reason).toBe(
    'maintenance.toolAboveOut',
  );
  dataOf(await act(site, of.id, 'return'));
  expect(await toolApplyOf(site, of.id)).toMatchObject({
    toolApplyStatus: 'closed',
    lines: [
      { returnQty: '2.000', damageQty: '1.000', toolLineStatus: 'damaged' },
      { returnQty: '1.000', toolLineStatus: 'back' },
    ],
  });
  expect(await shownTool(site, meter)).toMatchObject({ toolStatus: 'inStock', holderId: '' });
  dataOf(await store.post(`${toolPath}/back`, { id: drill, qty: '1' }));
  expect(await shownTool(site, drill)).toMatchObject({ availableQty: '5.000' });
  expect(await site.broken()).toEqual([]);
});

test('the last tool is handed out once, and a single one to one technician', async () => {
  const meter = await newTool(site, single());
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { id } = dataOf(await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId: meter }])));
    dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
    ids.push(id);
  }
  const answers = await Promise.all(ids.map((id) => act(site, id, 'handOut')));
  expect(answers.map((one) => one.reason ?? String(one.status)).toSorted()).toEqual([
    '200',
    'maintenance.toolNotInStore',
  ]);
  expect(await site.broken()).toEqual([]);
});

test('a lost tool makes one draft line of pay, and approved by the manager it is in the next sheet under its cap', async () => {
  const meter = await newTool(site, single({ purchasePrice: '3240.00' }));
  const of = await handedOut(site, [{ toolId: meter }]);
  const [line] = of.lines;
  const lost = (compensateAmount: string) =>
    act(site, of.id, 'lost', { lines: [{ id: line.id, lostQty: 1 }], compensateAmount });
  // 3240 less 12 months of 20.
  expect((await lost('3000.01')).reason).toBe('maintenance.compensationAbove');
  dataOf(await lost('3000'));
  expect(await shownTool(site, meter)).toMatchObject({ toolStatus: 'lost', holderId: '', availableQty: '0.000' });
  expect(await toolApplyOf(site, of.id)).toMatchObject({
    toolApplyStatus: 'closed',
    lines: [{ toolLineStatus: 'lost' }],
  });
  const wages = await wagesOf(line.id);
  expect(wages).toMatchObject([{ amount: '-3000.00', state: 'draft', key: `entered#toolComp#${line.id}#1` }]);
  const [wage] = wages;
  const approve = (by: typeof store, id: string) => by.post(`${at}/aswageline/submit`, { id, action: 'approve' });
  expect((await approve(store, wage.id)).status).toBe(403);
  dataOf(await approve(manager, wage.id));
  const bonus = { technicianId: site.technicianId, wageLineType: 'bonus', amount: '5000', reason: '季度奖' };
  const { id, wagePeriod } = dataOf(await hr.post(`${at}/aswageline/submit`, bonus));
  dataOf(await approve(manager, id));
  const [{ period }] = await server.tables<{ period: string }>(
    'select id::text as period from aswageperiod where wage_period = $1',
    [wagePeriod],
  );
  dataOf(await hr.post(`${at}/aspieceworkwages/calculate`, { id: period, wagePeriod }));
  const [sheet] = await server.tables<{ earned: string; total: string }>(
    'select (coalesce(base_amount, 0) + coalesce(bonus_amount, 0))::text as earned, total_amount::text as total from aswagesheet where technician_id = $1 and wage_period = $2 and is_deleted = 0',
    [site.technicianId, wagePeriod],
  );
  expect([Number(sheet.earned) >= 5000, Number(sheet.total)]).toEqual([true, Number(sheet.earned) * 0.8]);
  expect(await site.broken()).toEqual([]);
});

test('a voided compensation leaves no line and no open tool; a draft with a source is not removed', async () => {
  const drill = await newTool(site);
  const of = await handedOut(site, [{ toolId: drill, applyQty: '2' }]);
  const [line] = of.lines;
  dataOf(await act(site, of.id, 'lost', { lines: [{ id: line.id, lostQty: 1, compensateAmount: '100' }] }));
  const [first] = await wagesOf(line.id);
  expect((await hr.post(`${at}/aswageline/remove`, { ids: first.id })).reason).toBe('maintenance.lineOfSource');
  dataOf(await manager.post(`${at}/aswageline/void`, { ids: first.id, reason: '工具已找到，不赔偿' }));
  dataOf(await act(site, of.id, 'lost', { lines: [{ id: line.id, lostQty: 2, compensateAmount: '50' }] }));
  expect((await wagesOf(line.id)).map((one) => [one.amount, one.state, one.key])).toEqual([
    ['-100.00', 'voided', null],
    ['-50.00', 'draft', `entered#toolComp#${line.id}#2`],
  ]);
  expect(await toolApplyOf(site, of.id)).toMatchObject({ toolApplyStatus: 'closed' });
  expect(await shownTool(site, drill)).toMatchObject({ outQty: '0.000', lostQty: '2.000', availableQty: '3.000' });
  expect(await site.broken()).toEqual([]);
});

test('an instrument past its calibration is not handed out, until it is calibrated', async () => {
  const meter = await newTool(site, single({ needCalibrate: true, calibrateDue: '2026-11-10' }));
  const { id } = dataOf(await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId: meter }])));
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
  expect((await act(site, id, 'handOut')).reason).toBe('maintenance.calibrationOver');
  dataOf(await store.post(`${toolPath}/send`, { id: meter, to: 'calibrating' }));
  expect((await act(site, id, 'handOut')).reason).toBe('maintenance.toolNotInStore');
  expect((await store.post(`${toolPath}/calibrated`, { id: meter, calibrateDue: '2026-11-01' })).reason).toBe(
    'maintenance.calibrationDay',
  );
  dataOf(await store.post(`${toolPath}/calibrated`, { id: meter, calibrateDue: '2027-11-10' }));
  expect(await shownTool(site, meter)).toMatchObject({ toolStatus: 'inStock', availableQty: '1.000' });
  dataOf(await act(site, id, 'handOut'));
  expect(await site.broken()).toEqual([]);
});

test('scrapping needs the store lead, and above the limit the manager', async () => {
  const [cheap, dear] = [await newTool(site, { purchasePrice: '100.00' }), await newTool(site, single())];
  const scrap = (by: typeof store, id: string, qty?: string) =>
    by.post(`${toolPath}/scrap`, { id, reason: '损坏', qty });
  expect((await scrap(store, cheap, '2')).status).toBe(403);
  dataOf(await scrap(lead, cheap, '2'));
  expect(await shownTool(site, cheap)).toMatchObject({ toolStatus: 'inStock', availableQty: '3.000' });
  expect((await scrap(lead, cheap, '4')).reason).toBe('maintenance.toolShort');
  expect((await scrap(lead, dear)).status).toBe(403);
  dataOf(await scrap(manager, dear));
  expect(await shownTool(site, dear)).toMatchObject({ toolStatus: 'scrapped', availableQty: '0.000' });
  expect(await site.broken()).toEqual([]);
});

test('wrong quantities, own approvals and foreign lines are refused', async () => {
  const [drill, meter] = [await newTool(site), await newTool(site, single())];
  const ask = (lines: readonly object[], more: object = {}) =>
    worker.post(`${toolApplyPath}/submit`, applied(site, lines as never, more as never));
  expect((await ask([{ toolId: meter, applyQty: '2' }])).reason).toBe('maintenance.toolQuantity');
  expect((await ask([{ toolId: drill }], { planReturnDate: undefined })).reason).toBe('maintenance.returnDayNeeded');
  const { id } = dataOf(await ask([{ toolId: drill, applyQty: '2' }]));
  expect((await worker.post(`${toolApplyPath}/update`, { id, action: 'approve' })).status).toBe(403);
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'reject', note: '先还旧的' }));
  dataOf(await worker.post(`${toolApplyPath}/submit`, { id, action: 'submit' }));
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
  const [line] = (await toolApplyOf(site, id)).lines;
  expect((await act(site, id, 'handOut', { lines: [{ id: line.id, outQty: 3 }] })).reason).toBe(
    'maintenance.toolAboveApplied',
  );
  expect((await act(site, id, 'handOut', { lines: [{ id, outQty: 1 }] })).status).toBe(404);
  dataOf(await act(site, id, 'handOut', { lines: [{ id: line.id, outQty: 0 }] }));
  expect(await toolApplyOf(site, id)).toMatchObject({
    toolApplyStatus: 'closed',
    lines: [{ toolLineStatus: 'cancelled' }],
  });
  expect(
    (
      await store.post(`${toolPath}/submit`, {
        ...single({ serialNo: undefined }),
        toolCode: 'X',
        toolName: 'x',
        toolCategory: 'hand',
        unit: 'pcs',
        warehouseId: site.main,
      })
    ).reason,
  ).toBe('maintenance.singleTool');
});

test('overdue tools block further applications, and are asked for once a day; permanent ones are not overdue', async () => {
  const drill = await newTool(site);
  const of = await handedOut(site, [{ toolId: drill }]);
  const permanent = await handedOut(site, [{ toolId: drill }], { toolApplyType: 'keep', planReturnDate: undefined });
  await server.tables("update astoolapply set plan_return_date = '2026-11-01' where id = any($1::bigint[])", [
    [of.id, permanent.id],
  ]);
  expect([(await toolApplyOf(site, of.id)).overdue, (await toolApplyOf(site, permanent.id)).overdue]).toEqual([
    true,
    false,
  ]);
  const again = await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId: drill }]));
  expect([again.status, again.reason]).toEqual([409, 'maintenance.toolsOverdue']);
  const due = await newTool(site, single({ needCalibrate: true, calibrateDue: '2026-12-05' }));
  for (let n = 0; n < 2; n++) await server.app.jobs.run('tool.toolsDue');
  const receiversOf = async (id: string): Promise<string[]> =>
    (
      await server.tables<{ who: string }>(
        "select receiver_id::text as who from asmessage where message_event = 'toolDue' and is_todo and biz_id = $1",
        [id],
      )
    )
      .map((row) => row.who)
      .toSorted();
  expect([await receiversOf(of.id), await receiversOf(permanent.id), await receiversOf(due)]).toEqual([
    [store.id, worker.id].toSorted(),
    [],
    [store.id],
  ]);
  dataOf(await act(site, of.id, 'return'));
  dataOf(await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId: drill }])));
});

test('a technician sees own applications, and is not disabled while tools are out', async () => {
  const login = await server.as('as_technician', { who: 'leaver' });
  const who = await saved(server, technician, { userId: login.id, customerServiceTeam: 'east' });
  const drill = await newTool(site);
  const body = applied(site, [{ toolId: drill }], { technicianId: who.id });
  const { id } = dataOf(await login.post(`${toolApplyPath}/submit`, body));
  const listed = async (by: typeof store, of: string) =>
    dataOf(await by.get(`${toolApplyPath}/list/${of}`, { size: 100 })).records.map((row: { id: string }) => row.id);
  expect([await listed(login, '0'), await listed(login, who.id)]).toEqual([[id], [id]]);
  expect([await listed(login, site.technicianId), (await listed(store, who.id)).length]).toEqual([[], 1]);
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
  dataOf(await act(site, id, 'handOut'));
  const lines = dataOf(await store.get(`${at}/astooldetails/list`, { technicianId: who.id })).records;
  expect(lines).toHaveLength(1);
  const boss = await server.as('administrator');
  const { version } = dataOf(await boss.get(`${at}/astechnician/detail`, { id: who.id }));
  const refused = await boss.post(`${at}/astechnician/submit`, { id: who.id, version, status: 0 });
  expect([refused.status, refused.msg.includes('未还工具')]).toEqual([409, true]);
});

test('overdue applications and tools to calibrate are filters and views of their lists', async () => {
  const drill = await newTool(site);
  const of = await handedOut(site, [{ toolId: drill }]);
  await server.tables("update astoolapply set plan_return_date = '2026-11-01' where id = $1", [of.id]);
  const soon = await newTool(site, single({ needCalibrate: true, calibrateDue: '2026-12-10' }));
  const later = await newTool(site, single({ needCalibrate: true, calibrateDue: '2027-05-10' }));
  const ids = async (path: string, query: object): Promise<string[]> =>
    dataOf(await store.get(`${path}/list`, { size: 200, ...query })).records.map((row: { id: string }) => row.id);
  expect(await ids(toolApplyPath, { overdue: 'true' })).toContain(of.id);
  expect(await ids(toolApplyPath, { overdue: 'false' })).not.toContain(of.id);
  const due = await ids(toolPath, { calibrationDue: 'true' });
  expect([due.includes(soon), due.includes(later), due.includes(drill)]).toEqual([true, false, false]);
  dataOf(await store.post(`${toolPath}/send`, { id: soon, to: 'calibrating' }));
  expect(await ids(toolPath, { calibrationDue: 'true' })).not.toContain(soon);
  dataOf(await act(site, of.id, 'return'));
});

test('a line names what is due back in all and the value of a piece, the maximum of a compensation', async () => {
  const drill = await newTool(site);
  const of = await handedOut(site, [{ toolId: drill, applyQty: '3' }]);
  const [line] = of.lines;
  // 1200 less 12 months of 20.
  expect(line).toMatchObject({ dueQty: '3.000', residualValue: '960.00' });
  const lost = (compensateAmount: string) =>
    act(site, of.id, 'lost', { lines: [{ id: line.id, lostQty: 1, compensateAmount }] });
  expect((await lost('960.01')).reason).toBe('maintenance.compensationAbove');
  dataOf(await lost(''));
  expect(await wagesOf(line.id)).toEqual([]);
  dataOf(await act(site, of.id, 'return', { lines: [{ id: line.id, returnQty: 1, damageQty: 1 }] }));
  expect((await toolApplyOf(site, of.id)).lines[0]).toMatchObject({ dueQty: '1.000', toolLineStatus: 'lost' });
});

test('an amount without a line is that of the one line that loses pieces, whatever other lines are sent', async () => {
  const [drill, ladder] = [await newTool(site), await newTool(site)];
  const of = await handedOut(site, [{ toolId: drill }, { toolId: ladder }]);
  const [first, second] = of.lines;
  const lines = [
    { id: first.id, lostQty: 1 },
    { id: second.id, lostQty: 0 },
  ];
  dataOf(await act(site, of.id, 'lost', { lines, compensateAmount: '80' }));
  expect(await wagesOf(first.id)).toMatchObject([{ amount: '-80.00' }]);
  dataOf(await act(site, of.id, 'return'));
});
