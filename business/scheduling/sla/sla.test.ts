import { expect, test } from 'vitest';
import { type Policy, clockHours, hoursInWords, momentsOf, pausesFor, policyFor, stateAt } from './sla.rules.ts';

const policy = (id: string, of: Partial<Policy>): Policy => ({
  id,
  slaKind: 'arrive',
  receiptsType: null,
  urgency: null,
  customerLevel: null,
  priority: 0,
  status: 1,
  ...of,
});
const order = { receiptsType: 'repair', urgency: 'urgent', customerLevel: 'vip' };

test('the policy with most criteria wins, then the higher priority; unfitting and disabled ones never', () => {
  const all = [
    policy('1', { priority: 9 }),
    policy('2', { urgency: 'urgent' }),
    policy('3', { urgency: 'urgent', priority: 2 }),
    policy('4', { receiptsType: 'repair', urgency: 'normal' }),
    policy('5', { receiptsType: 'repair', urgency: 'urgent', status: 0 }),
  ];
  expect(policyFor(all, order, 'arrive')?.id).toBe('3');
  expect(policyFor(all, { ...order, urgency: 'normal' }, 'arrive')?.id).toBe('4');
  expect(policyFor(all, order, 'finish')).toBeUndefined();
});

test('a clock counts the hours of its policy and the business calendar', () => {
  const hours = clockHours(hoursInWords({ calendarStart: '08:00:00', calendarEnd: '20:00:00', weekendCount: false }), {
    '2026-10-10': 'work',
    '2026-10-01': 'statutory',
    '2026-10-02': 'statutory',
  });
  const clock = { startTime: '2026-09-30 19:00:00', targetMinutes: 120, warnPercent: 50, pausedMinutes: 0 };
  // Thursday and Friday are holidays, and the weekend after them does not count.
  expect(momentsOf(clock, hours)).toMatchObject({ warnTime: '2026-09-30 20:00:00', dueTime: '2026-10-05 09:00:00' });
  expect(momentsOf({ ...clock, startTime: '2026-10-09 19:00:00' }, hours).dueTime).toBe('2026-10-10 09:00:00');
});

test('pauses extend a clock by business minutes; a promise replaces the target', () => {
  const hours = clockHours('08:30-17:30/7', {});
  const clock = { startTime: '2026-11-23 10:00:00', targetMinutes: 60, warnPercent: 80, pausedMinutes: 540 };
  expect(momentsOf(clock, hours).dueTime).toBe('2026-11-24 11:00:00');
  expect(momentsOf({ ...clock, pausedMinutes: 0 }, hours, '2026-11-23 10:30:00')).toMatchObject({
    dueTime: '2026-11-23 10:30:00',
    warnTime: '2026-11-23 10:30:00',
  });
});

test('met at the due time is in time, a second later is breached for good', () => {
  const clock = {
    slaState: 'running',
    metTime: null,
    warnTime: '2026-11-23 10:48:00',
    dueTime: '2026-11-23 11:00:00',
  } as const;
  expect(
    ['2026-11-23 10:47:59', '2026-11-23 10:48:00', '2026-11-23 11:00:00', '2026-11-23 11:00:01'].map((now) =>
      stateAt(clock, now),
    ),
  ).toEqual(['running', 'warning', 'warning', 'breached']);
  expect(stateAt({ ...clock, metTime: '2026-11-23 11:00:00' }, '2026-12-01 00:00:00')).toBe('met');
  expect(stateAt({ ...clock, metTime: '2026-11-23 11:00:01' }, '2026-12-01 00:00:00')).toBe('breached');
  expect(stateAt({ ...clock, slaState: 'paused' }, '2026-12-01 00:00:00')).toBe('paused');
});

test('the company sets the reasons that pause', () => {
  const set = 'hold: customer,weather; delay: site';
  expect([pausesFor(set, 'hold'), pausesFor(set, 'delay'), pausesFor('', 'hold')]).toEqual([
    ['customer', 'weather'],
    ['site'],
    [],
  ]);
});
