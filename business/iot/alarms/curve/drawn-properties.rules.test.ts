import { expect, test } from 'vitest';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { valuesOfFault } from './drawn-properties.rules.ts';

const property = (identifier: string, more: Partial<SchemaAttribute> = {}) =>
  ({ identifier, name: identifier, dataType: 'float', chart: true, ...more }) as SchemaAttribute;
const properties = [property('setTemp'), property('outletTemp'), property('flow'), property('mode', { chart: false })];

test('先看故障码说的值，再看随告警来的曲线 values of the trouble code come first, then charted values of the alarm', () => {
  const names = (lookAt: string | null, values: unknown) =>
    valuesOfFault(lookAt, values, properties).map((one) => one.identifier);
  const came = { setTemp: 42, outletTemp: 30, mode: 1 };
  expect(names('flow，mode, gone', came)).toEqual(['flow', 'mode', 'setTemp', 'outletTemp']);
  expect(names(null, came)).toEqual(['setTemp', 'outletTemp']);
  expect(names('', null)).toEqual([]);
});
