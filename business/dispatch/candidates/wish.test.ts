import { expect, test } from 'vitest';
import { type Wish, type Wishing, wishConflict, wishOf, wishPlace, wishReason, wishedSpans } from './wish.rules.ts';

const [DAY, NOW] = ['2026-11-24', '2026-11-23 09:00:00'];
const wanted = (more: Partial<Wishing> = {}): Wish => {
  const wish = wishOf({
    expectDate: DAY,
    expectSlot: 'pm1',
    promiseFrom: null,
    promiseTo: null,
    wishFirm: false,
    ...more,
  });
  expect(wish).not.toBeNull();
  return wish!;
};
const window = (from: string, to: string, day = DAY) => ({ from: `${day} ${from}:00`, to: `${day} ${to}:00` });

test('a time is inside a wish, begun in it, at another time of its day, or on another day', () => {
  const wish = wanted();
  expect(wishPlace(wish, window('13:30', '15:30'), NOW)).toBe('inside');
  expect(wishPlace(wish, window('15:15', '16:15'), NOW)).toBe('partly');
  expect(wishPlace(wish, window('13:15', '14:15'), NOW)).toBe('outside');
  expect(wishPlace(wish, window('15:30', '16:30'), NOW)).toBe('outside');
  expect(wishPlace(wish, window('13:30', '14:30', '2026-11-25'), NOW)).toBe('otherDay');
  // Work longer than the slot is inside if it begins with the slot.
  expect(wishPlace(wish, window('13:30', '17:00'), NOW)).toBe('inside');
  expect(wishPlace(wish, window('13:45', '17:15'), NOW)).toBe('partly');
});

test('a day without a slot is met all day, a slot without a day on each day, and nothing wanted by any time', () => {
  const all = window('16:00', '17:00');
  expect(wishPlace(wanted({ expectSlot: 'any' }), all, NOW)).toBe('inside');
  const slot = wanted({ expectDate: null });
  expect(wishPlace(slot, window('14:00', '15:00', '2026-12-01'), NOW)).toBe('inside');
  expect(wishPlace(slot, window('10:00', '11:00', '2026-12-01'), NOW)).toBe('outside');
  expect(
    wishOf({ expectDate: null, expectSlot: 'any', promiseFrom: null, promiseTo: null, wishFirm: true }),
  ).toBeNull();
});

test('a promise replaces the wish, and a wish that is over prevents nothing even if it is firm', () => {
  const promised = wanted({ promiseFrom: `${DAY} 09:00:00`, promiseTo: `${DAY} 10:00:00` });
  expect(wishPlace(promised, window('09:00', '10:00'), NOW)).toBe('inside');
  expect(wishPlace(promised, window('13:30', '14:30'), NOW)).toBe('outside');
  const firm = wanted({ wishFirm: true });
  expect(wishConflict(firm, window('10:00', '11:00'), NOW)).toMatchObject({ kind: 'wish', hard: true });
  const later = `${DAY} 15:30:00`;
  expect(wishPlace(firm, window('16:00', '17:00'), later)).toBe('missed');
  expect(wishConflict(firm, window('16:00', '17:00'), later)).toBeNull();
  expect(wishReason(firm, window('16:00', '17:00'), later)).toEqual({
    good: false,
    words: ['期望 11-24 13:30–15:30 已过', 'wanted 24 Nov 13:30–15:30, which is over'],
  });
});

test('a day is searched inside the wish first, then for a begin in it, then whole unless the wish is firm', () => {
  const on = { day: DAY, minutes: 60, now: NOW };
  const [strict, begun, whole] = [window('13:30', '15:30'), window('13:30', '16:15'), expect.anything()];
  expect(wishedSpans(wanted(), on)).toEqual([strict, begun, whole]);
  expect(wishedSpans(wanted({ wishFirm: true }), on)).toEqual([strict, begun]);
  expect(wishedSpans(wanted({ wishFirm: true }), { ...on, day: '2026-11-25' })).toEqual([]);
  expect(wishedSpans(wanted(), { ...on, minutes: 150 })[0]).toEqual(window('13:30', '16:00'));
});
