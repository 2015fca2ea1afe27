import { expect, test } from 'vitest';
import { counterRuleOf, figureProperties } from '../../history/figures/figure-properties.rules.ts';
import { readFigureBytes } from '../../history/figures/figure-bytes.rules.ts';
import { DOUBT } from '../../history/figures/growth.rules.ts';
import { pastOf } from '../../history/demo/past-days.server.ts';
import { builtInCatalogue } from './catalogue.rules.ts';

const counters = builtInCatalogue.flatMap(({ modelCode, attributes }) =>
  attributes.filter((one) => one.aggregation === 'counter').map((one) => ({ modelCode, one })),
);

test('每个内置累计量都有合理的最大速率 every built-in counter has a plausible rate', () => {
  expect(counters.length).toBeGreaterThan(20);
  const without = counters.filter(({ one }) => counterRuleOf(one).maxRate === null);
  expect(without.map(({ modelCode, one }) => `${modelCode}.${one.identifier}`)).toEqual([]);
  // A counter of operating minutes or hours grows by at most one a minute; the margin allows for hours that are
  // reported rounded.
  for (const { one } of counters)
    if (one.unit === 'min' || one.unit === 'h') expect(Number(one.maxRate)).toBeLessThan(1.5);
});

test('simulated machines of the built-in models stay within these rates', () => {
  const home = {
    name: 'rates',
    until: Date.UTC(2026, 10, 21, 3, 20),
    devices: builtInCatalogue.map(({ modelCode, attributes }) => ({
      id: modelCode,
      deviceKey: `key-${modelCode}`,
      modelCode,
      parentKey: null,
      properties: figureProperties(attributes),
    })),
  };
  const refused = pastOf(home, 'Asia/Shanghai').flatMap(({ id, figures }) =>
    figures.flatMap(([day, , whole]) =>
      [...readFigureBytes(whole).columns].flatMap(
        ([
          name,
          {
            figures: [one],
          },
        ]) => (one && one.doubt & (DOUBT.refused | DOUBT.exchanged) ? [`${id}.${name} ${day}`] : []),
      ),
    ),
  );
  expect(refused).toEqual([]);
});
