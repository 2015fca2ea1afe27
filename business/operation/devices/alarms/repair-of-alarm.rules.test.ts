import { expect, test } from 'vitest';
import { systemOf, urgencyOfAlarm } from './repair-of-alarm.rules.ts';

test('a dangerous alarm is urgent, and the kind of device decides the system', () => {
  expect(urgencyOfAlarm('critical', true)).toBe('safety');
  expect(urgencyOfAlarm('critical', false)).toBe('critical');
  expect(urgencyOfAlarm('major', true)).toBe('high');
  expect(urgencyOfAlarm('info', false)).toBe('normal');
  expect([systemOf('heat_pump'), systemOf('lamp')]).toEqual(['heatPump', 'other']);
});
