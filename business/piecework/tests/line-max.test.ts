import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const [auditor, keeper] = [
  await server.as('as_piece_auditor', { who: 'auditor' }),
  await server.as('administrator', { who: 'entering' }),
];
const at = 'blade-maintenance/webApi';
const man = await world.hire('甲');

test('pay of a line above the limit is refused by name, at the audit and at the wage line', async () => {
  const processId = await world.priced('MAX', '100');
  const made = await world.piece({ crew: [[man.id, '1']], processId });
  const change = (qty: string) =>
    auditor.post(`blade-maintenance/webApi/aspieceworkaudit/updateCompletionMaintenanceContent`, {
      id: made.id,
      lines: [{ processId, qty, reason: '数量更正' }],
    });
  const refused = await change('501');
  expect([refused.status, refused.reason], JSON.stringify(refused.body)).toEqual([409, 'maintenance.lineTooHigh']);
  expect(refused.msg).toContain('甲');
  good(await change('500'));
  const line = (amount: string) =>
    keeper.post(`${at}/aswageline/submit`, {
      technicianId: man.id,
      wageLineType: 'bonus',
      amount,
      bizDate: '2026-11-20',
      reason: '奖',
    });
  expect((await line('50000.01')).reason).toBe('maintenance.lineTooHigh');
  good(await line('50000'));
});

test('a number above the limit of its field is refused, and a stored one stays readable', async () => {
  const processId = await world.priced('FAR', '100');
  const made = await world.piece({ crew: [[man.id, '1']], processId });
  const [line] = await world.lines(made.id);
  await server.tables('update aspieceworkcollect set qty = 20000000 where id = $1', [line.id]);
  const detail = await auditor.get(`${at}/aspieceworkcollect/detail`, { id: line.id });
  expect(good(detail).data.qty).toBe('20000000.000');
  const refused = await auditor.post(`${at}/aspieceworkcollect/submit`, {
    id: line.id,
    qty: '20000001',
    manualReason: '更正',
  });
  expect([refused.status, refused.reason]).toEqual([400, 'row.invalid']);
});
