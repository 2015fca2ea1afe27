import { describe, expect, it } from 'vitest';
import { compareVersions, isNewer, isVersion, shownVersion, versionsIn } from './version.rules.ts';

describe('versions of firmware', () => {
  it.each([
    ['2.10.0', '2.9.9'],
    ['2.0', '1.9.9.9'],
    ['2.0.0', '2.0.0-rc1'],
    ['2.0.0-rc2', '2.0.0-rc1'],
    ['2.0.0b', '2.0.0'],
    ['v3', '2.9'],
    ['2.1', '2.0.0-rc1'],
  ])('%s is newer than %s', (newer, older) => {
    expect(isNewer(newer, older)).toBe(true);
    expect(isNewer(older, newer)).toBe(false);
  });

  it('treats a missing number as 0, and letters of any case as equal', () => {
    expect(compareVersions('2', '2.0.0')).toBe(0);
    expect(compareVersions('2.0-RC1', '2.0-rc1')).toBe(0);
  });

  it('accepts no space, slash or line break, and at most 32 characters', () => {
    expect(['2.3.1', 'v2', '2.0.0-rc1+7'].every(isVersion)).toBe(true);
    expect(['', ' 2', '2 ', '../2', '2\n', '-2', 'x'.repeat(33)].some(isVersion)).toBe(false);
  });

  it('reads lists of versions, and shows the version of the controller first', () => {
    expect(versionsIn('1.0, 1.1，1.2')).toEqual(['1.0', '1.1', '1.2']);
    expect(versionsIn(null)).toEqual([]);
    expect(shownVersion({ wifi: '9', app: '2', mcu: '1' })).toBe('1');
    expect(shownVersion({ wifi: '9', app: '2' })).toBe('2');
    expect(shownVersion({ ble: '4' })).toBe('4');
    expect(shownVersion({})).toBeNull();
  });
});
