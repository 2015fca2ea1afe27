import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { PieceWorld } from '../testing/piecework-world.ts';
import { dropPiece, makePiece } from '#business/completion/completion/piece.service.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const audit = `${at}/aspieceworkaudit`;
const auditor = await server.as('as_piece_auditor');
const lead = await server.as('as_piece_lead');
const leader = await server.as('as_leader');
const wang = await world.hire('王强');
const li = await world.hire('李明');
const pump = await world.priced('PUMP', '100.25');
const both = [
  [li.id, '0.5'],
  [wang.id, '0.5'],
] as const;
const state = async (id: string) => (await world.get(id)).pieceStatus;
const live = (id: string) =>
  server.tables<{ key: string; amount: string; status: string }>(
    "select w.line_key as key, w.amount, w.line_status as status from aswageline w join aspieceworkcollect c on c.id = w.source_id where c.piece_id = $1 and w.line_status <> 'voided' order by w.amount desc",
    [id],
  );

test('a confirmed job becomes one piece with a line for each member; a repeat returns the same piece', async () => {
  const done = await world.done({ crew: both, processId: pump });
  const [first, second] = await Promise.all([world.make(done), world.make(done)]);
  expect(first.id).toBe(second.id);
  expect(first).toMatchObject({
    pieceStatus: 'pending',
    pieceAmount: '100.25',
    finishDate: '2026-11-21',
    inconformFlags: null,
    leadTechnicianId: wang.id,
  });
  expect((await world.lines(first.id)).map((line) => [line.technicianId, line.amount])).toEqual([
    [li.id, '50.13'],
    [wang.id, '50.12'],
  ]);
  const { data } = await auditor.get(`${at}/pieceworkauditrecord/page`, { pieceId: first.id });
  expect(data.records).toMatchObject([{ auditAction: 'create', toStatus: 'pending', amountAfter: '100.25' }]);
  expect(await server.tables('select piece_status from ascompletionregistration where id = $1', [done])).toEqual([
    { piece_status: 'pending' },
  ]);
});

test('计件单说明谁付哪项费用 a piece shows the payer of each fee, and why the customer pays under cover', async () => {
  const coverFees = {
    labor: 'manufacturer',
    material: 'manufacturer',
    mileage: 'manufacturer',
    other: 'customer',
  } as const;
  const one = await world.piece({
    crew: [[wang.id, '1']],
    processId: pump,
    completion: { weibao: 'warranty', coverFees, coverExplain: '客户要求加急' },
  });
  expect(one).toMatchObject({ weibao: 'warranty', coverFees, coverExplain: '客户要求加急' });
});

test('the call-out is paid in addition; a job without any process has no piece', async () => {
  const callOut = await world.priced('SMF', '30', { processType: 'visit' });
  const piece = await world.piece({ crew: both, processId: pump });
  expect((await world.lines(piece.id)).map((line) => line.pieceworkProcessId)).toEqual([pump, pump, callOut, callOut]);
  expect(piece.pieceAmount).toBe('130.25');
  await server.tables("update aspieceworkprocess set status = 0 where process_code = 'SMF'");
  const none = await world.done({ crew: both });
  expect(await world.work((context) => context.call(makePiece, { completionId: none }))).toBeNull();
});

