import { expect, test } from 'vitest';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { type AnyFigure, derived, figure } from '#business/system/quality/figures/figure.server.ts';
import { catalogue } from './catalogue.server.ts';
import { assertFigures, figureFaults } from './figure-faults.server.ts';

const base = {
  name: 'sown',
  label: ['播种', 'Sown'],
  unit: 'count',
  good: 1,
  least: 0.1,
  sort: 1,
  shown: ['tile'],
  of: registration,
  day: 'createTime',
  num: 'count',
  opens: true,
} as const;

/** Return the faults of a figure with these changes, which TypeScript would not allow in source. */
const faultsOf = (changes: object, ...more: readonly AnyFigure[]): string[] =>
  figureFaults(catalogue([figure({ ...base, ...changes }), ...more]));

test('a figure without faults is assembled', () => {
  expect(faultsOf({})).toEqual([]);
});

test.each<readonly [fault: string, changes: object]>([
  ['has no field soil', { where: { soil: 'wet' } }],
  ['registerStatus has no word planted', { where: { registerStatus: ['planted'] } }],
  ['content has no words', { where: { content: 'wet' } }],
  ['has no field garden', { team: 'garden' }],
  ['content is no day or moment', { day: 'content' }],
  ['has no field weight', { num: { sum: 'weight' } }],
  ['has no field soil', { num: { count: { soil: true } } }],
  ['has no field soil', { reads: ['soil'] }],
  ['content has no words to split by', { split: 'content' }],
  ['says no day', { day: undefined }],
  ['counts nothing', { of: undefined }],
  ['is a share of nothing', { unit: 'percent' }],
  ['is a share of water, which is no stored figure', { unit: 'percent', den: { figure: 'water' } }],
  ['is compared with water, which is no figure', { shareOf: 'water' }],
  ['lacks a label in one language', { label: ['播种', ' '] }],
  ['has no smallest change that counts', { least: 0 }],
  ['has no limit, or two', { limit: { below: 1, above: 2 } }],
  [
    'asregistrationform does not publish cancelReason',
    {
      team: {
        reads: registration.fields.customerServiceTeam,
        links: [{ table: registrationFacts, alias: 'r', on: 'r.id = t.id', field: 'cancelReason' }],
      },
    },
  ],
])('assembly refuses a figure that %s', (fault, changes) => {
  expect(faultsOf(changes)).toEqual([`figure sown: ${fault}`]);
});

test('assembly refuses taken names and places, unstored parts, and a catalogue without a first figure', () => {
  const other = { label: ['收成', 'Harvest'], unit: 'count', good: 1, least: 0.1, shown: [] } as const;
  expect(faultsOf({}, derived({ ...other, name: 'harvest', sort: 1, of: { rain: 1 } }))).toEqual([
    'two figures have the place 1',
    'figure harvest: is made of rain, which is no stored figure',
  ]);
  expect(faultsOf({}, derived({ ...other, name: 'sown', sort: 2, of: { sown: 1 } }))).toEqual([
    'figure sown is there twice',
  ]);
  expect(faultsOf({ opens: undefined, name: 'day' })).toEqual([
    '0 figures open a company; one does',
    'figure day: is no name of a figure',
  ]);
  expect(() => assertFigures(catalogue([figure({ ...base, where: { soil: 'wet' } } as never)]))).toThrow(
    'figure sown: has no field soil',
  );
});
