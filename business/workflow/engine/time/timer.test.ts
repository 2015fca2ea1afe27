import { describe, expect, it } from 'vitest';
import { addDuration, parseDuration } from './iso-duration.rules.ts';
import { timerDue, isTimer, nextTimerDue } from './timer.rules.ts';

const at = (text: string): number => Date.parse(text);
const local = (text: string): number | undefined => {
  const instant = Date.parse(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(instant) ? undefined : instant;
};

describe('spans of ISO 8601', () => {
  it.each([
    ['PT10M', 600_000],
    ['P1DT2H', 93_600_000],
    ['P2W', 1_209_600_000],
    ['PT1.5S', 1500],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toEqual({ months: 0, milliseconds });
  });

  it.each(['', 'P', 'PT', '10 minutes', 'P1H', 'PT1D', 'P-1D', `PT${'9'.repeat(30)}H`])('%s is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('months go by the calendar', () => {
    const month = parseDuration('P1M');
    expect(month && new Date(addDuration(at('2026-01-31T08:00:00Z'), month)).toISOString()).toBe(
      '2026-02-28T08:00:00.000Z',
    );
    const years = parseDuration('P1Y1M');
    expect(years && new Date(addDuration(at('2027-12-15T00:00:00Z'), years)).toISOString()).toBe(
      '2029-01-15T00:00:00.000Z',
    );
  });
});

describe('timers', () => {
  const now = at('2026-03-01T00:00:00Z');

  it('dates have their own zone or that of the company', () => {
    expect(timerDue('date', '2026-03-02T08:00:00+08:00', now, local)?.dueAt).toBe(at('2026-03-02T00:00:00Z'));
    expect(timerDue('date', '2026-03-02 08:00:00', now, local)?.dueAt).toBe(at('2026-03-02T00:00:00Z'));
    expect(timerDue('date', now + 5, now, local)?.dueAt).toBe(now + 5);
    expect(timerDue('date', 'tomorrow', now, local)).toBeUndefined();
    expect(timerDue('date', null, now, local)).toBeUndefined();
  });

  it('cycles repeat by their count, or endlessly, from now or from a date', () => {
    expect(timerDue('cycle', 'R3/PT10M', now, local)).toEqual({ dueAt: now + 600_000, cycle: 'PT10M', repeats: 3 });
    expect(timerDue('cycle', 'R/2026-03-01T08:30:00Z/P1D', now, local)).toEqual({
      dueAt: at('2026-03-01T08:30:00Z'),
      cycle: 'P1D',
      repeats: null,
    });
    expect(timerDue('cycle', '0 0/5 * * * ?', now, local)).toBeUndefined();
  });

  it('stay in step with the last time, and never fire for the past', () => {
    expect(nextTimerDue(now, 'PT10M', now + 1000)).toBe(now + 600_000);
    expect(nextTimerDue(now, 'PT10M', now + 3_000_000)).toBe(now + 3_600_000);
    expect(new Date(nextTimerDue(at('2025-01-31T00:00:00Z'), 'P1M', now)).getTime()).toBeGreaterThan(now);
  });

  it.each([
    ['duration', 'PT1H', true],
    ['duration', '1 hour', false],
    ['date', '2026-01-01T08:00:00', true],
    ['date', 'soon', false],
    ['cycle', 'R/PT1H', true],
    ['cycle', 'PT1H', false],
  ] as const)('a %s may be %s: %s', (kind, text, is) => {
    expect(isTimer(kind, text)).toBe(is);
  });
});