test('non-conformities are flagged and answered before the audit: each flag, or all by the remark', async () => {
  const open = await world.priced('OPEN', '1', {}, { publishStatus: 'draft' });
  const row = await world.piece({ crew: both, processId: open, completion: { practicalAmount: '20', isRework: true } });
  expect(row.pieceStatus).toBe('toAffirm');
  expect(row.inconformFlags).toEqual(['noStandard', 'money', 'rework']);
  const flags = (await auditor.get(`${audit}/flags`, { id: row.id })).data as { id: string; inconformFlag: string }[];
  expect(
    (
      await auditor.post(`${audit}/affirmPieceWork`, {
        ids: row.id,
        answers: [{ flagId: flags[0].id, answer: '已补' }],
      })
    ).reason,
  ).toBe('maintenance.flagsOpen');
  expect(
    (
      await leader.post(`${audit}/affirmPieceWork`, {
        ids: row.id,
        answers: [{ flagId: flags[0].id, answer: '标准已提' }],
        remark: '客户月结',
      })
    ).status,
  ).toBe(200);
  expect((await auditor.get(`${audit}/flags`, { id: row.id })).data).toMatchObject([
    { answer: '标准已提' },
    { answer: '客户月结' },
    { answer: '客户月结' },
  ]);
  expect((await auditor.post(`${audit}/pieceWorkCheck`, { ids: row.id })).reason).toBe('maintenance.noStandard');
  const [standard] = await server.tables<{ id: string }>(
    'select id::text from aspieceworkstandard where piecework_process_id = $1',
    [open],
  );
  const manager = await server.as('as_manager');
  expect((await auditor.post(`${at}/aspieceworkstandard/submit`, { id: standard.id, action: 'publish' })).status).toBe(
    403,
  );
  expect(
    (await manager.post(`${at}/aspieceworkstandard/submit`, { id: standard.id, action: 'publish' })).data.publishStatus,
  ).toBe('published');
  expect(
    (
      await auditor.post(`${audit}/updateCompletionMaintenanceContent`, {
        id: row.id,
        maintenanceContent: '开孔两处',
        lines: [{ processId: open, qty: '2', reason: '按现场' }],
      })
    ).data.pieceAmount,
  ).toBe('2.00');
  expect((await auditor.post(`${audit}/pieceWorkCheck`, { ids: row.id })).status).toBe(200);
});

test('an approved piece becomes wage lines of the month; revoking removes them and frees their keys', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  expect((await auditor.post(`${audit}/pieceWorkCheck`, { ids: [row.id], remark: '同意' })).data).toMatchObject({
    pieceStatus: 'approved',
    wagePeriod: '2026-11',
    checkUser: auditor.id,
  });
  expect((await live(row.id)).map((line) => [line.amount, line.status])).toEqual([
    ['50.13', 'open'],
    ['50.12', 'open'],
  ]);
  expect(
    await server.tables('select amount::text from aswageline where line_key = $1', [`mileage#${row.completionId}`]),
  ).toEqual([{ amount: '8.00' }]);
  expect((await auditor.post(`${audit}/revoke`, { id: row.id })).status).toBe(403);
  expect((await lead.post(`${audit}/revoke`, { id: row.id, remark: '复核' })).data).toMatchObject({
    pieceStatus: 'pending',
    wagePeriod: '',
  });
  expect(await live(row.id)).toEqual([]);
  expect((await auditor.post(`${audit}/pieceWorkCheck`, { ids: row.id })).status).toBe(200);
  expect(await live(row.id)).toHaveLength(2);
  const notified = await server.tables(
    'select message_event, receiver_id::text as who from asmessage where biz_id = $1 order by id',
    [row.id],
  );
  expect(new Set(notified.map((one) => one.who))).toEqual(new Set([wang.caller.id, li.caller.id]));
});

