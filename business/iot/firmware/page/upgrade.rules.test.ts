import { expect, test } from 'vitest';
import {
  BATCH_BAR,
  countOfPart,
  upgradesOfTab,
  factOf,
  failShare,
  perHundredDays,
  shownPercent,
  tookWords,
} from './upgrade.rules.ts';

const states = [
  { state: 'success', count: 268 },
  { state: 'downloading', count: 41 },
  { state: 'queued', count: 12 },
  { state: 'pending', count: 118 },
  { state: 'failed', count: 9 },
  { state: 'timeout', count: 2 },
  { state: 'skipped', count: 5 },
];

test('the tabs and the bar of a batch share its devices without a rest', () => {
  const tabs = (['trouble', 'underWay', 'waiting', 'ahead', 'success', 'left'] as const).map((tab) =>
    upgradesOfTab(states, tab),
  );
  expect(tabs).toEqual([11, 41, 12, 118, 268, 5]);
  expect(upgradesOfTab(states, 'all')).toBe(455);
  expect(BATCH_BAR.reduce((sum, [part]) => sum + countOfPart(states, part), 0)).toBe(455);
});

test('the progress of an upgrade rises from state to state', () => {
  const course = [
    ['downloading', 31],
    ['downloading', 100],
    ['downloaded', 0],
    ['verifying', 0],
    ['installing', 50],
    ['rebooting', 0],
    ['verifying_version', 100],
  ] as const;
  const shown = course.map(([state, percent]) => shownPercent(state, percent) ?? -1);
  expect(shown).toEqual([22, 70, 70, 72, 85, 95, 98]);
  expect(shownPercent('pending', 40)).toBeNull();
});

test('a row states its reason, or for what it waits', () => {
  expect(factOf({ upgradeStatus: 'success', toVersion: '2.4.0' })).toEqual(['已报 2.4.0', 'Reported 2.4.0']);
  expect(factOf({ upgradeStatus: 'failed', step: -3, failReason: '校验失败' })[0]).toBe('-3 校验失败');
  expect(factOf({ upgradeStatus: 'pending', step: -2, failReason: '下载失败' })[0]).toBe('-2 下载失败，会再试');
  expect(factOf({ upgradeStatus: 'timeout', step: -1, failReason: '没有进展，超时' })[0]).toBe('没有进展，超时');
});

test('durations and shares are short', () => {
  expect(tookWords('2026-11-28 10:00:00', '2026-11-28 10:14:20')[0]).toBe('14 分');
  expect(tookWords('2026-11-26 10:00:00', '2026-11-28 13:00:00')[1]).toBe('2 d');
  expect(tookWords(null, '2026-11-28 13:00:00')).toEqual(['', '']);
  expect(perHundredDays(3, 40)).toBe('7.5');
  expect(perHundredDays(3, 0)).toBeNull();
  expect(failShare(11, 279)).toBe(3.9);
});
