import { describe, expect, it } from 'vitest';
import { ABORT, type BatchCounts, judgedGates, hasMoreTroubles, mustAbort } from './gates.rules.ts';

const none = { upgraded: { events: 0, days: 0 }, control: { events: 0, days: 0 } };
const counts = (more: Partial<BatchCounts>): BatchCounts => ({
  members: 100,
  present: 100,
  presentEnded: 100,
  success: 100,
  failed: 0,
  ...more,
});
const closed = (more: Partial<BatchCounts>, { soakedMin = 60, soakMin = 60, troubles = none } = {}) =>
  judgedGates(counts(more), { soakedMin, soakMin, troubles })
    .filter(({ state }) => state !== 'met')
    .map(({ gate }) => gate);

describe('gates to the next batch', () => {
  it('open when the present devices have finished, succeeded, and were observed', () => {
    expect(closed({})).toEqual([]);
    expect(closed({ members: 0, present: 0, presentEnded: 0, success: 0 })).toEqual([]);
    expect(closed({}, { soakedMin: 59 })).toEqual(['soak']);
  });

  it('12 absent devices of 455 do not close a gate', () => {
    expect(closed({ members: 455, present: 443, presentEnded: 443, success: 443 })).toEqual([]);
    expect(closed({ members: 455, present: 443, presentEnded: 420, success: 420 })).toEqual(['finished']);
  });

  it('close below 98 % success', () => {
    expect(closed({ success: 98, failed: 2 })).toEqual([]);
    expect(closed({ success: 97, failed: 3 })).toEqual(['success']);
    expect(judgedGates(counts({ success: 97, failed: 3 }), { soakedMin: 0, soakMin: 5, troubles: none })).toMatchObject(
      [
        { gate: 'finished', state: 'met' },
        { gate: 'success', state: 'unmet', words: ['成功 97%，须 98%', '97% have succeeded, 98% must'] },
        { gate: 'soak', state: 'waiting' },
        { gate: 'alarms', state: 'met' },
      ],
    );
  });

  it('close with more than twice the troubles of other devices, and at least three more', () => {
    const compared = (events: number, control = { events: 10, days: 100 }) =>
      hasMoreTroubles({ upgraded: { events, days: 20 }, control });
    expect(compared(4)).toBe(false);
    expect(compared(5)).toBe(true);
    expect(compared(2, { events: 0, days: 100 })).toBe(false);
    expect(compared(3, { events: 0, days: 100 })).toBe(true);
    expect(compared(3, { events: 0, days: 0 })).toBe(true);
    expect(closed({}, { troubles: { upgraded: { events: 9, days: 1 }, control: { events: 0, days: 9 } } })).toEqual([
      'alarms',
    ]);
  });
});

describe('failures end a task', () => {
  it.each([
    [3, 1, 2, true],
    [3, 2, 1, true],
    [3, 1, 1, false],
    [60, 29, 0, false],
    [60, 28, 2, true],
    [1000, 48, 2, false],
    [1000, 47, 3, true],
    [1000, 40, 9, false],
  ])('a batch of %i with %i successes and %i failures: %s', (members, success, failed, ends) => {
    expect(mustAbort(counts({ members, success, failed }), ABORT)).toBe(ends);
  });
});
