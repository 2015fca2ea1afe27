import type { Label } from '#kernel/language/label.ts';

/** States of upgrades by the tabs of the page. */
export const UPGRADE_STATES = {
  trouble: ['failed', 'timeout'],
  underWay: [
    'notified',
    'confirming',
    'downloading',
    'downloaded',
    'verifying',
    'installing',
    'rebooting',
    'verifying_version',
  ],
  waiting: ['queued'],
  ahead: ['pending'],
  success: ['success'],
  left: ['skipped', 'canceled'],
} as const;

export type UpgradeTab = keyof typeof UPGRADE_STATES | 'all';

/** All tabs in their order. */
export const UPGRADE_TABS: readonly UpgradeTab[] = [
  'all',
  'trouble',
  'underWay',
  'waiting',
  'ahead',
  'success',
  'left',
];

export const tabLabels: Readonly<Record<keyof typeof UPGRADE_STATES, Label>> = {
  trouble: ['要处理', 'Needs hands'],
  underWay: ['进行', 'Under way'],
  waiting: ['离线排队', 'Offline'],
  ahead: ['未到', 'Ahead'],
  success: ['成功', 'Success'],
  left: ['跳过', 'Left out'],
};

/** A count of devices in one state. */
export interface CountOfState {
  readonly state: string;
  readonly count: number;
}

/** Return the number of devices of a tab. */
export const upgradesOfTab = (states: readonly CountOfState[], tab: UpgradeTab): number =>
  states
    .filter(({ state }) => tab === 'all' || (UPGRADE_STATES[tab] as readonly string[]).includes(state))
    .reduce((sum, { count }) => sum + count, 0);

/** The parts of the bar of a batch, from left to right, each with its colour. */
export const BATCH_BAR = [
  ['success', 'green'],
  ['underWay', 'blue'],
  ['failed', 'red'],
  ['timeout', 'amber'],
  ['left', 'grey'],
  ['waiting', 'grey'],
  ['ahead', 'none'],
] as const;

/** Return the number of devices of a part of the bar. */
export const countOfPart = (states: readonly CountOfState[], part: (typeof BATCH_BAR)[number][0]): number =>
  part === 'failed' || part === 'timeout'
    ? (states.find(({ state }) => state === part)?.count ?? 0)
    : upgradesOfTab(states, part);

/** The progress of an upgrade by its state, in percent: where the state begins, and how much it covers. */
const PLACES: Readonly<Record<string, readonly [from: number, share: number]>> = {
  downloading: [0, 70],
  downloaded: [70, 0],
  verifying: [72, 0],
  installing: [75, 20],
  rebooting: [95, 0],
  verifying_version: [98, 0],
};

/** Return the progress of a whole upgrade in percent; null: its state has none. */
export function shownPercent(state: string, percent: number): number | null {
  const place = PLACES[state];
  return place ? Math.round(place[0] + (place[1] * Math.min(100, Math.max(0, percent))) / 100) : null;
}

/** An upgrade as the page reads it. */
export interface ShownUpgrade {
  readonly id?: string;
  readonly upgradeStatus?: unknown;
  readonly failReason?: unknown;
  readonly toVersion?: unknown;
  readonly step?: unknown;
}

/** Return the fact beside the state of an upgrade: its reason, or for what it waits. */
export function factOf({ upgradeStatus, failReason, toVersion, step }: ShownUpgrade): Label {
  const words = String(failReason ?? '');
  const version = String(toVersion ?? '');
  const code = step !== null && step !== undefined && Number(step) < -1 ? `${String(step)} ` : '';
  if (upgradeStatus === 'success') return [`已报 ${version}`, `Reported ${version}`];
  if (upgradeStatus === 'verifying_version') return [`等设备报 ${version}`, `Waits until it reports ${version}`];
  if (upgradeStatus === 'queued') return ['连上就发', 'Sent when it connects'];
  if (upgradeStatus === 'confirming') return ['等用户确认', 'The user has to confirm'];
  if (upgradeStatus === 'pending' && words) return [`${code}${words}，会再试`, `${code}${words}; tried again`];
  return [`${code}${words}`, `${code}${words}`];
}

/** Return whole minutes between two moments (`yyyy-MM-dd HH:mm:ss`) in words; empty: one is missing. */
export function tookWords(from: unknown, to: unknown): Label {
  if (!from || !to) return ['', ''];
  const ms = Date.parse(`${String(to).replace(' ', 'T')}Z`) - Date.parse(`${String(from).replace(' ', 'T')}Z`);
  if (!Number.isFinite(ms) || ms < 0) return ['', ''];
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return [`${minutes} 分`, `${minutes} min`];
  const hours = Math.round(minutes / 60);
  return hours < 48 ? [`${hours} 时`, `${hours} h`] : [`${Math.round(hours / 24)} 天`, `${Math.round(hours / 24)} d`];
}

/** Return a count for each hundred devices and day, with one decimal; null: nothing was observed. */
export const perHundredDays = (events: number, days: number): string | null =>
  days > 0 ? ((events * 100) / days).toFixed(1) : null;

/** Return the share of failures in percent, with one decimal. */
export const failShare = (failed: number, ended: number): number =>
  ended > 0 ? Math.round((failed * 1000) / ended) / 10 : 0;
