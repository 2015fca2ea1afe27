import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { invariants } from '../invariants.server.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const [hr, manager, auditor] = await Promise.all(
  ['as_hr', 'as_manager', 'as_piece_auditor'].map((role) => server.as(role)),
);
const at = 'blade-maintenance/webApi';
const ABSURD = '9999999999.99';
const [man, other] = [await world.hire('甲'), await world.hire('乙')];
const processId = await world.priced('ASIDE', '100');

const step = async (verb: string, wagePeriod = '2026-11', who = hr) =>
  good(await who.post(`${at}/aspieceworkwages/${verb}`, { wagePeriod, reason: '关账' })).data as Record<string, string>;
const sheetOf = async (technicianId: string, wagePeriod = '2026-11'): Promise<Record<string, string>> =>
  (await hr.get(`${at}/aswagesheet/list`, { wagePeriod, technicianId })).data.records[0];
const aside = async (wagePeriod = '2026-11'): Promise<Record<string, string>[]> =>
  (await hr.get(`${at}/aswageline/list`, { wagePeriod, lineStatus: 'open', isAside: 'true' })).data.records;
const holds = async (): Promise<void> => {
  for (const one of invariants) expect(await server.tables(one.sql, ['000000']), one.code).toEqual([]);
};
const entered = async (technicianId: string, amount: string): Promise<string> => {
  const { id } = good(
    await hr.post(`${at}/aswageline/submit`, { technicianId, wageLineType: 'bonus', amount, reason: '奖' }),
  ).data;
  good(await manager.post(`${at}/aswageline/submit`, { id, action: 'approve' }));
  return id as string;
};

test('absurd stored lines are named and set aside; the month is calculated, sent, paid and closed without them', async () => {
  const bonus = await entered(man.id, '500');
  const made = await world.piece({
    crew: [
      [man.id, '0.5'],
      [other.id, '0.5'],
    ],
    processId,
  });
  good(await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: made.id }));
  good(await hr.post(`${at}/aspieceworkwages/periodOpen`, { wagePeriod: '2026-12' }));
  await step('calculate');
  expect(await sheetOf(man.id)).toMatchObject({ bonusAmount: '500.00', pieceAmount: '50.00' });

  // The product refuses lines above the limit. Lines from before the limit may exceed it, so SQL writes this one.
  await server.tables('update aswageline set amount = $2 where id = $1', [bonus, ABSURD]);
  await server.tables('update aspieceworkcollect set amount = $2 where piece_id = $1 and technician_id = $3', [
    made.id,
    ABSURD,
    other.id,
  ]);
  await server.tables('update aswageline set amount = $2 where source_no = $1 and technician_id = $3', [
    made.pieceNo,
    ABSURD,
    other.id,
  ]);
  await step('calculate');
  expect(await sheetOf(man.id)).toMatchObject({ bonusAmount: '0.00', pieceAmount: '0.00', baseAmount: '3000.00' });
  const named = await aside();
  expect(named.map((one) => one.id)).toContain(bonus);
  // The bonus, the piece lines of both technicians, and the mileage of the piece.
  expect(named).toHaveLength(4);
  const history = JSON.stringify(
    (
      await hr.get(`${at}/aswageperiod/history`, {
        id: (await hr.get(`${at}/aswageperiod/list`, { wagePeriod: '2026-11' })).data.records[0].id,
      })
    ).data,
  );
  expect(history).toContain('甲');
  expect(history).toContain(made.pieceNo);

  await step('send');
  expect(await aside()).toEqual([]);
  expect((await aside('2026-12')).map((one) => one.id)).toContain(bonus);
  expect(await world.get(made.id)).toMatchObject({ wagePeriod: '2026-12', pieceStatus: 'approved' });
  await server.tables("update aswagesheet set wage_status = 'signed' where wage_period = '2026-11'");
  await step('approve', '2026-11', manager);
  await step('pay');
  await step('close');
});

test('a corrected line is counted again, with its piece', async () => {
  const [{ id: bonus }] = (await aside('2026-12')).filter((one) => one.wageLineType === 'bonus');
  await server.tables('update aswageline set amount = 500 where id = $1', [bonus]);
  const [{ pieceNo, id }] = await server.tables<{ pieceNo: string; id: string }>(
    'select piece_no as "pieceNo", id::text as id from aspiecework limit 1',
  );
  await server.tables('update aspieceworkcollect set amount = 50 where piece_id = $1', [id]);
  await server.tables('update aswageline set amount = 50 where source_no = $1', [pieceNo]);
  await step('calculate', '2026-12');
  expect(await sheetOf(man.id, '2026-12')).toMatchObject({ bonusAmount: '500.00', pieceAmount: '50.00' });
  expect(await sheetOf(other.id, '2026-12')).toMatchObject({ pieceAmount: '50.00' });
  expect(await aside('2026-12')).toEqual([]);
  await holds();
});