test('two auditors pass the same piece at once: one does it, and it is paid once', async () => {
  const other = await server.as('as_piece_auditor', { who: 'second' });
  for (let n = 0; n < 5; n++) {
    const row = await world.piece({ crew: both, processId: pump });
    const answers = await Promise.all(
      [auditor, other].map((one) => one.post(`${audit}/pieceWorkCheck`, { ids: row.id })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(await live(row.id)).toHaveLength(2);
  }
});

test('a batch handles each piece separately and returns the reason of each refusal', async () => {
  const [fine, unpriced] = [
    await world.piece({ crew: both, processId: pump }),
    await world.piece({ crew: both, processId: await world.priced('NONE', '1', {}, { publishStatus: 'draft' }) }),
  ];
  await auditor.post(`${audit}/affirmPieceWork`, { ids: unpriced.id, remark: '知道了' });
  const { data } = await auditor.post(`${audit}/pieceWorkCheck`, { ids: `${fine.id},${unpriced.id}` });
  expect(data).toMatchObject({
    success: [fine.id],
    failed: [{ id: unpriced.id, no: unpriced.pieceNo, reason: 'maintenance.noStandard' }],
  });
});

test('an auditor cannot audit a piece of their own crew', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  const both2 = await server.as('as_piece_auditor', { who: 'technician' });
  await server.tables('update astechnician set user_id = $2 where id = $1', [li.id, both2.id]);
  for (const [path, body] of [
    ['pieceWorkCheck', {}],
    ['cancelPieceWork', { reason: 'other' }],
    ['updateUser', { lines: [{ technicianId: li.id, shareRatio: '1' }] }],
    ['updateCompletionMaintenanceContent', { lines: [{ processId: pump, qty: '9', reason: '多' }] }],
  ] as const) {
    expect((await both2.post(`${audit}/${path}`, { id: row.id, ids: row.id, ...body })).reason, path).toBe(
      'maintenance.ownCrew',
    );
  }
  await server.tables('update astechnician set user_id = $2 where id = $1', [li.id, li.caller.id]);
  expect(await state(row.id)).toBe('pending');
});

test('the leader changes the shares of a returned piece; shares must add up to 1, and the amount follows', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  expect(
    (await leader.post(`${audit}/updateUser`, { id: row.id, lines: [{ technicianId: li.id, shareRatio: '1' }] }))
      .reason,
  ).toBe('maintenance.pieceFixed');
  expect((await auditor.post(`${audit}/pieceWorkBack`, { ids: row.id })).status).toBe(400);
  await auditor.post(`${audit}/pieceWorkBack`, { ids: row.id, remark: '分配不对' });
  expect((await leader.post(`${at}/aspiecework/submit`, { id: row.id })).reason).toBe('maintenance.remarkMissing');
  expect(
    (
      await leader.post(`${audit}/updateUser`, {
        id: row.id,
        lines: [
          { technicianId: li.id, shareRatio: '0.3' },
          { technicianId: wang.id, shareRatio: '0.6' },
        ],
      })
    ).reason,
  ).toBe('maintenance.shareNotWhole');
  expect(
    (
      await leader.post(`${audit}/updateUser`, {
        id: row.id,
        lines: [
          { technicianId: li.id, shareRatio: '0.3' },
          { technicianId: wang.id, shareRatio: '0.7' },
        ],
      })
    ).data.pieceAmount,
  ).toBe('100.25');
  expect((await world.lines(row.id)).map((line) => [line.shareRatio, line.amount])).toEqual([
    ['0.3000', '30.08'],
    ['0.7000', '70.17'],
  ]);
  const zhao = await world.hire('赵磊', { pieceRatio: '0.8' });
  await leader.post(`${audit}/updateUser`, {
    id: row.id,
    lines: [{ processId: pump, technicianId: zhao.id, shareRatio: '1' }],
  });
  expect((await world.lines(row.id)).map((line) => [line.technicianId, line.amount])).toEqual([[zhao.id, '80.20']]);
  expect((await leader.post(`${at}/aspiecework/submit`, { id: row.id })).data.pieceStatus).toBe('pending');
  // Former and present members of the crew are notified of each change, once each.
  const heard = async (who: typeof wang) =>
    ((await who.caller.get(`${at}/asmessage/recent`)).data.messages as { title: string; content: string }[])
      .filter((one) => one.title.includes(String(row.pieceNo)) && one.title.includes('分配已调整'))
      .map((one) => one.content);
  expect([await heard(li), await heard(wang), await heard(zhao)]).toEqual([
    ['参与技师：赵磊', '参与技师：王强、李明'],
    ['参与技师：赵磊', '参与技师：王强、李明'],
    ['参与技师：赵磊'],
  ]);
});

