import { expect, test } from 'vitest';
import { type PropertySchema, type ValidateMode, checkValues, compileModel } from './property-check.rules.ts';

const schemaOf = (identifier: string, dataType: string, specs: PropertySchema['specs'] = {}): PropertySchema => ({
  identifier,
  dataType,
  specs,
  storage: 'history',
  deadband: null,
  maxSilentSec: 900,
});
const model = compileModel([
  schemaOf('pump', 'bool'),
  schemaOf('mode', 'enum', { items: { Cooling: '制冷', heat: '制热', '2': '除湿' } }),
  schemaOf('fan', 'enum', { items: { a: '小', A: '大' } }),
]);

const stored = (params: Record<string, unknown>, mode: ValidateMode = 'loose') => {
  const { latest, refused, isOutside } = checkValues(model, mode, params);
  return refused.length > 0
    ? refused.map(({ reason }) => reason).join()
    : { ...latest, ...(isOutside && { isOutside }) };
};

test.each([
  [{ pump: 'ON' }, { pump: true }],
  [{ pump: ' Off ' }, { pump: false }],
  [{ pump: 'TRUE' }, { pump: true }],
  [{ pump: 2 }, 'type'],
  [{ pump: 'open' }, 'type'],
  [{ mode: 'HEAT' }, { mode: 'heat' }],
  [{ mode: 'cooling' }, { mode: 'Cooling' }],
  [{ mode: 2 }, { mode: 2 }],
  [{ mode: 'dry' }, { mode: 'dry', isOutside: true }],
  [{ fan: 'a' }, { fan: 'a' }],
  [{ fan: 'A' }, { fan: 'A' }],
])('loose: %o is stored as %o', (params, expected) => {
  expect(stored(params)).toEqual(expected);
});

test('a strict model takes words only as they are defined', () => {
  expect(stored({ pump: 'ON' }, 'strict')).toBe('type');
  expect(stored({ mode: 'HEAT' }, 'strict')).toBe('range');
  expect(stored({ mode: 'heat' }, 'strict')).toEqual({ mode: 'heat' });
});
