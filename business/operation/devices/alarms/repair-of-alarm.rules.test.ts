import { expect, test } from 'vitest';
import { repairVerdict, systemOf, urgencyOfAlarm } from './repair-of-alarm.rules.ts';

test('the fault again says unfixed at once; all else waits for its time', () => {
  const seen = { isHolding: false, raisedSince: 0, messages: 3, isOver: false };
  expect(repairVerdict({ ...seen, raisedSince: 1 })).toBe('unfixed');
  expect(repairVerdict(seen)).toBeNull();
  expect(repairVerdict({ ...seen, isOver: true })).toBe('fixed');
  expect(repairVerdict({ ...seen, isOver: true, isHolding: true })).toBe('unfixed');
  expect(repairVerdict({ ...seen, isOver: true, messages: 2 })).toBe('noData');
});

test('what is dangerous is urgent as such, and a kind of device says its system', () => {
  expect(urgencyOfAlarm('critical', true)).toBe('safety');
  expect(urgencyOfAlarm('critical', false)).toBe('critical');
  expect(urgencyOfAlarm('major', true)).toBe('high');
  expect(urgencyOfAlarm('info', false)).toBe('normal');
  expect([systemOf('heat_pump'), systemOf('lamp')]).toEqual(['heatPump', 'other']);
});
