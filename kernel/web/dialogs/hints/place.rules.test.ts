import { expect, test } from 'vitest';
import { placeOf } from './place.rules.ts';

const WINDOW = { width: 400, height: 300 };
const box = (left: number, top: number) => ({ left, top, bottom: top + 20, width: 20 });

test('a hint is below its element, above it at the foot of the window, and within its edges', () => {
  expect(placeOf(box(200, 100), { width: 100, height: 30 }, WINDOW)).toEqual({ left: 160, top: 126 });
  expect(placeOf(box(200, 270), { width: 100, height: 30 }, WINDOW)).toEqual({ left: 160, top: 234 });
  expect(placeOf(box(0, 100), { width: 100, height: 30 }, WINDOW).left).toBe(8);
  expect(placeOf(box(380, 100), { width: 100, height: 30 }, WINDOW).left).toBe(292);
});
