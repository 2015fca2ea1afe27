import { expect, test } from 'vitest';
import { type Symptoms, guessOf, signWords, rankSigns } from './guess.rules.ts';

const none: Symptoms = {
  flow: null,
  spread: null,
  pressLow: null,
  defrosts: null,
  starts: null,
  auxHours: null,
  outlet: null,
};

test('half of the usual flow points to a clogged strainer, beside evidence against lost refrigerant', () => {
  const before = [{ ...none, flow: 1.28, pressLow: 0.74 }];
  const signs = rankSigns([{ ...none, flow: 0.62, pressLow: 0.74 }], before, []);
  expect(signs).toEqual([
    { of: 'flow', value: 0.62, usual: 1.28, isBad: true },
    { of: 'pressLow', value: 0.74, usual: 0.74, isBad: false },
  ]);
  expect(guessOf(signs, 0.37, 0.35)).toBe('flow');
  expect(signWords(signs[0])).toEqual({ what: ['流量', 'Flow'], value: '0.62 m³/h', usual: '1.28 m³/h' });
});

test('without days before the run, similar homes are what is usual', () => {
  const peers = [36, 38, 40].map((outlet) => ({ ...none, outlet }));
  expect(rankSigns([{ ...none, outlet: 48 }], [], peers)).toEqual([
    { of: 'outlet', value: 48, usual: 38, isBad: true },
  ]);
});

test('a device as poor as last winter was always so; nothing may be seen; a good one has no guess', () => {
  expect(guessOf([], 0.3, 0.02)).toBe('always');
  expect(guessOf([], 0.3, 0.28)).toBe('unseen');
  expect(guessOf([], 0.3, null)).toBe('unseen');
  expect(guessOf([], 0.1, null)).toBeNull();
});
