import { expect, test } from 'vitest';
import { chainLink } from './chain-link.rules.ts';

test('每张单据都通到整单；还没有登记单的没有去处 a paper links to its case once it has one', () => {
  const link = chainLink((row: { registrationFormId: string | null }) => row.registrationFormId);
  expect(link.label).toEqual(['一单到底', 'Case history']);
  expect(link.to({ registrationFormId: '88' })).toBe('/maintenance/chain/88');
  expect(link.to({ registrationFormId: null })).toBeNull();
});
