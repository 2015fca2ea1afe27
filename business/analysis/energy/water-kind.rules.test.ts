import { expect, test } from 'vitest';
import { waterKindOf } from './water-kind.rules.ts';

test('the kind of water comes from the address, else a relation, else the plate', () => {
  expect(['GE-RO-45', 'RO65', 'X-75', 'WS01', '', 'X1450'].map((text) => waterKindOf('auto', text))).toEqual([
    'ge_clean',
    'pure',
    'clean',
    'soft',
    'soft',
    'ge_clean',
  ]);
  const relations = [
    { modelText: 'X14', matchType: 'prefix', analysisKind: 'clean' },
    { modelText: '65', matchType: 'contains', analysisKind: null },
  ];
  expect(waterKindOf('auto', 'X1450', relations)).toBe('clean');
  expect(waterKindOf('auto', 'RO65', relations)).toBe('pure');
  expect(waterKindOf('soft', 'X1450', relations)).toBe('soft');
});
