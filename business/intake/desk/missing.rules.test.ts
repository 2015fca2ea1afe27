import { expect, test } from 'vitest';
import { missingIn } from './missing.rules.ts';

const nothing = {
  repairType: '',
  faultCategory: '',
  description: ' ',
  customerName: '',
  phone: '',
  address: '',
  team: '',
};

test('saving needs a description and a system; accepting also needs the class of fault', () => {
  const known = { isNew: false, machine: undefined };
  expect(missingIn(nothing, { ...known, accept: false })).toEqual(['repairType', 'description']);
  expect(missingIn(nothing, { ...known, accept: true })).toEqual(['repairType', 'faultCategory', 'description']);
  expect(missingIn(nothing, { isNew: false, machine: {}, accept: false })).toEqual(['description']);
  expect(missingIn({ ...nothing, description: '不热' }, { isNew: true, machine: {}, accept: false })).toEqual([
    'customerName',
    'phone',
    'address',
  ]);
});
