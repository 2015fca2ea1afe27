import readSheet from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PieceWorld } from '../testing/piecework-world.ts';
import { invariants } from '../invariants.server.ts';
import { MAX_BOOK_LINES } from '../wages/totals/books.server.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const wages = `${at}/aspieceworkwages`;
const [hr, manager, auditor, lead, leader] = await Promise.all(
  ['as_hr', 'as_manager', 'as_piece_auditor', 'as_piece_lead', 'as_leader'].map((role) => server.as(role)),
);
const wang = await world.hire('王强');
const li = await world.hire('李明', { baseSalary: '2000' });
const zhao = await world.hire('赵磊', { employType: 'outsourced', baseSalary: null });
const pump = await world.priced('PUMP', '100');

const approved = async (technicianId: string, end = '2026-11-21 11:00:00', more = {}) => {
  const row = await world.piece({ crew: [[technicianId, '1']], processId: pump, end, ...more });
  const answer = await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: row.id });
  expect(answer.status, answer.msg).toBe(200);
  return world.get(row.id);
};
const period = (verb: string, who = hr, wagePeriod = '2026-11') => who.post(`${wages}/${verb}`, { wagePeriod });
const sheets = async (wagePeriod = '2026-11') =>
  Object.fromEntries(
    (
      (await hr.get(`${at}/aswagesheet/list`, { wagePeriod, size: 100 })).data.records as {
        technicianId: string;
        id: string;
      }[]
    ).map((one) => [one.technicianId, one]),
  ) as Record<string, Record<string, string>>;
const holds = async () => {
  for (const one of invariants) expect(await server.tables(one.sql, ['000000']), one.code).toEqual([]);
};
const entered = async (technicianId: string, wageLineType: string, amount: string, more = {}) => {
  const { data, msg } = await hr.post(`${at}/aswageline/submit`, {
    technicianId,
    wageLineType,
    amount,
    reason: '录入',
    ...more,
  });
  expect(data?.id, msg).toBeTruthy();
  await manager.post(`${at}/aswageline/submit`, { id: data.id, action: 'approve' });
  return data.id as string;
};

beforeAll(async () => {
  for (let n = 0; n < 3; n++) await approved(wang.id);
  await approved(zhao.id);
});

test('the product opens consecutive periods; only the next one may be opened early', async () => {
  const list = async () =>
    (
      (await hr.get(`${at}/aswageperiod/list`)).data.records as {
        wagePeriod: string;
        startDate: string;
        endDate: string;
      }[]
    ).map((one) => `${one.wagePeriod} ${one.startDate} ${one.endDate}`);
  expect(await list()).toEqual(['2026-11 2026-11-01 2026-11-30']);
  expect(
    (await hr.post(`${wages}/periodOpen`, { wagePeriod: '2027-02', startDate: '2027-02-01', endDate: '2027-02-28' }))
      .reason,
  ).toBe('maintenance.periodNotNext');
  expect((await manager.post(`${wages}/periodOpen`, { wagePeriod: '2026-12' })).status).toBe(403);
  await server.app.jobs.run('wagePeriod.roll');
  expect(await list()).toHaveLength(1);
  server.clock.set(Date.parse('2026-12-01T00:30:00Z'));
  await server.app.jobs.run('wagePeriod.roll');
  await server.app.jobs.run('wagePeriod.roll');
  server.clock.set(Date.parse('2026-11-23T02:00:00Z'));
  expect(await list()).toEqual(['2026-12 2026-12-01 2026-12-31', '2026-11 2026-11-01 2026-11-30']);
});

