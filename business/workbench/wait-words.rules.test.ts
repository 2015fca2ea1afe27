import { expect, test } from 'vitest';
import { waitWords } from './wait-words.rules.ts';

const NOW = '2026-11-26 09:00:00';

test('a row shows its waiting or remaining time; one due on a day shows the day', () => {
  const wordsOf = (when: 'came' | 'due', moment: string) => waitWords(when, { when: moment }, NOW);
  expect(wordsOf('came', '2026-11-26 08:48:00')).toEqual(['已等 12分', 'waits 12 min']);
  expect(wordsOf('came', '2026-11-24 08:48:00')).toEqual(['已等 2 天', 'waits 2 d']);
  expect(wordsOf('due', '2026-11-26 09:25:00')).toEqual(['剩 25分', '25 min left']);
  expect(wordsOf('due', '2026-11-25 16:59:30')).toEqual(['超 16小时', '16 h late']);
  expect(wordsOf('due', '2026-11-25')).toBe(null);
  // If the browser's clock is slightly behind the server's, a new row waits 0 minutes, not a negative time.
  expect(wordsOf('came', '2026-11-26 09:00:30')).toEqual(['已等 0分', 'waits 0 min']);
  expect(wordsOf('came', '2025-10-02 14:00:00')).toBe(null);
});
