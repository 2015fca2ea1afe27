import { expect, test } from 'vitest';
import { minuteEvents } from './minute-events.rules.ts';

test('one alarm may start and end within the minute; older changes are left out', () => {
  const quick = { id: '1', startTime: '2026-11-21 10:41:20', recoverTime: '2026-11-21 10:41:50', confirmTime: '' };
  const old = { id: '2', startTime: '2026-11-21 09:00:00', confirmTime: '2026-11-21 10:41:30' };
  expect(minuteEvents([quick, old], '2026-11-21 10:41:00').map(({ kind, of }) => `${of.id} ${kind}`)).toEqual([
    '1 recovered',
    '2 confirmed',
    '1 new',
  ]);
});
