import { expect, test } from 'vitest';
import { builtInCatalogue } from '../models/built-in/catalogue.rules.ts';
import { leadingOf } from './leading.rules.ts';

const leading = (code: string): string[] =>
  leadingOf(
    builtInCatalogue.find((one) => one.modelCode === code)!.attributes.filter((one) => one.attrType === 'property'),
  ).map((one) => one.identifier);

test('the leading properties of a device come first, by its model', () => {
  expect(leading('hp01')).toEqual(['outletTemp', 'power']);
  expect(leading('th01')).toEqual(['roomTemp', 'humidity']);
  expect(leading('as01')).toEqual(['pm25', 'co2']);
  expect(leading('am01')[0]).toBe('power');
  expect(leading('ro65')[0]).toBe('tdsOut');
  expect(leading('gw01')).toEqual(['signal', 'subOnline']);
  for (const one of builtInCatalogue) expect(leading(one.modelCode)).toHaveLength(2);
  expect(leadingOf([])).toEqual([]);
});
