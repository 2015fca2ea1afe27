import { expect, test } from 'vitest';
import { emptyDraft, installStep, nextDraft } from './install.rules.ts';

test('a device is named, announces itself, gets its home and is bound, in this order', () => {
  const named = { ...emptyDraft, code: 'GW-1' };
  expect(installStep(emptyDraft, false)).toBe('code');
  expect(installStep({ ...named, code: 'GW' }, true)).toBe('code');
  expect(installStep({ ...named, householdId: '7' }, false)).toBe('announce');
  expect(installStep(named, true)).toBe('home');
  expect(installStep({ ...named, householdId: '7' }, true)).toBe('bind');
  expect(nextDraft({ ...named, householdId: '7', roomId: '8', name: '客厅' })).toEqual({
    ...emptyDraft,
    householdId: '7',
  });
});
