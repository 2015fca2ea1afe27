import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';
const [leader, office, auditor] = [
  await server.as('as_leader'),
  await server.as('as_cs,as_cs_lead', { who: 'lead' }),
  await server.as('as_piece_auditor'),
];
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  office.id,
]);
server.app.ports.forget('000000');
const processId = await world.priced('PUMP', '100');
await server.work('as_admin', async (context) => {
  await context.create(calendarDay, { calendarDate: '2026-11-22', dayKind: 'rest', dayName: '周日' });
});

/** Set the clock to a local moment of the company. */
const clock = (moment: string): void => {
  server.clock.set(Date.parse(`${moment.replace(' ', 'T')}+08:00`));
};
const machine = { equipmentName: '混水中心', qty: '1', processId };
const fieldOf = (answer: { data: Record<string, unknown> }): string | undefined =>
  (answer.data.fields as { field: string }[] | undefined)?.[0]?.field;

interface Trip {
  readonly id: string;
  readonly arriveTime: string;
}

const accepted = async (hour: number, name: string): Promise<{ id: string; dispId: string }> => {
  const { id, dispId } = await site.sent(hour, name);
  good(await site.man.post(`${VISITS}/accept`, { id }));
  return { id, dispId };
};

/** Confirm a visit by leader and office, and return its piece with flags and lines. */
async function paidFor(
  visitId: string,
  completionId: string,
): Promise<{
  finishDate: string;
  flags: { inconformFlag: string; detail: string }[];
  lines: { timeCoef: string; amount: string }[];
}> {
  good(await leader.post(`${VISITS}/confirm`, { id: visitId, pass: true }));
  good(await office.post(`${at}/ascompletionregistration/backConfirm`, { ids: completionId, result: 'pass' }));
  const [made] = await server.tables<{ id: string }>(
    'select id::text as id from aspiecework where completion_id = $1',
    [completionId],
  );
  const whole = good(await auditor.get(`${at}/aspieceworkaudit/checkDetail`, { id: made.id })).data;
  return { finishDate: whole.piece.finishDate, flags: whole.flags, lines: whole.lines };
}

test('任务结束后才补登的，要写原因，计件单标出来 an entry after the end of the visit needs a reason, and flags its piece', async () => {
  clock('2026-11-23 10:05:00');
  const { id } = await accepted(9, '补登先生');
  clock('2026-11-23 10:10:00');
  good(
    await site.man.post(`${VISITS}/finish`, {
      id,
      visitResult: 'noAccess',
      resultNote: '敲门无人应答',
      callAttempts: 2,
      doorPhotos: [await site.photo()],
    }),
  );
  clock('2026-11-23 10:55:00');
  const late = { visitResult: 'noAccess', startTime: '2026-11-23 10:05:00', endTime: '2026-11-23 10:10:00' };
  const of: Trip = { id, arriveTime: '2026-11-23 10:05:00' };
  const bare = await site.completed(of, { equipment: [machine] }, late);
  expect([bare.status, bare.reason, fieldOf(bare)], bare.msg).toEqual([400, 'maintenance.lateEntry', 'lateReason']);
  // Even with a reason, the end of work must lie near the end of the visit, not near the time of entry.
  expect(
    fieldOf(
      await site.completed(
        of,
        { equipment: [machine] },
        { ...late, lateReason: '忘了', endTime: '2026-11-23 10:50:00' },
      ),
    ),
  ).toBe('endTime');
  const done = good(await site.completed(of, { equipment: [machine] }, { ...late, lateReason: '现场没有信号' })).data;
  const paid = await paidFor(id, done.id);
  expect(paid.flags.filter((one) => one.inconformFlag === 'late')).toMatchObject([
    { detail: expect.stringContaining('现场没有信号') },
  ]);
});

test('远程处理从接单算起 remote work begins with the acceptance', async () => {
  clock('2026-11-23 10:56:00');
  const { id } = await accepted(16, '远程先生');
  const remote = { visitResult: 'remote', mileageKm: '0', endTime: '2026-11-23 10:56:00' };
  const early = await site.completed({ id, arriveTime: '2026-11-23 10:20:00' }, { equipment: [machine] }, remote);
  expect([early.status, early.reason, fieldOf(early)], early.msg).toEqual([400, 'maintenance.workTimes', 'startTime']);
  const done = good(
    await site.completed({ id, arriveTime: '2026-11-23 10:40:00' }, { equipment: [machine] }, remote),
  ).data;
  expect(done).toMatchObject({ completeStatus: 'submitted', startTime: '2026-11-23 10:40:00' });
  expect(await site.visit(id)).toMatchObject({ taskStatus: 'finished', finishTime: '2026-11-23 10:56:00' });
});

test('时段系数按上门结束那天，不按填写的时间 the time factor is that of the day on which the visit ended, whatever end of work was entered', async () => {
  const visited = async (arrive: string, step: string, endTime: string) => {
    const of = await site.working(20, '跨夜先生');
    // Set all earlier steps of the visit to the evening before.
    await server.tables(
      'update dispatchlist set create_time = $2::timestamptz, sent_time = $2::timestamptz, accept_time = $2::timestamptz, depart_time = $2::timestamptz, arrive_time = $2::timestamptz where id = $1',
      [of.id, `${arrive}+08`],
    );
    const done = good(
      await site.completed({ ...of, arriveTime: arrive }, { at: step, equipment: [machine] }, { endTime }),
    ).data;
    return paidFor(of.id, done.id);
  };
  // The entered end is on the rest day, within the tolerance, but the visit ended after midnight: normal pay.
  const monday = await visited('2026-11-22 23:20:00', '2026-11-23 00:10:00', '2026-11-22 23:50:00');
  expect([monday.finishDate, monday.lines[0].timeCoef, monday.lines[0].amount]).toEqual([
    '2026-11-23',
    '1.0000',
    '100.00',
  ]);
  // The phone was offline and sent its steps a day later: the visit ended when the phone says, on the rest day.
  const sunday = await visited('2026-11-22 20:00:00', '2026-11-22 21:00:00', '2026-11-22 21:00:00');
  expect([sunday.finishDate, Number(sunday.lines[0].timeCoef), sunday.lines[0].amount]).toEqual([
    '2026-11-22',
    2,
    '200.00',
  ]);
});
