import { expect, test } from 'vitest';
import { revenue } from '#business/billing/figures/revenue.figure.ts';
import { partsCost } from '#business/completion/completion/facts/parts.figure.ts';
import { backlog } from '#business/intake/figures/backlog.figure.ts';
import { sla } from '#business/intake/figures/sla.figure.ts';
import { stockValue } from '#business/materials/figures/stock.figure.ts';
import { margin } from '#business/piecework/figures/margin.figure.ts';
import { wages } from '#business/piecework/figures/wages.figure.ts';
import { mustFind } from '#kernel/language/must.ts';
import { catalogue, metricOf } from './catalogue.server.ts';
import { binsOf, isReckoned, spanBefore, sumsOf, untilHour, valueOf, verdictOf, weeksUntil } from './metrics.rules.ts';

const all = catalogue([sla, backlog, revenue, wages, partsCost, margin, stockValue]);
const metric = (name: string) =>
  metricOf(
    all,
    mustFind(all.all, (one) => one.name === name),
  );

test('an incomplete month is compared with as many days of the month before, a whole one with the whole', () => {
  expect(spanBefore('2026-11-01', '2026-11-24', false)).toEqual(['2026-10-01', '2026-10-24']);
  expect(spanBefore('2026-03-01', '2026-03-30', false)).toEqual(['2026-02-01', '2026-02-28']);
  expect(spanBefore('2026-11-01', '2026-11-30', false)).toEqual(['2026-10-01', '2026-10-31']);
  expect(spanBefore('2026-11-01', '2026-11-24', true)).toEqual(['2025-11-01', '2025-11-24']);
});

test('a day and a week are compared with the same weekdays a week before, longer spans with whole weeks before them', () => {
  expect(spanBefore('2026-11-24', '2026-11-24', false)).toEqual(['2026-11-17', '2026-11-17']);
  expect(spanBefore('2026-11-01', '2026-11-01', false)).toEqual(['2026-10-25', '2026-10-25']);
  expect(spanBefore('2026-11-23', '2026-11-24', false)).toEqual(['2026-11-16', '2026-11-17']);
  expect(spanBefore('2026-10-30', '2026-11-10', false)).toEqual(['2026-10-16', '2026-10-27']);
});

test('thirteen weeks end with the day, each of seven days, without a gap', () => {
  const weeks = weeksUntil('2026-11-24', 13);
  expect(weeks).toHaveLength(13);
  expect(weeks.at(-1)).toEqual(['2026-11-18', '2026-11-24']);
  expect(weeks[0]).toEqual(['2026-08-26', '2026-09-01']);
});

test('a percentage is calculated over all its rows, not as a mean of percentages', () => {
  const sums = sumsOf(metric('sla'), {
    slaResponse: { num: 9, den: 10, bins: {} },
    slaFinish: { num: 1, den: 2, bins: {} },
    revenue: { num: 500, den: 0, bins: {} },
  });
  expect([sums.num, sums.den, valueOf(metric('sla'), sums)]).toEqual([10, 12, 83.3]);
  expect(valueOf(metric('sla'), { num: 0, den: 0, bins: {} })).toBeNull();
});

test('margin is revenue less wages less parts, to the cent', () => {
  const figures = {
    revenue: { num: 1000.1, den: 0, bins: {} },
    wages: { num: 300.2, den: 0, bins: {} },
    parts: { num: 99.95, den: 0, bins: {} },
  };
  expect(sumsOf(metric('margin'), figures).num).toBe(599.95);
});

test('an incomplete day is compared with as many hours of another', () => {
  const bins = binsOf('8:3,9:5,8:1,17:20');
  expect(bins).toEqual({ 8: 4, 9: 5, 17: 20 });
  expect(untilHour({ num: 29, den: 0, bins }, 10).num).toBe(9);
  // The hour that is still running does not count.
  expect(untilHour({ num: 29, den: 0, bins }, 9).num).toBe(4);
  expect(untilHour({ num: 29, den: 0, bins }, 17).num).toBe(9);
});

test('the verdict follows the good direction, and a small change has none', () => {
  expect(verdictOf(metric('backlog'), 120, 100)).toBe('worse');
  expect(verdictOf(metric('backlog'), 80, 100)).toBe('better');
  expect(verdictOf(metric('backlog'), 102, 100)).toBe('');
  expect(verdictOf(metric('sla'), 95, 93)).toBe('better');
  expect(verdictOf(metric('wages'), 900, 100)).toBe('');
  expect(verdictOf(metric('sla'), null, 93)).toBe('');
});

test('a state without a counted day is unknown; a sum without rows is zero', () => {
  expect(isReckoned(metric('stock'), {})).toBe(false);
  expect(isReckoned(metric('stock'), { stock: { num: 0, den: 0, bins: {} } })).toBe(true);
  expect(isReckoned(metric('revenue'), {})).toBe(true);
});
