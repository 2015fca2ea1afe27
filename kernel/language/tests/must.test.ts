import { expect, test } from 'vitest';
import { lastOf, must, mustFind, mustGet, mustHave } from '../must.ts';

test('a value that must be there is returned, empty ones included', () => {
  expect([must(0, 'count'), must('', 'name'), must(false, 'flag')]).toEqual([0, '', false]);
  expect(mustGet(new Map([['a', 0]]), 'a')).toBe(0);
  expect(mustFind([1, 2, 3], (one) => one > 1)).toBe(2);
  expect(lastOf(['a', 'b'])).toBe('b');
  expect(mustHave({ id: '1', note: null }, 'id')).toEqual({ id: '1', note: null });
});

test('a value that is missing throws with its name', () => {
  expect(() => must(null, 'the order')).toThrow('the order is missing');
  expect(() => must(undefined, 'the order')).toThrow('the order is missing');
  expect(() => mustGet(new Map([['a', 1]]), 'b')).toThrow('the value of the key b is missing');
  expect(() => mustFind([1], (one) => one > 1)).toThrow('an item that fits is missing');
  expect(() => lastOf([])).toThrow('the last item is missing');
  expect(() => mustHave({ id: '1', phone: null }, 'id', 'phone')).toThrow('phone is missing');
});
