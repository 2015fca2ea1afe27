import { expect, test } from 'vitest';
import { typedOf } from '../device/settable.rules.ts';
import { changedParams, taskTarget } from './new-task.rules.ts';

test('a target is complete when its kind and its choice are there', () => {
  expect(taskTarget({})).toBeNull();
  expect(taskTarget({ targetType: 'household', households: [] })).toBeNull();
  expect(taskTarget({ targetType: 'household', households: ['1', '2'] })).toEqual({ ids: ['1', '2'] });
  expect(taskTarget({ targetType: 'model' })).toEqual({});
  expect(taskTarget({ targetType: 'excel', keys: ' A1,B2\nC3，D4 ' })).toEqual({ keys: ['A1', 'B2', 'C3', 'D4'] });
});

test('typed parameters become values of their types, and only changed ones are sent', () => {
  expect([typedOf([43, 40]), typedOf('auto'), typedOf(null)]).toEqual(['[43,40]', 'auto', '']);
  const input = (name: string, dataType: string) => ({
    ...{ name, dataType, label: [name, name] as const, unit: '', specs: {}, required: false },
  });
  const inputs = [input('temps', 'array'), input('mode', 'text'), input('hours', 'int'), input('fan', 'int')];
  const before = { temps: [43, 40], mode: 'heat', hours: 2, fan: 1 };
  const typed = { temps: '[43,40]', mode: 'cool', hours: '3', fan: 'much' };
  expect(changedParams(inputs, before, typed)).toEqual({ mode: 'cool', hours: 3, fan: 'much' });
});