test('entered lines are approved by another person; the product’s own items cannot be entered', async () => {
  expect(
    (await hr.post(`${at}/aswageline/submit`, { technicianId: li.id, wageLineType: 'piece', amount: '5' })).reason,
  ).toBe('maintenance.lineTypeOfSystem');
  expect(
    (await hr.post(`${at}/aswageline/submit`, { technicianId: li.id, wageLineType: 'penalty', amount: '50' })).reason,
  ).toBe('maintenance.lineSign');
  const { data } = await hr.post(`${at}/aswageline/submit`, {
    technicianId: li.id,
    wageLineType: 'penalty',
    amount: '-50',
    reason: '迟到',
  });
  expect(data).toMatchObject({ lineStatus: 'draft', wagePeriod: '2026-11', bizDate: '2026-11-23' });
  expect((await hr.post(`${at}/aswageline/submit`, { id: data.id, action: 'approve' })).reason).toBe(
    'maintenance.ownDocument',
  );
  expect((await manager.post(`${at}/aswageline/submit`, { id: data.id, action: 'approve' })).data.lineStatus).toBe(
    'open',
  );
  const gone = await entered(li.id, 'bonus', '10');
  expect((await hr.post(`${at}/aswageline/void`, { ids: gone, reason: '误录' })).data.lineStatus).toBe('voided');
  await entered(li.id, 'toolComp', '-900');
  await entered(wang.id, 'heat', '300');
});

test('the pay of an approved piece is removed by revoking the piece, never by voiding its line', async () => {
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from aswageline where line_status = 'open' and wage_line_type = 'piece' limit 1",
  );
  expect((await hr.post(`${at}/aswageline/void`, { ids: id, reason: '不认' })).reason).toBe('maintenance.lineOfPaper');
});

test('an open month shows its present totals, equal to its lines', async () => {
  const { data } = await hr.get(`${wages}/totalWagesPage`, { wagePeriod: '2026-11' });
  const mine = (data.records as Record<string, unknown>[]).find((one) => one.technicianId === wang.id);
  expect(mine).toMatchObject({
    pieceAmount: '300.00',
    pieceCount: 3,
    allowanceAmount: '324.00',
    totalAmount: '624.00',
    periodStatus: 'open',
    wageStatus: '',
  });
});

test('a calculation includes base, pieces, mileage and entered lines; the minimum wage holds, and damages are carried', async () => {
  expect((await period('calculate')).data).toMatchObject({
    periodStatus: 'calculated',
    technicianCount: 3,
    totalAmount: '6472.00',
  });
  const all = await sheets();
  expect(all[wang.id]).toMatchObject({
    baseAmount: '3000.00',
    pieceAmount: '300.00',
    pieceCount: 3,
    allowanceAmount: '324.00',
    totalAmount: '3624.00',
    wageStatus: 'draft',
  });
  expect(all[wang.id].wageNo).toMatch(/^GZ20261130\d{4}$/);
  expect(all[li.id]).toMatchObject({
    baseAmount: '2000.00',
    penaltyAmount: '-950.00',
    carryAmount: '900.00',
    minWageTopUp: '790.00',
    totalAmount: '2740.00',
  });
  expect(all[zhao.id]).toMatchObject({
    baseAmount: '0.00',
    pieceAmount: '100.00',
    minWageTopUp: '0.00',
    totalAmount: '108.00',
  });
  expect(
    await server.tables("select amount::text from aswageline where wage_period = '2026-12' and line_status = 'open'"),
  ).toEqual([{ amount: '-900.00' }]);
  await holds();
});

test('concurrent and repeated calculations give the same sheets and lines', async () => {
  const before = await sheets();
  await Promise.all([period('calculate'), period('calculate')]);
  await period('calculate');
  const now = await sheets();
  for (const [id, sheet] of Object.entries(before))
    expect({ ...now[id], version: 0, updateTime: '' }).toEqual({ ...sheet, version: 0, updateTime: '' });
  await holds();
});

