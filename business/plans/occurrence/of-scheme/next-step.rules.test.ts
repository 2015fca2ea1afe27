import { expect, test } from 'vitest';
import { type StepVisit, nextStep } from './next-step.rules.ts';

const visit = (id: string, planStatus: string, planDate: string, more: Partial<StepVisit> = {}): StepVisit => ({
  id,
  occurrenceNo: Number(id),
  planStatus,
  planDate,
  expectDate: '',
  orderState: null,
  ...more,
});
const on = { today: '2026-11-23', registerDays: 21 };

test('the nearest open visit decides the next step: register it within its days, dispatch its order, else wait', () => {
  const done = visit('1', 'done', '2026-10-01');
  expect(nextStep([done, visit('2', 'planned', '2026-12-14'), visit('3', 'planned', '2026-12-01')], on)).toEqual({
    step: 'register',
    id: '3',
  });
  expect(nextStep([done, visit('2', 'planned', '2026-12-15')], on)).toBeNull();
  expect(nextStep([visit('2', 'booked', '2026-12-20', { expectDate: '2026-12-10' })], on)).toEqual({
    step: 'register',
    id: '2',
  });
  expect(nextStep([visit('2', 'booked', '2026-12-01', { orderState: 'registered' })], on)).toEqual({
    step: 'dispatch',
    id: '2',
  });
  expect(nextStep([visit('2', 'dispatched', '2026-12-01', { orderState: 'inService' })], on)).toBeNull();
  expect(nextStep([done, visit('2', 'skipped', '2026-12-01')], on)).toBeNull();
});
