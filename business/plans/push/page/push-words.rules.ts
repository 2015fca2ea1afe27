import type { CallSent } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { RuleTrial, TriedRow, dryRun } from '../rule/push-rule.calls.ts';

/** A rule as it is in the form, which may be unsaved. */
export type TriedRule = CallSent<typeof dryRun>;

/** Groups of a dry run, in the order of its tabs. */
export const TRIED_GROUPS: readonly (readonly [TriedRow['group'] | 'all', Label])[] = [
  ['all', ['全部', 'All']],
  ['gets', ['会收到', 'Get it']],
  ['waits', ['等一等', 'Wait']],
  ['optedOut', ['已退订', 'Opted out']],
  ['todo', ['转人工', 'To staff']],
  ['rest', ['不推', 'Left out']],
];

/** Return the verdict of a person in short words. */
export function triedWords({ group, until }: Pick<TriedRow, 'group' | 'until'>): Label {
  if (group === 'waits' && until) return [`等到 ${until.slice(5, 16)}`, `Waits until ${until.slice(5, 16)}`];
  return {
    gets: ['会收到', 'Gets it'],
    waits: ['等一等', 'Waits'],
    optedOut: ['已退订', 'Opted out'],
    todo: ['转人工', 'To staff'],
    rest: ['不推', 'Left out'],
  }[group] as [string, string];
}

/** Return the sentence of the gates before a rule: quiet hours, the limit, and those with settings of their own. */
export function gatesWords({
  quietFrom,
  quietTo,
  dailyLimit,
  customers,
  optedOut,
  contracts,
}: RuleTrial['gates']): Label {
  const quiet: Label = quietFrom
    ? [`全公司 ${quietFrom}–${quietTo} 免打扰，`, `Quiet hours ${quietFrom}–${quietTo}. `]
    : ['', ''];
  return [
    `${quiet[0]}每人每天最多 ${dailyLimit} 条提醒。客户自己设的 ${customers} 位，退订的 ${optedOut} 位，方案上关掉的 ${contracts} 份`,
    `${quiet[1]}At most ${dailyLimit} reminders a day. ${customers} customers with own settings, ${optedOut} opted out, ${contracts} contracts switched off`,
  ];
}

/** Return on which days a rule reminds, as a sentence. */
export function daysWords(offset: number, repeat: number, times: number): Label {
  const turns = repeat > 0 ? Math.max(1, Math.min(times, 6)) : 1;
  const days = Array.from({ length: turns }, (_, turn) => offset - turn * repeat);
  const before = days.filter((day) => day > 0);
  const after = days.filter((day) => day < 0).map((day) => -day);
  const isOnDay = days.includes(0);
  const zh = [
    before.length ? `前 ${before.join('、')} 天` : '',
    isOnDay ? '当天' : '',
    after.length ? `后 ${after.join('、')} 天` : '',
  ].filter(Boolean);
  const en = [
    before.length ? `${before.join(', ')} days before` : '',
    isOnDay ? 'on the day' : '',
    after.length ? `${after.join(', ')} days after` : '',
  ].filter(Boolean);
  return [`到期${zh.join('、')}${turns > 1 ? '各' : ''}一次`, `Reminds ${en.join(', ')}`];
}