test('totals are the sums of the lines, for every filter', async () => {
  const filters: Record<string, string>[] = [
    {},
    { wagePeriod: '2026-11' },
    { technicianId: wang.id },
    { wageLineType: 'piece' },
    { bizDate_dategt: '2026-11-22', bizDate_datelt: '2026-11-30' },
    { receiptsType: 'repair' },
    { customerServiceTeam: 'east' },
    { customerServiceTeam: 'west' },
    { wagePeriod: '2026-12' },
  ];
  for (const filter of filters) {
    const lines = (await hr.get(`${wages}/detailedWagesPage`, { ...filter, size: 1000 })).data.records as {
      amount: string;
    }[];
    const totals = (await hr.get(`${wages}/totalWagesPage`, { ...filter, size: 1000 })).data.records as {
      totalAmount: string;
    }[];
    const cents = (rows: readonly string[]) => rows.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
    expect(cents(totals.map((one) => one.totalAmount)), JSON.stringify(filter)).toBe(
      cents(lines.map((one) => one.amount)),
    );
  }
});

test('reopening a month empties its sheets; a revoked piece leaves its sheet at once', async () => {
  expect((await period('reopen')).data.periodStatus).toBe('open');
  expect((await sheets())[li.id].totalAmount).toBe('0.00');
  await holds();
  await period('calculate');
  const extra = await approved(wang.id);
  expect((await period('send')).reason).toBe('maintenance.linesUncounted');
  await period('calculate');
  expect((await sheets())[wang.id].totalAmount).toBe('3732.00');
  expect((await lead.post(`${at}/aspieceworkaudit/revoke`, { id: extra.id, remark: '错' })).status).toBe(200);
  expect((await sheets())[wang.id]).toMatchObject({ totalAmount: '3624.00', pieceCount: 3 });
  await holds();
});

test('a revoke during the sending either removes the piece from its sheet, or leaves the sent sheet unchanged', async () => {
  for (let n = 0; n < 3; n++) {
    const extra = await approved(wang.id);
    await period('calculate');
    const [revoked, sent] = await Promise.all([
      lead.post(`${at}/aspieceworkaudit/revoke`, { id: extra.id }),
      period('send'),
    ]);
    expect(sent.status, sent.msg).toBe(200);
    const { pieceStatus } = await world.get(extra.id);
    expect([
      [200, 'pending'],
      [409, 'approved'],
    ]).toContainEqual([revoked.status, pieceStatus]);
    await holds();
    // Set the period back to `calculated`, the state in which the next round of the test begins.
    await server.tables("update aswageperiod set period_status = 'calculated' where wage_period = '2026-11'");
    await server.tables("update aswagesheet set wage_status = 'draft', send_time = null where wage_period = '2026-11'");
    if (pieceStatus === 'approved') await lead.post(`${at}/aspieceworkaudit/revoke`, { id: extra.id });
  }
});

test('after the sending technicians see only their own sheet, and cannot sign for another', async () => {
  expect((await period('send')).data.periodStatus).toBe('signing');
  const all = await sheets();
  const own = (await wang.caller.get(`${at}/aswagesheet/list`)).data.records as { technicianId: string }[];
  expect(own.map((one) => one.technicianId)).toEqual([wang.id]);
  expect((await wang.caller.get(`${at}/aswagesheet/detail`, { id: all[li.id].id })).status).toBe(404);
  expect((await wang.caller.get(`${at}/aswagesheet/detail`, { id: all[wang.id].id })).data.lines).toHaveLength(8);
  const lines = (await wang.caller.get(`${wages}/detailedWagesPage`, { size: 1000 })).data.records as {
    technicianId: string;
  }[];
  expect(new Set(lines.map((line) => line.technicianId))).toEqual(new Set([wang.id]));
  expect((await wang.caller.get(`${wages}/totalWagesPage`)).data.records as unknown[]).toHaveLength(1);
  expect((await wang.caller.post(`${wages}/sign`, { id: all[li.id].id })).status).toBe(404);
  const admin = await server.as('administrator');
  expect((await admin.post(`${wages}/sign`, { id: all[li.id].id, reason: '代签' })).reason).toBe(
    'maintenance.notHisSheet',
  );
  expect((await wang.caller.post(`${wages}/sign`, { id: all[wang.id].id })).data.wageStatus).toBe('signed');
  const todo = await server.tables('select done_time is not null as done from asmessage where biz_id = $1', [
    all[wang.id].id,
  ]);
  expect(todo.at(-1)).toEqual({ done: true });
});

