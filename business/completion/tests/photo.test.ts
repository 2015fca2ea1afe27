import { expect, test } from 'vitest';
import { asksFor } from '../annexes/photo.rules.ts';

const kind = { receiptsTypes: ['repair'], systemTypes: null, createTime: '2026-11-18 06:00:00' };
const job = { receiptsType: 'repair', repairType: 'boiler' };

test('photos are required of jobs of their kind and system', () => {
  expect(asksFor(kind, job, null)).toBe(true);
  expect(asksFor(kind, { ...job, receiptsType: 'clean' }, null)).toBe(false);
  expect(asksFor({ ...kind, systemTypes: ['floorHeat'] }, job, null)).toBe(false);
});

test('a class introduced after the end of a job does not apply to it, even when it is corrected later', () => {
  expect(asksFor(kind, job, '2026-11-18 05:59:59')).toBe(false);
  expect(asksFor(kind, job, '2026-11-18 06:00:00')).toBe(true);
});
