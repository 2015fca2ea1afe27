import type { Label } from '#kernel/language/label.ts';
import type { RuleNotify, RuleSchedule, RuleSuppression } from '../../rules/rule-shape.rules.ts';

/** Roles that a rule may notify, with their names. */
export const notifyRoles: readonly (readonly [string, Label])[] = [
  ['as_operator', ['运营专员', 'Home operator']],
  ['as_cs', ['客服', 'Customer service']],
  ['as_iot', ['物联网工程师', 'IoT engineer']],
  ['as_leader', ['班组长', 'Team leader']],
  ['as_dispatcher', ['调度', 'Dispatcher']],
  ['as_manager', ['经理', 'Manager']],
];

export const weekdays: readonly (readonly [number, Label])[] = [
  [1, ['一', 'Mon']],
  [2, ['二', 'Tue']],
  [3, ['三', 'Wed']],
  [4, ['四', 'Thu']],
  [5, ['五', 'Fri']],
  [6, ['六', 'Sat']],
  [7, ['日', 'Sun']],
];

function joined<K>(
  keys: readonly K[] | undefined,
  words: readonly (readonly [K, Label])[],
  [zh, en]: readonly [string, string],
): Label {
  const found = (keys ?? []).map((key): Label => words.find(([one]) => one === key)?.[1] ?? [String(key), String(key)]);
  return [found.map((one) => one[0]).join(zh), found.map((one) => one[1]).join(en)];
}

/** Return in words which roles are notified, and when; null: none. */
export function notifyWords(notify: RuleNotify | null): Label | null {
  const first = joined(notify?.roles, notifyRoles, ['、', ', ']);
  const then = joined(notify?.escalateTo, notifyRoles, ['、', ', ']);
  const parts: readonly (Label | null)[] = [
    first[0] ? [`立刻通知${first[0]}`, `${first[1]} at once`] : null,
    then[0] && notify?.escalateAfterMin
      ? [
          `${notify.escalateAfterMin} 分没人确认再通知${then[0]}`,
          `${then[1]} after ${notify.escalateAfterMin} min unconfirmed`,
        ]
      : null,
  ];
  const labels = parts.filter((one) => one !== null);
  return labels.length > 0 ? [labels.map(([zh]) => zh).join('；'), labels.map(([, en]) => en).join('; ')] : null;
}

/** Return in words when a rule works. */
export function scheduleWords(schedule: RuleSchedule | null): Label {
  const spans = schedule?.weekly ?? [];
  if (spans.length === 0) return ['全天，每天', 'Always'];
  const labels = spans.map(({ days, from, to }): Label => {
    const [zh, en] = days.length === 7 ? ['每天', 'every day'] : joined(days, weekdays, ['、', ', ']);
    return [`${days.length === 7 ? '' : '周'}${zh} ${from}–${to}`, `${en} ${from}–${to}`];
  });
  return [labels.map(([zh]) => zh).join('；'), labels.map(([, en]) => en).join('; ')];
}

/** Return in words which causes suppress alarms of a rule; null: none. */
export function suppressionWords(suppression: RuleSuppression | null): Label | null {
  const codes = (suppression?.dependsOn ?? []).join('、');
  const parts: readonly (Label | null)[] = [
    suppression?.parent ? ['网关离线期间不报', 'silent while its gateway is offline'] : null,
    codes ? [`${codes} 正在报时不报`, `silent while ${codes} holds`] : null,
  ];
  const labels = parts.filter((one) => one !== null);
  return labels.length > 0 ? [labels.map(([zh]) => zh).join('；'), labels.map(([, en]) => en).join('; ')] : null;
}
