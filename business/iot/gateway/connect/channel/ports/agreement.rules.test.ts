import { expect, test } from 'vitest';
import { isSameAgreement, takesAll } from './agreement.rules.ts';

const hex = (agreementVal: string | null, startBit = 0) => ({
  deviceConnectFormat: 'hex',
  agreementVal,
  startBit,
  endBit: startBit + 1,
});

test('configurations of a port differ in their value or its place, and one of them may take the rest', () => {
  expect(isSameAgreement(hex('AA55'), hex('0xaa 55'))).toBe(true);
  expect(isSameAgreement(hex('AA55|AA56'), hex('AA56'))).toBe(true);
  expect(isSameAgreement(hex('AA55'), hex('BB66'))).toBe(false);
  expect(isSameAgreement(hex('AA55'), hex('AA55', 2))).toBe(false);
  expect(isSameAgreement(hex('AA55'), hex(null))).toBe(false);
  expect(isSameAgreement(hex(null), hex(''))).toBe(true);
  expect(takesAll(hex(null))).toBe(true);
  expect(takesAll(hex('AA55'))).toBe(false);
});

test('values of text are found by their key', () => {
  const json = (agreementKey: string) => ({ deviceConnectFormat: 'json', agreementKey, agreementVal: '2' });
  expect(isSameAgreement(json('$.v'), json('$.v'))).toBe(true);
  expect(isSameAgreement(json('$.v'), json('$.kind'))).toBe(false);
  expect(isSameAgreement(json('$.v'), hex('02'))).toBe(false);
});
