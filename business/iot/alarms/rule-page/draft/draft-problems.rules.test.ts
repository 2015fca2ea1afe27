import { expect, test } from 'vitest';
import type { SchemaAttribute } from '../../../models/model-schema.rules.ts';
import { draftProblems, hysteresis } from './draft-problems.rules.ts';

const pressLow = { name: '低压', unit: 'MPa', dataType: 'double', specs: { min: 0, max: 4 } } as SchemaAttribute;
const propertyOf = (name: string) => (name === 'pressLow' ? pressLow : undefined);
const below = (value: unknown) => ({ prop: 'pressLow', op: 'lt', value }) as const;

test('a fault is reported at its row: range, unknown property, missing value', () => {
  const found = draftProblems(
    {
      createRules: [
        {
          level: 'critical',
          mode: 'duration',
          condition: { all: [below(9), { prop: 'nothing', op: 'gt', value: 1 }] },
        },
        { level: 'major', condition: { all: [below(null)] } },
      ],
    },
    propertyOf,
    true,
  );
  expect([...found.keys()]).toEqual(['0.0', '0.1', '0.hold', '1.0']);
  expect(found.get('0.0')?.[0]).toBe('超出量程 0 – 4 MPa');
});

test('a clear value inside the raised range is a fault; outside it is the hysteresis', () => {
  const raise = [{ level: 'major', condition: { all: [below(0.3)] } }];
  const end = (value: number) => ({ condition: { all: [{ prop: 'pressLow', op: 'gt', value } as const] } });
  expect(draftProblems({ createRules: raise, clearRule: end(0.25) }, propertyOf, true).has('clear.0')).toBe(true);
  expect(draftProblems({ createRules: raise, clearRule: end(0.38) }, propertyOf, true).size).toBe(0);
  expect(hysteresis({ createRules: raise, clearRule: end(0.38) })[0].by).toBe(0.08);
});
