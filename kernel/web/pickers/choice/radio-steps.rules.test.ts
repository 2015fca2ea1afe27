import { expect, test } from 'vitest';
import { radioStep, tabStopOf } from './radio-steps.rules.ts';

const items = [{ key: 'a' }, { key: 'b', disabled: true }, { key: 'c' }, { key: 'd' }];

test('arrows go round and skip disabled choices, Home and End go to the ends', () => {
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => radioStep(items, 0, key))).toEqual([
    2, 2, 3, 3,
  ]);
  expect([radioStep(items, 3, 'ArrowRight'), radioStep(items, 2, 'ArrowLeft')]).toEqual([0, 0]);
  expect([radioStep(items, 2, 'Home'), radioStep(items, 2, 'End')]).toEqual([0, 3]);
});

test('other keys, and a group without a second choice, do nothing', () => {
  expect([
    radioStep(items, 0, 'Enter'),
    radioStep(items, 0, 'Home'),
    radioStep([{ key: 'a' }], 0, 'ArrowDown'),
  ]).toEqual([undefined, undefined, undefined]);
  expect(radioStep([{ key: 'a', disabled: true }], 0, 'ArrowDown')).toBeUndefined();
});

test('Tab goes to the chosen one, or to the first enabled one', () => {
  expect([tabStopOf(items, 'c'), tabStopOf(items, ''), tabStopOf(items, 'b')]).toEqual(['c', 'a', 'a']);
});
