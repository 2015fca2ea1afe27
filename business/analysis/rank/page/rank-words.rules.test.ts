import { expect, test } from 'vitest';
import { gapText, specOf, toneOf } from './rank-words.rules.ts';

test('a gap has the sign of the figure: a low COP is below, a high use above', () => {
  expect([gapText(1, 0.368), gapText(-1, 0.4), gapText(1, -0.05), gapText(1, null)]).toEqual([
    '−36.8',
    '+40.0',
    '+5.0',
    '–',
  ]);
});

test('a gap is amber above 15 percent, red above 30', () => {
  expect([0.15, 0.16, 0.3, 0.31, null].map(toneOf)).toEqual([undefined, 'warn', 'warn', 'bad', undefined]);
});

test('each measured category has its figure', () => {
  expect(
    ['heat_pump', 'boiler', 'fresh_air', 'water_meter', 'ammeter', 'air_conditioner'].map((one) => specOf(one).unit),
  ).toEqual(['', '', 'Wh/m³', 'L', 'kWh', 'kWh/h']);
});
