import { expect, test } from 'vitest';
import { messageMoment, readMoment } from './moment.rules.ts';
import { QUALITY } from '../property-check.rules.ts';

const NOW = Date.parse('2026-11-28T08:00:00Z');
const stored = (sent: unknown) => messageMoment(readMoment(sent), NOW, 400);

test.each([
  ['a moment', NOW - 1000, { ts: NOW - 1000, quality: 0 }],
  ['a moment as a text', String(NOW - 1000), { ts: NOW - 1000, quality: 0 }],
  ['an earlier moment', NOW - 3_600_000, { ts: NOW - 3_600_000, quality: QUALITY.late }],
  ['a clock that is ahead', NOW + 3_600_000, { ts: NOW, quality: QUALITY.clock }],
  ['no moment', undefined, { ts: NOW, quality: 0 }],
  ['a clock that was never set', 0, { ts: NOW, quality: 0 }],
  ['a date as a text', '2026-11-28 08:00:00', { ts: NOW, quality: QUALITY.clock }],
  ['a negative number', -5, { ts: NOW, quality: QUALITY.clock }],
  ['an object', {}, { ts: NOW, quality: QUALITY.clock }],
  ['seconds', Math.floor(NOW / 1000), 'seconds'],
  ['seconds as a text', String(Math.floor(NOW / 1000)), 'seconds'],
  ['milliseconds since the start of the device', 5_000_000, 'tooOld'],
  ['a moment before what is kept', NOW - 401 * 86_400_000, 'tooOld'],
])('%s', (_what, sent, expected) => {
  expect(stored(sent)).toEqual(expected);
});
