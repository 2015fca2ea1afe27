import { expect, test } from 'vitest';
import { type Reported, duplicateLocks, isLikelySame } from './duplicate.rules.ts';

const first: Reported = {
  customerId: '7',
  phone: '13812341234',
  equipmentId: '70',
  repairType: 'floorHeat',
  alarmId: null,
};

test('two reports of one machine of a customer are duplicates', () => {
  expect(isLikelySame(first, { ...first, phone: '13900000000' })).toBe(true);
});

test('reports of two machines of one system are no duplicates', () => {
  expect(isLikelySame(first, { ...first, equipmentId: '71' })).toBe(false);
});

test('without a machine in one report, the same system of the customer is a duplicate', () => {
  expect(isLikelySame(first, { ...first, equipmentId: null })).toBe(true);
  expect(isLikelySame(first, { ...first, equipmentId: null, repairType: 'freshAir' })).toBe(false);
});

test('reports of one alarm are duplicates, whoever sends them', () => {
  expect(
    isLikelySame(
      { ...first, alarmId: 'A1' },
      { ...first, customerId: '8', equipmentId: null, repairType: 'other', alarmId: 'A1' },
    ),
  ).toBe(true);
});

test('a caller without a customer record is compared by phone', () => {
  const stranger = { ...first, customerId: null, equipmentId: null };
  expect(isLikelySame(stranger, first)).toBe(true);
  expect(isLikelySame(stranger, { ...first, phone: '13899999999' })).toBe(false);
});

test('two customers with one phone are different callers', () => {
  expect(isLikelySame(first, { ...first, customerId: '8' })).toBe(false);
});

test('concurrent saves of duplicates share a lock key', () => {
  expect(duplicateLocks(first)).toEqual(['repair customer 7']);
  expect(duplicateLocks({ ...first, alarmId: 'A1', customerId: null })).toEqual([
    'repair alarm A1',
    'repair phone 13812341234',
  ]);
});
