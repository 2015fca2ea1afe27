import { expect, test } from 'vitest';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { commandValue, permittedWords, sendablesOf, sentParts } from './settable.rules.ts';

const attributes: SchemaAttribute[] = [
  {
    attrType: 'property',
    identifier: 'setTemp',
    name: '设定水温',
    nameEn: 'Set point',
    dataType: 'float',
    unit: '℃',
    accessMode: 'rw',
    specs: { min: 25, max: 60, step: 0.5 },
  },
  { attrType: 'property', identifier: 'flow', name: '流量', dataType: 'float', accessMode: 'r' },
  { attrType: 'property', identifier: 'valve', name: '阀门', dataType: 'bool', accessMode: 'rw', risk: 'high' },
  {
    attrType: 'service',
    identifier: 'setCurve',
    name: '设曲线',
    params: [
      { identifier: 'temps', name: '温度', dataType: 'array', required: true },
      { identifier: 'ok', name: '结果', dataType: 'bool', direction: 'out' },
    ],
  },
];

test('a device takes properties that may be set, and services with their inputs', () => {
  const found = sendablesOf(attributes);
  expect(found.map(({ key, isHigh, inputs }) => [key, isHigh, inputs.map(({ name }) => name)])).toEqual([
    ['set setTemp', false, ['setTemp']],
    ['set valve', true, ['valve']],
    ['service setCurve', false, ['temps']],
  ]);
  expect(permittedWords(found[0].inputs[0])).toBe('25 – 60 ℃, ± 0.5');
});

test('what was typed becomes the parts of a command, and a missing value stops it', () => {
  const [temp, valve, curve] = sendablesOf(attributes);
  expect(sentParts(temp, { setTemp: ' 45.5 ' })).toEqual({ set: { setTemp: 45.5 } });
  expect(sentParts(temp, { setTemp: 'hot' })).toBeNull();
  expect(sentParts(valve, { valve: 'false' })).toEqual({ set: { valve: false } });
  expect(sentParts(curve, {})).toBeNull();
  expect(sentParts(curve, { temps: '[43,40]' })).toEqual({ service: 'setCurve', params: { temps: [43, 40] } });
  expect(commandValue({ ...temp.inputs[0], dataType: 'enum', specs: { items: { 1: { zh: '制热' } } } }, '1')).toBe(1);
});