test('a line changed by hand has its reason, and the process has one quantity for all of the crew', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  const [line] = await world.lines(row.id);
  expect((await auditor.post(`${at}/aspieceworkcollect/submit`, { id: line.id, qty: '2' })).reason).toBe(
    'maintenance.reasonMissing',
  );
  expect(
    (await auditor.post(`${at}/aspieceworkcollect/submit`, { id: line.id, qualityCoef: '1.2', manualReason: '好' }))
      .reason,
  ).toBe('maintenance.qualityOutside');
  expect(
    (await auditor.post(`${at}/aspieceworkcollect/submit`, { id: line.id, timeCoef: '1.7', manualReason: '晚' }))
      .reason,
  ).toBe('maintenance.timeOutside');
  expect(
    (await auditor.post(`${at}/aspieceworkcollect/submit`, { id: line.id, qty: '2', manualReason: '两台' })).status,
  ).toBe(200);
  expect((await world.lines(row.id)).map((one) => [one.qty, one.amount, one.collectSource])).toEqual([
    ['2.000', '100.25', 'manual'],
    ['2.000', '100.25', 'auto'],
  ]);
  expect(await world.get(row.id)).toMatchObject({ pieceAmount: '200.50', inconformFlags: ['manual'] });
  await auditor.post(`${audit}/pieceWorkCheck`, { ids: row.id });
  expect(
    (await auditor.post(`${at}/aspieceworkcollect/submit`, { id: line.id, qty: '3', manualReason: '三台' })).reason,
  ).toBe('maintenance.pieceFixed');
});

test('a reopened job loses its piece unless approved; confirmed again it gets a new piece with a new key', async () => {
  const done = await world.done({ crew: both, processId: pump });
  const first = await world.make(done);
  await world.work((context) => context.call(dropPiece, { completionId: done }));
  expect(await world.get(first.id)).toMatchObject({ pieceStatus: 'cancelled', cancelReason: 'reopened' });
  const second = await world.make(done);
  expect([first.pieceKey, second.pieceKey]).toEqual([`piece#${done}`, `piece#${done}#2`]);
  expect((await lead.post(`${audit}/affirmPieceWork`, { ids: first.id, remark: '恢复' })).reason).toBe(
    'maintenance.reopenedPiece',
  );
  await auditor.post(`${audit}/pieceWorkCheck`, { ids: second.id });
  await expect(world.work((context) => context.call(dropPiece, { completionId: done }))).rejects.toMatchObject({
    reason: 'maintenance.pieceApproved',
  });
});

test('only the lead restores a cancelled piece, while no other exists', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  await auditor.post(`${audit}/cancelPieceWork`, { ids: row.id, reason: 'duplicate', note: '重复' });
  expect(await world.get(row.id)).toMatchObject({
    pieceStatus: 'cancelled',
    cancelReason: 'duplicate',
    cancelNote: '重复',
  });
  const listed = (await auditor.get(`${at}/aspieceworkwages/inconformityPieceList`, { size: 100 })).data.records as {
    id: string;
  }[];
  expect(listed.map((one) => one.id)).toContain(row.id);
  expect((await auditor.post(`${audit}/affirmPieceWork`, { ids: row.id })).status).toBe(403);
  expect((await lead.post(`${audit}/affirmPieceWork`, { ids: row.id, remark: '误取消' })).data.pieceStatus).toBe(
    'pending',
  );
});

test('a technician reads only their own pieces and lines by every call; a leader those of their teams', async () => {
  const mine = await world.piece({ crew: [[li.id, '1']], processId: pump });
  const foreign = await world.piece({ crew: [[wang.id, '1']], processId: pump });
  for (const path of [`${at}/aspiecework/list`, `${audit}/examineList`]) {
    const ids = ((await li.caller.get(path, { size: 500 })).data.records as { id: string }[]).map((one) => one.id);
    expect(ids, path).toContain(mine.id);
    expect(ids, path).not.toContain(foreign.id);
  }
  const shared = await world.piece({ crew: both, processId: pump });
  const lines = (await li.caller.get(`${at}/aspieceworkcollect/list`, { size: 500 })).data.records as {
    technicianId: string;
    pieceId: string;
  }[];
  expect(new Set(lines.map((line) => line.technicianId))).toEqual(new Set([li.id]));
  expect(lines.map((line) => line.pieceId)).toContain(shared.id);
  for (const path of [`${at}/aspiecework/detail`, `${audit}/checkDetail`, `${audit}/detailContext`, `${audit}/flags`])
    expect((await li.caller.get(path, { id: foreign.id })).status, path).toBe(404);
  expect((await li.caller.get(`${audit}/checkDetail`, { id: shared.id })).data.lines as unknown[]).toHaveLength(1);
  expect((await leader.get(`${at}/aspiecework/detail`, { id: foreign.id })).status).toBe(200);
  const west = await server.as('as_leader', { who: 'west', teams: ['west'] });
  expect((await west.get(`${at}/aspiecework/detail`, { id: foreign.id })).status).toBe(404);
});

