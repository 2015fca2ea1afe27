import { expect, test } from 'vitest';
import { hexRows, traceAfter } from './trace-view.rules.ts';

const line = (no: number) => ({
  ...{ no, ts: no, direction: 'up' as const, topic: 'props', size: 2, hex: '7b7d' },
  ...{ body: {}, isCut: false, outcome: 'props' },
});

test('news adds lines once, and a trace that begins anew drops the lines before', () => {
  const begun = traceAfter(undefined, { isRunning: true, untilTime: '2026-11-28 10:15:00', lines: [line(1), line(2)] });
  const more = traceAfter(begun, { isRunning: true, dropped: 3, lines: [line(2), line(5)] });
  expect(more.lines.map(({ no }) => no)).toEqual([1, 2, 5]);
  expect(more).toMatchObject({ dropped: 3, untilTime: '2026-11-28 10:15:00' });
  expect(traceAfter(more, { lines: [line(1)] }).lines.map(({ no }) => no)).toEqual([1]);
  expect(traceAfter(more, { isRunning: false }).lines).toHaveLength(3);
});

test('bytes are shown sixteen a row with their characters', () => {
  expect(hexRows('7b226122')).toEqual([['0000', '7b 22 61 22', '{"a"']]);
  expect(hexRows('00'.repeat(17)).map(([offset]) => offset)).toEqual(['0000', '0010']);
  expect(hexRows('')).toEqual([]);
});
