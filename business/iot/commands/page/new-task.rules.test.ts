import { expect, test } from 'vitest';
import { typedOf } from '../device/settable.rules.ts';
import { changedParams, taskTarget, typedValue } from './new-task.rules.ts';

test('a target is complete when its kind and its choice are there', () => {
  expect(taskTarget({})).toBeNull();
  expect(taskTarget({ targetType: 'household', households: [] })).toBeNull();
  expect(taskTarget({ targetType: 'household', households: ['1', '2'] })).toEqual({ ids: ['1', '2'] });
  expect(taskTarget({ targetType: 'model' })).toEqual({});
  expect(taskTarget({ targetType: 'excel', keys: ' A1,B2\nC3，D4 ' })).toEqual({ keys: ['A1', 'B2', 'C3', 'D4'] });
});

test('typed parameters become numbers, lists or texts, and only changed ones are sent', () => {
  expect([typedOf([43, 40]), typedOf('auto'), typedOf(null)]).toEqual(['[43,40]', 'auto', '']);
  expect([typedValue('45'), typedValue('[1,2]'), typedValue('heat')]).toEqual([45, [1, 2], 'heat']);
  const before = { temps: [43, 40], mode: 'heat', hours: 2 };
  expect(changedParams(['temps', 'mode', 'hours'], before, { temps: '[43,40]', mode: 'cool', hours: '3' })).toEqual({
    mode: 'cool',
    hours: 3,
  });
});
