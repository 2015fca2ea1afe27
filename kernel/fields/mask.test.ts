import { expect, test } from 'vitest';
import { isMaskOf, masked } from './mask.ts';

test('a phone shows its first three and last four digits, and a short one nothing', () => {
  expect(masked('13800002222', 'phone')).toBe('138****2222');
  expect(masked('02161234567', 'phone')).toBe('021****4567');
  expect(masked('1234567', 'phone')).toBe('****');
  expect(masked('310101199001011234', 'idCard')).toBe('3101**********1234');
  for (const how of ['phone', 'idCard', 'amount'] as const) expect(masked('', how)).toBe('');
  expect(masked('12345678', 'idCard')).toBe('****');
  expect(masked('8800.00', 'amount')).toBe('****');
});

test('an unchanged mask differs from a typed number', () => {
  expect(isMaskOf('138****2222', '13800002222', 'phone')).toBe(true);
  expect(isMaskOf('138****2223', '13800002222', 'phone')).toBe(false);
  expect(isMaskOf('13800002222', '13800002222', 'phone')).toBe(false);
});