test('a leader reads only the wage sums of their teams, and the ranking of their pieces', async () => {
  expect((await leader.get(`${at}/aswagesheet/list`)).status).toBe(403);
  const { data } = await leader.get(`${wages}/totalWagesPage`, { wagePeriod: '2026-11' });
  expect(data.records).toMatchObject([
    { wagePeriod: '2026-11', customerServiceTeam: 'east', technicianCount: 3, totalAmount: '6472.00' },
  ]);
  expect(JSON.stringify(data)).not.toContain('technicianId');
  const west = await server.as('as_leader', { who: 'west', teams: ['west'] });
  expect((await west.get(`${wages}/totalWagesPage`)).data.records).toEqual([]);
  expect((await leader.get(`${wages}/technicianTotalList`, { from: '2026-11', to: '2026-11' })).data).toMatchObject([
    { technicianName: '王强', pieces: 3, amount: '300.00', hours: '3.0', perHour: '100.00', rank: 1 },
    { technicianName: '赵磊', pieces: 1, rank: 2 },
  ]);
  expect((await wang.caller.get(`${wages}/technicianTotalList`)).data).toHaveLength(1);
});

test('a dispute stops the approval; accepted with an adjustment, only that sheet is signed again', async () => {
  const all = await sheets();
  const mine = all[li.id].id;
  const [penalty] = await server.tables<{ id: string }>(
    "select id::text from aswageline where wage_sheet_id = $1 and wage_line_type = 'penalty'",
    [mine],
  );
  expect((await wang.caller.post(`${wages}/dispute`, { id: mine, disputeKind: 'deduct', note: '不对' })).status).toBe(
    404,
  );
  const { data } = await li.caller.post(`${wages}/dispute`, {
    id: mine,
    disputeKind: 'deduct',
    note: '当天请过假',
    wageLineId: penalty.id,
    claimedValue: '0',
  });
  expect((await li.caller.get(`${at}/aswagedispute/detail`, { id: data.id })).data).toMatchObject({
    currentValue: '-50.00',
    disputeStatus: 'open',
    technicianName: '李明',
  });
  expect((await wang.caller.get(`${at}/aswagedispute/detail`, { id: data.id })).status).toBe(404);
  expect((await period('approve', manager)).reason).toBe('maintenance.disputesOpen');
  expect((await li.caller.post(`${wages}/answer`, { id: data.id, accept: true, answer: '我同意' })).status).toBe(403);
  for (const lines of [undefined, []])
    expect((await hr.post(`${wages}/answer`, { id: data.id, accept: true, answer: '已核实', lines })).reason).toBe(
      'maintenance.disputeWithoutLines',
    );
  expect(
    (await hr.post(`${at}/aswagedispute/act`, { id: data.id, action: 'accept', answer: '已核实', force: true })).reason,
  ).toBe('maintenance.disputeWithoutLines');
  expect(
    (
      await hr.post(`${wages}/answer`, {
        id: data.id,
        accept: true,
        answer: '已核实，退还',
        lines: [{ amount: '50', reason: '退还迟到扣款' }],
      })
    ).data.disputeStatus,
  ).toBe('accepted');
  const now = await sheets();
  expect(now[li.id]).toMatchObject({
    wageStatus: 'signing',
    bonusAmount: '50.00',
    minWageTopUp: '740.00',
    totalAmount: '2740.00',
  });
  expect([now[wang.id].wageStatus, now[zhao.id].wageStatus]).toEqual(['signed', 'signing']);
  await holds();
});

