import { expect, test } from 'vitest';
import { ownCallAddress } from '#kernel/server/rows/offered.ts';
import { sampleQuery } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { rooms } from '../../../server/rooms.ts';
import piecework from '../room.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const wages = `${at}/aspieceworkwages`;
const month = { wagePeriod: '2026-11' };
const [hr, manager, auditor] = await Promise.all(
  ['as_hr', 'as_manager', 'as_piece_auditor'].map((role) => server.as(role)),
);
const MANY_MS = 240_000;

const done = async (
  answer: Promise<{ status: number; msg: string; data: Record<string, unknown> }>,
): Promise<Record<string, unknown>> => {
  const { status, msg, data } = await answer;
  expect(status, msg).toBe(200);
  return data;
};

/** The rows of a closed month, by paper, which no action may change. */
const HELD: readonly (readonly [paper: string, rows: string])[] = [
  ['wagePeriod', "aswageperiod where wage_period = '2026-11'"],
  ['wageSheet', "aswagesheet where wage_period = '2026-11'"],
  ['wageLine', "aswageline where wage_period = '2026-11'"],
  ['wageDispute', "aswagedispute where wage_period = '2026-11'"],
  ['piece', "aspiecework where wage_period = '2026-11'"],
  ['pieceLine', "aspieceworkcollect where piece_id in (select id from aspiecework where wage_period = '2026-11')"],
  [
    'completion',
    "ascompletionregistration where id in (select completion_id from aspiecework where wage_period = '2026-11')",
  ],
];
/** Columns that printing changes, left out when the frozen rows are compared. */
const PRINTED = " - array['print_count', 'version', 'update_user', 'update_time']";
const standing = async (): Promise<unknown> =>
  Object.fromEntries(
    await Promise.all(
      HELD.map(async ([paper, rows]) => [
        paper,
        await server.tables(
          `select to_jsonb(t)${['completion', 'wageSheet'].includes(paper) ? PRINTED : ''} as row from (select * from ${rows}) t order by t.id`,
        ),
      ]),
    ),
  );
const idsOf = async (rows: string): Promise<string[]> =>
  (await server.tables<{ id: string }>(`select id::text as id from ${rows} order by id limit 2`)).map((row) => row.id);

/**
 * Create a month of two technicians: pieces, an entered line, an accepted dispute. All is signed, approved, paid and
 * closed.
 */
async function closedMonth(): Promise<void> {
  const [wang, li] = [await world.hire('王强'), await world.hire('李明')];
  const pump = await world.priced('PUMP', '100');
  for (const crew of [
    [[wang.id, '1']],
    [
      [wang.id, '0.4'],
      [li.id, '0.6'],
    ],
  ] as const)
    await done(
      auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: (await world.piece({ crew, processId: pump })).id }),
    );
  const entered = await done(
    hr.post(`${at}/aswageline/submit`, { technicianId: li.id, wageLineType: 'bonus', amount: '50', reason: '全勤' }),
  );
  await done(manager.post(`${at}/aswageline/submit`, { id: entered.id, action: 'approve' }));
  for (const verb of ['calculate', 'send']) await done(hr.post(`${wages}/${verb}`, month));
  const sheets = (await done(hr.get(`${at}/aswagesheet/list`, { ...month, size: 10 }))).records as {
    id: string;
    technicianId: string;
  }[];
  const [mine, other] = [
    sheets.find((one) => one.technicianId === wang.id)!,
    sheets.find((one) => one.technicianId === li.id)!,
  ];
  const dispute = await done(
    wang.caller.post(`${wages}/dispute`, { id: mine.id, disputeKind: 'qty', claimedValue: '2', note: '少记一台' }),
  );
  await done(
    hr.post(`${wages}/answer`, {
      id: dispute.id,
      accept: true,
      answer: '补记',
      lines: [{ amount: '20', reason: '补记' }],
    }),
  );
  await done(wang.caller.post(`${wages}/sign`, { id: mine.id }));
  await done(li.caller.post(`${wages}/sign`, { id: other.id }));
  await done(manager.post(`${wages}/approve`, month));
  await done(hr.post(`${wages}/pay`, month));
  await done(hr.post(`${wages}/close`, { ...month, reason: '月底提前关账' }));
}

