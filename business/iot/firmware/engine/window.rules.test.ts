import { describe, expect, it } from 'vitest';
import { areWindows, dayAndTime, isInWindow } from './window.rules.ts';

const isOpen = (windows: Parameters<typeof isInWindow>[0], moment: string): boolean => {
  const { day, time } = dayAndTime(moment);
  return isInWindow(windows, day, time);
};

describe('the windows of a task', () => {
  it('without a window any time is good', () => {
    expect(isOpen(null, '2026-11-28 03:00:00')).toBe(true);
    expect(isOpen([], '2026-11-28 03:00:00')).toBe(true);
  });

  it('a window of some days includes its begin, not its end', () => {
    const office = [{ days: '1,2,3,4,5', from: '09:00', to: '17:00' }];
    expect(isOpen(office, '2026-11-27 09:00:00')).toBe(true);
    expect(isOpen(office, '2026-11-27 17:00:00')).toBe(false);
    expect(isOpen(office, '2026-11-28 10:00:00')).toBe(false);
  });

  it('a window of Friday night lasts until Saturday morning', () => {
    const night = [{ days: '5', from: '22:00', to: '05:00' }];
    expect(isOpen(night, '2026-11-27 23:00:00')).toBe(true);
    expect(isOpen(night, '2026-11-28 04:59:59')).toBe(true);
    expect(isOpen(night, '2026-11-28 23:00:00')).toBe(false);
    expect(isOpen(night, '2026-11-27 04:00:00')).toBe(false);
    expect(isOpen([{ from: '22:00', to: '05:00' }], '2026-11-30 01:00:00')).toBe(true);
  });

  it('malformed windows are found', () => {
    expect(areWindows([{ days: '1,7', from: '00:00', to: '23:59' }])).toBe(true);
    for (const wrong of [
      { from: '9:00', to: '10:00' },
      { from: '09:00', to: '24:00' },
      { days: '0', from: '09:00', to: '10:00' },
      { days: 'mo', from: '09:00', to: '10:00' },
    ])
      expect(areWindows([wrong])).toBe(false);
  });
});