test('three days after the sending a sheet without an answer counts as seen; not an hour earlier', async () => {
  const sentBefore = (hours: number) =>
    server.tables(
      "update aswagesheet set send_time = $1::timestamptz - $2 * interval '1 hour' where wage_period = '2026-11'",
      ['2026-11-23 10:00:00+08', hours],
    );
  await sentBefore(71);
  await server.app.jobs.run('wagePeriod.roll');
  expect((await sheets())[zhao.id].wageStatus).toBe('signing');
  await sentBefore(72);
  await server.app.jobs.run('wagePeriod.roll');
  expect(Object.values(await sheets()).map((one) => one.wageStatus)).toEqual(['signed', 'signed', 'signed']);
});

test('an approved, paid and closed month never changes; a late piece goes to the next month', async () => {
  expect((await period('send', hr, '2026-12')).status).toBe(409);
  expect((await period('approve')).status).toBe(403);
  expect((await period('approve', manager)).data.periodStatus).toBe('approved');
  expect((await period('pay')).data.periodStatus).toBe('paid');
  // Closing lists the open work and then needs a reason. Drafts move into the next month.
  const { data: draft } = await hr.post(`${at}/aswageline/submit`, {
    technicianId: zhao.id,
    wageLineType: 'bonus',
    amount: '8',
    reason: '全勤',
    bizDate: '2026-12-02',
  });
  await server.tables("update aswageline set wage_period = '2026-11' where id = $1", [draft.id]);
  const waits = await period('close');
  expect([waits.status, waits.reason, waits.data.drafts, waits.data.isOver]).toEqual([
    409,
    'maintenance.periodWaits',
    1,
    false,
  ]);
  expect(waits.msg).toContain('未审批的录入行 1 条');
  const [{ id: piece, was }] = await server.tables<{ id: string; was: string }>(
    "select id::text as id, piece_status as was from aspiecework where wage_period = '2026-11' and is_deleted = 0 and finish_date between '2026-11-01' and '2026-11-30' limit 1",
  );
  await server.tables("update aspiecework set piece_status = 'returned' where id = $1", [piece]);
  const more = await period('close');
  expect([more.data.pieces, more.msg.includes(`未审核的计件 ${waits.data.pieces + 1} 张`)], more.msg).toEqual([
    waits.data.pieces + 1,
    true,
  ]);
  await server.tables('update aspiecework set piece_status = $2 where id = $1', [piece, was]);
  expect((await hr.post(`${wages}/close`, { wagePeriod: '2026-11', reason: '月底提前关账' })).data.periodStatus).toBe(
    'closed',
  );
  expect((await hr.get(`${at}/aswageline/detail`, { id: draft.id })).data).toMatchObject({
    lineStatus: 'draft',
    wagePeriod: '2026-12',
  });
  await manager.post(`${at}/aswageline/void`, { ids: draft.id, reason: '作废' });
  const [settled] = await server.tables<{ id: string; status: string; done: string }>(
    "select p.id::text, p.piece_status as status, c.piece_status as done from aspiecework p join ascompletionregistration c on c.id = p.completion_id where p.wage_period = '2026-11' order by p.id limit 1",
  );
  expect([settled.status, settled.done]).toEqual(['settled', 'settled']);
  expect((await lead.post(`${at}/aspieceworkaudit/revoke`, { id: settled.id })).status).toBe(409);
  expect(
    (
      await hr.post(`${at}/aswageline/submit`, {
        technicianId: li.id,
        wageLineType: 'bonus',
        amount: '5',
        wagePeriod: '2026-11',
      })
    ).reason,
  ).toBe('maintenance.periodClosed');
  expect((await approved(li.id, '2026-11-24 11:00:00')).wagePeriod).toBe('2026-12');
  const history = (await hr.get(`${at}/aswagesheet/history`, { id: (await sheets())[wang.id].id })).data as {
    action: string;
  }[];
  expect(
    history
      .map((one) => one.action)
      .filter((one) => ['send', 'sign', 'approve', 'pay'].includes(one))
      .at(0),
  ).toBe('pay');
  await holds();
});

