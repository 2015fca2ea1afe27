import { expect, test } from 'vitest';
import { openQty, progressOf, usualQty, worthOf } from './apply.rules.ts';

const line = (approvedQty: string, shippedQty: string, closedQty = '0') => ({ approvedQty, shippedQty, closedQty });

test('a request is shipped when nothing of it is open', () => {
  expect(progressOf([line('4', '0'), line('2', '0')])).toBe('published');
  expect(progressOf([line('4', '4'), line('2', '0')])).toBe('partShipped');
  expect(progressOf([line('4', '4'), line('2', '1', '1')])).toBe('shipped');
  expect(openQty(line('2.5', '1', '0.5'))).toBe(1000n);
});

test('the value of a quantity is rounded to the cent', () => {
  expect([worthOf('3', '10'), worthOf('0.333', '1.5'), worthOf(null, '5')]).toEqual(['30.00', '0.50', '0.00']);
});

test('the usual quantity is a quarter, rounded up, of materials used on three days', () => {
  expect([usualQty({ consumed: '11', days: 3 }), usualQty({ consumed: '12', days: 3 })]).toEqual(['3.000', '3.000']);
  expect([usualQty({ consumed: '13', days: 9 }), usualQty({ consumed: '40', days: 2 })]).toEqual(['4.000', '0.000']);
});
