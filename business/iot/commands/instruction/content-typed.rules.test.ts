import { expect, test } from 'vitest';
import { sendablesOf } from '../device/settable.rules.ts';
import { changeableNames, contentFrom, inputsOfContent, withProperty, withValue } from './content-typed.rules.ts';

const all = sendablesOf([
  { attrType: 'property', identifier: 'fan', name: '风量', dataType: 'int', accessMode: 'rw' },
  {
    attrType: 'service',
    identifier: 'boost',
    name: '强力',
    params: [{ identifier: 'minutes', name: '分钟', dataType: 'int', direction: 'in' }],
  },
]);

test('a content is made of the inputs of its model, and what does not fit stays a text', () => {
  const chosen = withProperty('property_set', contentFrom('{"set":{}}'), 'fan');
  const [fan] = inputsOfContent('property_set', chosen, all);
  expect(withValue('property_set', chosen, fan, '4')).toEqual({ set: { fan: 4 } });
  expect(withValue('property_set', chosen, fan, 'much')).toEqual({ set: { fan: 'much' } });
  expect(withProperty('property_set', { set: { fan: 4 } }, 'fan')).toEqual({ set: {} });
  const [minutes] = inputsOfContent('service', { service: 'boost' }, all);
  const boost = withValue('service', { service: 'boost' }, minutes, '15');
  expect(boost).toEqual({ service: 'boost', params: { minutes: 15 } });
  expect(withValue('service', boost, minutes, '')).toEqual({ service: 'boost', params: {} });
  expect(changeableNames(boost)).toEqual(['minutes']);
  expect(withProperty('read', { keys: ['fan'] }, 'temp')).toEqual({ keys: ['fan', 'temp'] });
  expect(contentFrom('no JSON')).toEqual({});
});
