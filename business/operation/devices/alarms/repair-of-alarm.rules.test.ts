import { expect, test } from 'vitest';
import { systemOf, urgencyOfAlarm } from './repair-of-alarm.rules.ts';

test('what is dangerous is urgent as such, and a kind of device says its system', () => {
  expect(urgencyOfAlarm('critical', true)).toBe('safety');
  expect(urgencyOfAlarm('critical', false)).toBe('critical');
  expect(urgencyOfAlarm('major', true)).toBe('high');
  expect(urgencyOfAlarm('info', false)).toBe('normal');
  expect([systemOf('heat_pump'), systemOf('lamp')]).toEqual(['heatPump', 'other']);
});
