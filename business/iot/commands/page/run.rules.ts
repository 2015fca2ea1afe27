import type { Label } from '#kernel/language/label.ts';

/** States of commands that need hands, that are under way, that wait, and that are done: the tabs of the page. */
export const TABS = {
  trouble: ['failed', 'timeout', 'expired'],
  underWay: ['sent', 'delivered', 'running'],
  waiting: ['pending', 'queued'],
  success: ['success'],
  left: ['canceled', 'skipped'],
} as const;

export type RunTab = keyof typeof TABS | 'all';

/** All tabs in their order. */
export const RUN_TABS: readonly RunTab[] = ['all', 'trouble', 'underWay', 'waiting', 'success', 'left'];

type Counts = Readonly<Record<string, unknown>>;

/** Return the number of commands of a tab. */
export const countOfTab = (counts: Counts | undefined, tab: RunTab): number =>
  tab === 'all' ? Number(counts?.total ?? 0) : TABS[tab].reduce((sum, state) => sum + Number(counts?.[state] ?? 0), 0);

/** The states of the bar, from left to right, each with its colour. */
export const BAR: readonly (readonly [state: string, tone: string])[] = [
  ['success', 'green'],
  ['running', 'blue'],
  ['delivered', 'blue'],
  ['sent', 'blue'],
  ['queued', 'grey'],
  ['failed', 'red'],
  ['timeout', 'amber'],
  ['expired', 'amber'],
  ['skipped', 'grey'],
  ['canceled', 'grey'],
  ['pending', 'none'],
];

/** Return the number of commands that have ended. */
export const endedOf = (counts: Counts): number =>
  countOfTab(counts, 'trouble') + countOfTab(counts, 'success') + countOfTab(counts, 'left');

/** A command as the page reads it. */
export interface ShownCommand {
  readonly id: string;
  readonly resultCode?: unknown;
  readonly resultMsg?: unknown;
  readonly reason?: unknown;
  readonly costMs?: unknown;
}

/** Commands with the same reason. */
export interface Cause {
  readonly code: string;
  readonly text: string;
  readonly count: number;
}

/** Return why a command has its state: the words of the device, else those of the product. */
export const reasonOf = ({ resultMsg, reason }: ShownCommand): string =>
  String(resultMsg ?? '') || String(reason ?? '');

/** Group commands by their reason, the most frequent first. */
export function causesOf(rows: readonly ShownCommand[]): Cause[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = `${String(row.resultCode ?? '')}\n${reasonOf(row)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => {
      const [code, text] = key.split('\n');
      return { code, text, count };
    })
    .toSorted((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
}

/** Return the median and the 95th percentile of the durations of commands, in milliseconds; null: none has one. */
export function durationsOf(rows: readonly ShownCommand[]): { readonly half: number; readonly most: number } | null {
  const times = rows.flatMap(({ costMs }) =>
    Number.isFinite(Number(costMs)) && costMs !== null ? [Number(costMs)] : [],
  );
  if (times.length === 0) return null;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { half: at(0.5), most: at(0.95) };
}

/** Return a duration of milliseconds in words. */
export const durationWords = (ms: number): Label =>
  ms < 10_000
    ? [`${(ms / 1000).toFixed(1)} 秒`, `${(ms / 1000).toFixed(1)} s`]
    : [`${Math.round(ms / 1000)} 秒`, `${Math.round(ms / 1000)} s`];

/** One attempt to send a command, with moments in milliseconds. */
export interface ShownAttempt {
  readonly n: number;
  readonly at: number;
  readonly ended?: number;
  readonly by?: string;
}

/** One point in the course of a command. */
export interface CommandStep {
  readonly at: number;
  readonly tone: 'blue' | 'amber' | 'red' | 'green';
  readonly label: Label;
}

const ended: Readonly<Record<string, readonly [tone: CommandStep['tone'], label: Label]>> = {
  timeout: ['amber', ['没有回复', 'No reply']],
  busy: ['amber', ['设备忙', 'The device is busy']],
  line: ['amber', ['连接断开', 'The connection ended']],
  report: ['green', ['设备上报了所设的值', 'The device reported the value']],
};

/** Return the course of a command: each attempt, and how it ended. The reply itself is shown by the caller. */
export function courseOf(attempts: readonly ShownAttempt[]): CommandStep[] {
  return attempts.flatMap(({ n, at, ended: end, by }) => {
    const sent: CommandStep = { at, tone: 'blue', label: [`第 ${n} 次下发`, `Attempt ${n}`] };
    const how = by === undefined ? undefined : ended[by];
    return end !== undefined && how ? [sent, { at: end, tone: how[0], label: how[1] }] : [sent];
  });
}