test('a carried amount is deducted in the next month', async () => {
  expect((await period('calculate', hr, '2026-12')).status).toBe(200);
  expect((await sheets('2026-12'))[li.id]).toMatchObject({
    carryAmount: '0.00',
    pieceAmount: '100.00',
    totalAmount: '2740.00',
  });
  await holds();
});

test('the workbooks equal the pages; cells of one person and one piece are merged', async () => {
  const book = async (path: string) => {
    const answer = await fetch(`${server.base}/api/${wages}/${path}?wagePeriod=2026-11`, {
      method: 'POST',
      headers: { 'Blade-Auth': `bearer ${hr.token}`, 'Tenant-Id': '000000' },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const totals = (await readSheet(await book('export-totalWagesPageExcel'))) as {
    sheet: string;
    data: unknown[][];
  }[];
  const rows = (totals[0].data ?? totals) as unknown[][];
  expect(rows[0]).toContain('应发合计');
  expect(
    rows
      .slice(1)
      .map((row) => Number(row[13]))
      .reduce((sum, one) => sum + one, 0),
  ).toBe(6472);
  const merged = (await readSheet(await book('export-AsPiceWorkMergeExcel'))) as {
    sheet: string;
    data: unknown[][];
  }[];
  expect(merged.map((one) => one.sheet)).toEqual(['工资汇总', '工资明细', '不符合计件', '工序汇总']);
  expect(
    merged[1].data
      .slice(1)
      .map((row) => Number(row[7]))
      .reduce((sum, one) => sum + one, 0),
  ).toBe(6472);
  expect(merged[3].data[1]).toEqual(['PUMP', '工序PUMP', 4, 4, 400]);
  expect((await leader.post(`${wages}/export-totalWagesPageExcel`)).status).toBe(403);
});

test('a simulation of other prices on past months leaves no trace', async () => {
  const { data } = await hr.post(`${wages}/simulate`, {
    standards: [{ pieceworkProcessId: pump, unitPrice: '90' }],
    from: '2026-11',
    to: '2026-11',
  });
  expect(data).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-30',
    before: '500.00',
    after: '450.00',
    delta: '-50.00',
    winners: 0,
    losers: 3,
  });
  expect((await hr.post(`${wages}/simulate`, { standards: [] })).reason).toBe('maintenance.simulationEmpty');
  expect(
    (await wang.caller.post(`${wages}/simulate`, { standards: [{ pieceworkProcessId: pump, unitPrice: '90' }] }))
      .status,
  ).toBe(403);
  expect(await server.tables('select 1 from aspieceworkstandard where unit_price = 90')).toEqual([]);
});

test('more lines than a workbook may hold are refused before they are read, with an alternative', async () => {
  // Drop indexes that this test does not use, so that inserting the lines is fast.
  const indexes = await server.tables<{ name: string }>(
    "select indexname as name from pg_indexes where tablename = 'aswageline' and indexname <> 'aswageline_pkey'",
  );
  await server.tables(`drop index ${indexes.map((one) => one.name).join(', ')}`);
  await server.tables(
    "insert into aswageline (id, tenant_id, wage_period, technician_id, wage_line_type, amount, biz_date, line_status, create_time, update_time) select 1000000 + n, '000000', '2030-01', $1, 'bonus', 1, '2030-01-02', 'open', to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0) from generate_series(1, $3::int) n",
    [li.id, server.clock.ms(), MAX_BOOK_LINES + 1],
  );
  const noted = (): Promise<unknown[]> =>
    server.tables("select count(*)::int as exports from anju_audit where action = 'export'");
  const before = await noted();
  const refused = await hr.post(`${wages}/export-AsPiceWorkMergeExcel`, { wagePeriod: '2030-01' });
  expect([refused.status, refused.reason, refused.msg]).toEqual([
    400,
    'exchange.tooManyRows',
    '一次最多导出200000行，请缩小筛选范围',
  ]);
  expect(await noted()).toEqual(before);
});
