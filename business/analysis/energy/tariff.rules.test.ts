import { expect, test } from 'vitest';
import { DEFAULT_TARIFF, readTariff } from './tariff.rules.ts';

test('a tariff names prices and hours, over midnight too', () => {
  const tariff = readTariff(DEFAULT_TARIFF)!;
  expect([tariff.peak, tariff.flat, tariff.valley]).toEqual([0.677, 0.617, 0.307]);
  expect(tariff.bands.map((band) => band[0]).join('')).toBe('vvvvvvffpppfffffffpppfvv');
  for (const wrong of ['', 'peak 8-11 1', 'peak x; flat 1; valley 1', 'peak 1; flat 1'])
    expect(readTariff(wrong)).toBeNull();
});