test('the audit page shows a whole piece with the calculation of each amount; the sums match the list', async () => {
  const row = await world.piece({ crew: both, processId: pump, end: '2026-10-07 11:00:00' });
  const { data } = await auditor.get(`${audit}/checkDetail`, { id: row.id });
  expect(data).toMatchObject({
    piece: { id: row.id },
    completion: { maintenanceContent: '更换水泵' },
    lines: [{ calculation: '数量 1 × 单价 100.25 × 难度 1 × 分配 0.5 × 质量 1 × 时段 1 × 个人 1 = 50.13' }, {}],
    crew: [{}, {}],
    log: [{ auditAction: 'create' }],
  });
  const sum = await auditor.get(`${audit}/selectReceivablesTotal`, {
    finishDate_dategt: '2026-10-07',
    finishDate_datelt: '2026-10-07',
  });
  expect(sum.data).toEqual({ total: '120.00', byCollectType: [], byPaymentType: [] });
  expect((await auditor.get(`${audit}/detailContext`, { id: row.id })).data).toMatchObject({
    maintenanceContent: '更换水泵',
    mileageKm: '10.000',
  });
});

test('a technician without the button, another company and an anonymous caller are refused', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  expect((await wang.caller.post(`${audit}/pieceWorkCheck`, { ids: row.id })).status).toBe(403);
  const stranger = await server.as('as_piece_auditor', { tenantId: '200002' });
  expect((await stranger.post(`${audit}/pieceWorkCheck`, { ids: row.id })).status).toBe(404);
  expect((await stranger.get(`${audit}/checkDetail`, { id: row.id })).status).toBe(404);
  expect(await world.work((context) => context.find(technician, { id: wang.id }, { first: 1 }))).toHaveLength(1);
});

test('an auditor cannot return or confirm a piece of their own crew', async () => {
  const hand = await server.as('as_piece_auditor,as_leader', { who: 'hand' });
  const row = await world.piece({ crew: both, processId: pump });
  await server.tables('update astechnician set user_id = $2 where id = $1', [li.id, hand.id]);
  expect((await hand.post(`${audit}/pieceWorkBack`, { id: row.id, remark: '重做' })).reason).toBe(
    'maintenance.ownCrew',
  );
  await server.tables('update astechnician set user_id = $2 where id = $1', [li.id, li.caller.id]);
  expect((await hand.post(`${audit}/pieceWorkBack`, { id: row.id, remark: '重做' })).data.pieceStatus).toBe('returned');
});

test('rework pays nothing to the crew of the first job, except members who had left before', async () => {
  const first = await world.done({
    crew: [
      [li.id, '0.5'],
      [wang.id, '0.5'],
    ],
    processId: pump,
  });
  const [{ order, disp }] = await server.tables<{ order: string; disp: string }>(
    'select d.registration_form_id::text as order, d.id::text as disp from ascompletionregistration c join asdispatchform d on d.id = c.disp_id where c.id = $1',
    [first],
  );
  await server.tables('update ascompletionregistration set registration_form_id = $2 where id = $1', [first, order]);
  // Li left the crew of the first job before its work was done.
  await server.tables(
    "update asdispatchformdetails set leave_time = '2026-11-20 08:00+08', is_current = false where disp_id = $1 and technician_id = $2",
    [disp, li.id],
  );
  const again = await world.done({
    crew: both,
    processId: pump,
    end: '2026-11-22 11:00:00',
    completion: { isRework: true },
  });
  const rework = (await saved(server, registration)).id;
  await server.tables('update asregistrationform set source_registration_id = $2 where id = $1', [rework, order]);
  await server.tables('update ascompletionregistration set registration_form_id = $2 where id = $1', [again, rework]);
  const piece = await world.make(again);
  expect((await world.lines(piece.id)).map((line) => [line.technicianId, line.qualityCoef, line.amount])).toEqual([
    [li.id, '1.0000', '50.13'],
    [wang.id, '0.0000', '0.00'],
  ]);
});
