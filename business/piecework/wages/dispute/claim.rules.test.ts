import { expect, test } from 'vitest';
import { claimed, factorNow, proposedAdjustment } from './claim.rules.ts';

test('a claim about a factor changes the amount in proportion; a claim without a number changes nothing', () => {
  expect(claimed('share', { amount: '126.00', now: '0.7' }, '80%')).toEqual({ amount: '144.00', more: '18.00' });
  expect(claimed('coef', { amount: '120.00', now: '1.2' }, '1.5')).toEqual({ amount: '150.00', more: '30.00' });
  expect(claimed('missing', { amount: '0', now: null }, 'viel')).toBeNull();
});

test('the factor is that of the piece, not the amount of the line', () => {
  const factors = { qty: '2', unitPrice: '60', difficultyCoef: '1.2', shareRatio: '0.7' };
  expect(
    ['qty', 'price', 'coef', 'share', 'mileage', 'deduct'].map((kind) => factorNow(kind as 'qty', factors)),
  ).toEqual(['2', '60', '1.2', '0.7', '2', null]);
});

test('an accepted dispute is adjusted by claimed less present', () => {
  expect(proposedAdjustment('share', { amount: '126.00', now: '0.7' }, '80%')).toBe('18.00');
  expect(proposedAdjustment('deduct', { amount: '-50.00', now: null }, '0')).toBe('50.00');
  expect(proposedAdjustment('missing', null, '35')).toBe('35.00');
});

test('a claim without an amount, or without a change, proposes nothing', () => {
  expect(proposedAdjustment('qty', { amount: '126.00', now: '2' }, '2')).toBeNull();
  expect(proposedAdjustment('other', null, '12')).toBeNull();
  expect(proposedAdjustment('missing', null, null)).toBeNull();
  expect(proposedAdjustment('deduct', { amount: '-50.00', now: null }, '全部')).toBeNull();
});
