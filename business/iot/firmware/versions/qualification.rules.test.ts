import { describe, expect, it } from 'vitest';
import { type FirmwareConditions, isDowngrade, disqualified } from './qualification.rules.ts';

const firmware = (more: Partial<FirmwareConditions> = {}): FirmwareConditions => ({
  moduleCode: 'mcu',
  firmwareVersion: '2.4.0',
  ...more,
});
const why = (modules: Record<string, string>, more: Partial<FirmwareConditions> = {}, task = {}): string | null =>
  disqualified(modules, firmware(more), task)?.[0] ?? null;

describe('a device qualifies for firmware', () => {
  it('with an older version, or with one that it never reported', () => {
    expect(why({ mcu: '2.3.9' })).toBeNull();
    expect(why({ wifi: '9' })).toBeNull();
  });

  it('not with the same or a newer version; force allows the newer one alone', () => {
    expect(why({ mcu: '2.4' })).toBe('已是 2.4.0');
    expect(why({ mcu: '2.4' }, {}, { force: true })).toBe('已是 2.4.0');
    expect(why({ mcu: '2.10.0' })).toBe('现有版本 2.10.0 更新');
    expect(why({ mcu: '2.10.0' }, {}, { force: true })).toBeNull();
    expect(isDowngrade({ mcu: '2.10.0' }, firmware())).toBe(true);
    expect(isDowngrade({}, firmware())).toBe(false);
  });

  it('with the versions that firmware and task name', () => {
    expect(why({ mcu: '2.0' }, { minVersion: '2.1' })).toBe('低于最低版本 2.1');
    expect(why({}, { minVersion: '2.1' })).toBe('低于最低版本 2.1');
    expect(why({ mcu: '2.2' }, { compatVersions: '2.1, 2.3' })).toBe('版本不兼容');
    expect(why({ mcu: '2.3' }, { packageType: 'delta', baseVersion: '2.2' })).toBe('差分包只用于 2.2');
    expect(why({ mcu: '2.2.0' }, { packageType: 'delta', baseVersion: '2.2' })).toBeNull();
    expect(why({ mcu: '2.2' }, {}, { sourceVersions: '2.3' })).toBe('不在待升级版本内');
  });

  it('with the required versions of other modules', () => {
    const requires = [{ module: 'wifi', version: '1.5' }];
    expect(why({ mcu: '2.0', wifi: '1.4' }, { requires })).toBe('wifi 须至少 1.5');
    expect(why({ mcu: '2.0' }, { requires })).toBe('wifi 须至少 1.5');
    expect(why({ mcu: '2.0', wifi: '1.5' }, { requires })).toBeNull();
  });
});