/** Send every action of one row of a paper, and its other calls. */
async function pressAll(person: TestCaller, name: string, id: string): Promise<void> {
  const paper = server.app.papers.get(name)!;
  const life = paper.lifecycle;
  const [row = {}] = await server.tables(`select * from ${paper.table} where id = $1`, [id]);
  const { data: shown } = await person.get(`${paper.path}/detail`, { id });
  const words = { reason: '改一改', remark: '改一改', answer: '改一改', manualReason: '改一改', note: '改一改' };
  const body = {
    ...(typeof shown === 'object' && shown),
    ...words,
    id,
    version: undefined,
    amount: '1',
    qty: '9',
    shareRatio: '0.5',
    qualityCoef: '1.1',
    totalAmount: '1',
    wagePeriod: '2026-12',
  };
  for (const path of ['submit', 'update', 'save']) await person.post(`${paper.path}/${path}`, body);
  await person.post(`${paper.path}/submit`, { ...body, id: '', pieceId: row.piece_id, ...month });
  await person.post(`${paper.path}/bulk`, { ids: [id], set: body });
  for (const path of ['remove', 'restore']) await person.post(`${paper.path}/${path}`, { ids: id, reason: '删' });
  const verbs = Object.entries(life?.actions ?? {}).filter(
    ([verb]) => !(name === 'wagePeriod' && verb === 'openAgain'),
  );
  for (const [verb, action] of verbs)
    await person.post(`${paper.path}/act`, {
      ...words,
      ...(await sampleQuery(server, action.asks, paper)),
      id,
      action: verb,
    });
  const calls = (server.app.behaviours.get(name)?.calls ?? []).filter(
    (call) => call.method === 'POST' && call.write && !call.path.endsWith('openAgain'),
  );
  const lines = [
    {
      id,
      collectId: id,
      technicianId: row.technician_id,
      processId: row.piecework_process_id,
      shareRatio: '1',
      qty: '5',
      amount: '5',
      reason: '改',
    },
  ];
  for (const call of calls)
    await person.post(ownCallAddress(paper, call).replace('{id}', id), {
      ...words,
      ...month,
      id,
      ids: id,
      pieceId: id,
      completionId: id,
      lines,
      accept: true,
      result: 'reopen',
      action: 'approve',
    });
}

test(
  '关账之后，谁也改不动这个月的任何一张单；只有说明原因重新打开 a closed month cannot be changed in any paper, except after reopening it with a reason',
  { timeout: MANY_MS },
  async () => {
    await closedMonth();
    const before = await standing();
    const rows: (readonly [string, string])[] = [];
    for (const [paper, of] of HELD) rows.push(...(await idsOf(of)).map((id) => [paper, id] as const));
    expect(new Set(rows.map(([paper]) => paper)).size).toBe(HELD.length);
    const aliases = [...rooms.flatMap((room) => room.roles ?? []).map((role) => role.alias), 'administrator', 'admin'];
    for (const alias of new Set(aliases)) {
      const person = await server.as(alias, { who: 'after' });
      await Promise.all(
        [...Map.groupBy(rows, ([paper]) => paper).values()].map(async (own) => {
          for (const [paper, id] of own) await pressAll(person, paper, id);
        }),
      );
      expect(await standing(), alias).toEqual(before);
    }
    expect((await hr.post(`${wages}/openAgain`, { ...month, reason: '算错了' })).status).toBe(403);
    expect((await manager.post(`${wages}/openAgain`, month)).status).toBe(400);
    expect(await standing()).toEqual(before);
    expect(
      (await done(manager.post(`${wages}/openAgain`, { ...month, reason: '王强的计件算错了' }))).periodStatus,
    ).toBe('paid');
    const [{ piece, job }] = await server.tables<{ piece: string; job: string }>(
      "select p.piece_status as piece, c.piece_status as job from aspiecework p join ascompletionregistration c on c.id = p.completion_id where p.wage_period = '2026-11' limit 1",
    );
    expect([piece, job]).toEqual(['approved', 'approved']);
    expect(
      JSON.stringify(
        (await hr.get(`${piecework.papers.find((one) => one.name === 'wagePeriod')!.path}/history`, { id: rows[0][1] }))
          .data,
      ),
    ).toContain('王强的计件算错了');
  },
);
