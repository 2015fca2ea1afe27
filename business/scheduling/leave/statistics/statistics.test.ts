import { expect, test } from 'vitest';
import { technicianHours } from '../../working-time.rules.ts';
import { monthOfLeave, monthsOf } from './statistics.rules.ts';

const hours = technicianHours({ workDays: '1,2,3,4,5', workStart: '09:00', workEnd: '18:00' }, '12:00-13:00', {
  '2028-02-29': 'statutory',
});

test('a leave across months counts in each its part', () => {
  const leaves = [{ leaveType: 'sick', startTime: '2028-02-28 09:00:00', endTime: '2028-03-01 12:00:00' }];
  // In February only Monday the 28th counts, since the 29th is a holiday; in March a morning of 3 hours.
  expect(monthOfLeave('2028-02', leaves, hours, 480)).toMatchObject({
    leaveCount: 1,
    leaveDays: 1,
    totalHours: '8.00',
    byType: { sick: '8.00' },
  });
  expect(monthOfLeave('2028-03', leaves, hours, 480)).toMatchObject({ totalHours: '3.00', lostMinutes: 180 });
  expect(monthsOf('2027-12-31 08:00:00', '2028-02-01 08:00:00')).toEqual(['2027-12', '2028-01', '2028-02']);
});

test('attendance is the share of working time present; without leave it is all', () => {
  // November 2026 has 21 working days of 8 hours.
  expect(
    monthOfLeave(
      '2026-11',
      [{ leaveType: 'annual', startTime: '2026-11-02 00:00:00', endTime: '2026-11-07 00:00:00' }],
      hours,
      450,
    ),
  ).toMatchObject({ attendance: '76.19', availability: '117.50', leaveDays: 5 });
  expect(monthOfLeave('2026-11', [], hours, 480)).toMatchObject({
    attendance: '100.00',
    leaveCount: 0,
    totalHours: '0.00',
  });
});
