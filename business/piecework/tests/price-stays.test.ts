import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { PieceWorld } from '../testing/piecework-world.ts';
import { pieceStandard } from '../standards/piece-standard.paper.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const auditor = await server.as('as_piece_auditor', { who: 'auditor' });
const audit = 'blade-maintenance/webApi/aspieceworkaudit';
const UPDATE = `${audit}/updateUser`;
const [one, two] = [await world.hire('甲'), await world.hire('乙')];

/** Stop all standards of a process and publish a new one. */
const publishAnother = (processId: string): Promise<unknown> =>
  world.work(async (context) => {
    for (const row of await context.find(pieceStandard, { pieceworkProcessId: processId }))
      await context.sql.query("update aspieceworkstandard set publish_status = 'stopped' where id = $1", [row.id]);
    return context.create(pieceStandard, {
      pieceworkProcessId: processId,
      standardName: '新标准',
      unitPrice: '300',
      difficultyCoef: '1',
      effectiveFrom: '2026-02-01',
      publishStatus: 'published',
    });
  });

test('a change of shares never changes the price of a piece that has a standard', async () => {
  const processId = await world.priced('STAY', '100');
  const made = await world.piece({
    crew: [
      [one.id, '0.5'],
      [two.id, '0.5'],
    ],
    processId,
  });
  expect(made.pieceAmount).toBe('100.00');
  await publishAnother(processId);
  const shares = [
    { technicianId: one.id, shareRatio: '0.3' },
    { technicianId: two.id, shareRatio: '0.7' },
  ];
  expect(good(await auditor.post(UPDATE, { id: made.id, lines: shares })).data.pieceAmount).toBe('100.00');
  // Replacing the crew does not change the price either.
  const third = await world.hire('丙');
  const others = [{ technicianId: third.id, shareRatio: '1' }];
  expect(good(await auditor.post(UPDATE, { id: made.id, lines: others })).data.pieceAmount).toBe('100.00');
  expect((await world.lines(made.id)).map((line) => [line.unitPrice, line.amount])).toEqual([['100.0000', '100.00']]);
});

test('a piece without a standard takes one that was published since', async () => {
  const processId = await world.priced('LATE', '100', {}, { publishStatus: 'draft' });
  const made = await world.piece({ crew: [[one.id, '1']], processId });
  expect(made.pieceAmount).toBe('0.00');
  await publishAnother(processId);
  const again = await auditor.post(UPDATE, { id: made.id, lines: [{ technicianId: one.id, shareRatio: '1' }] });
  expect(good(again).data.pieceAmount).toBe('300.00');
});
