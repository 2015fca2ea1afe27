import { expect, test } from 'vitest';
import { type Reported, duplicateLocks, isLikelySame } from './duplicate.rules.ts';

const first: Reported = {
  customerId: '7',
  phone: '13812341234',
  equipmentId: '70',
  repairType: 'floorHeat',
  alarmId: null,
};

test('the same machine of the same customer reported twice is the same matter', () => {
  expect(isLikelySame(first, { ...first, phone: '13900000000' })).toBe(true);
});

test('another machine of the same customer is another matter, though the system is the same', () => {
  expect(isLikelySame(first, { ...first, equipmentId: '71' })).toBe(false);
});

test('where one caller names no machine, the same system of the same customer counts', () => {
  expect(isLikelySame(first, { ...first, equipmentId: null })).toBe(true);
  expect(isLikelySame(first, { ...first, equipmentId: null, repairType: 'freshAir' })).toBe(false);
});

test('the same alarm is the same matter, whoever reports it', () => {
  expect(
    isLikelySame(
      { ...first, alarmId: 'A1' },
      { ...first, customerId: '8', equipmentId: null, repairType: 'other', alarmId: 'A1' },
    ),
  ).toBe(true);
});

test('a caller who is no customer yet is known by his number', () => {
  const stranger = { ...first, customerId: null, equipmentId: null };
  expect(isLikelySame(stranger, first)).toBe(true);
  expect(isLikelySame(stranger, { ...first, phone: '13899999999' })).toBe(false);
});

test('two customers are never the same caller, even on one telephone', () => {
  expect(isLikelySame(first, { ...first, customerId: '8' })).toBe(false);
});

test('two who save the same matter at once wait for the same key', () => {
  expect(duplicateLocks(first)).toEqual(['repair customer 7']);
  expect(duplicateLocks({ ...first, alarmId: 'A1', customerId: null })).toEqual([
    'repair alarm A1',
    'repair phone 13812341234',
  ]);
});
