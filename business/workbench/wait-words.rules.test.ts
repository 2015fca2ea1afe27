import { expect, test } from 'vitest';
import { waitWords } from './wait-words.rules.ts';

const NOW = '2026-11-26 09:00:00';

test('a row tells how long it waited or has left; what is due on a day tells that day', () => {
  const told = (when: 'came' | 'due', moment: string) => waitWords(when, { when: moment }, NOW);
  expect(told('came', '2026-11-26 08:48:00')).toEqual(['已等 12分', 'waits 12 min']);
  expect(told('came', '2026-11-24 08:48:00')).toEqual(['已等 2 天', 'waits 2 d']);
  expect(told('due', '2026-11-26 09:25:00')).toEqual(['剩 25分', '25 min left']);
  expect(told('due', '2026-11-25 16:59:30')).toEqual(['超 16小时', '16 h late']);
  expect(told('due', '2026-11-25')).toBe(null);
  // A clock that goes a little ahead of the server's tells no waiting below nothing.
  expect(told('came', '2026-11-26 09:00:30')).toEqual(['已等 0分', 'waits 0 min']);
  expect(told('came', '2025-10-02 14:00:00')).toBe(null);
});
