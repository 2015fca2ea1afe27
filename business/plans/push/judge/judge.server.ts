import type { Reading } from '#kernel/server';
import type { PushScene } from '../push-targets.server.ts';
import { type DueTurn, type NotDue, due, firstReminder } from './due.rules.ts';
import { type SendingHours, type PushVerdict, channelOf, maySend } from './may-send.rules.ts';
import { OPEN_CHANNELS, type PushChannel, type RuleTerms } from './rule-terms.server.ts';
import { PushSettings, type TargetRow } from './targets.server.ts';

/** A target with the rule that decides about it, and the verdict. */
export interface JudgedTarget {
  readonly target: TargetRow;
  readonly terms: RuleTerms;
  readonly turn: number;
  readonly verdict: PushVerdict | { readonly verdict: 'out'; readonly reason: Exclude<NotDue, 'early'> };
  /** Pushes of one message have the same key. */
  readonly bundleKey: string;
  readonly channels: readonly PushChannel[];
}

/** Does a rule concern this customer and contract? */
const concerns = ({ rule }: RuleTerms, { customerLevel, schemeTypeId }: TargetRow): boolean =>
  (!rule.customerLevels?.length || rule.customerLevels.includes(customerLevel) || customerLevel === 'black') &&
  (!rule.schemeTypeIds?.length || (schemeTypeId !== null && rule.schemeTypeIds.includes(schemeTypeId)));

/** Return the highest rule whose first day has come, and its turn; null where none concerns the target today. */
function ruleOf(
  rules: readonly RuleTerms[],
  target: TargetRow,
  today: string,
): { readonly terms: RuleTerms; readonly due: DueTurn } | null {
  const terms = rules.find(
    (one) =>
      concerns(one, target) &&
      (target.isAtOnce || firstReminder({ offsetDays: one.rule.offsetDays }, target.dueDate) <= today),
  );
  if (!terms) return null;
  const { rule } = terms;
  const prefix = `${rule.id}#`;
  const turns = target.turns.filter((one) => one.startsWith(prefix)).map((one) => Number(one.slice(prefix.length)));
  return { terms, due: due(rule, { ...target, turns }, today) };
}

/** Return the channels of a push in order: those of the rule, or the one that a setting demands before a to-do. */
export function channelsOf(ofRule: readonly PushChannel[], demanded: string | null): PushChannel[] {
  const open = ofRule.filter((one) => OPEN_CHANNELS.includes(one));
  const only = open.filter((one) => one === demanded || one === 'todo');
  return demanded && only.length ? only : open;
}

const hoursOf = ({ rule, isMarketing }: RuleTerms): SendingHours => ({
  from: rule.sendFrom,
  to: rule.sendTo,
  isMarketing,
});

/** Messages of today to customers, of which each counts once. */
class RemindedToday {
  readonly #keys = new Map<string, Set<string>>();

  /** Count the messages that were decided in this step, without one. */
  of(customerId: string, without: string): number {
    const keys = this.#keys.get(customerId);
    return keys ? keys.size - Number(keys.has(without)) : 0;
  }

  add(customerId: string, key: string): void {
    const keys = this.#keys.get(customerId) ?? new Set();
    this.#keys.set(customerId, keys.add(key));
  }
}

/** The most messages of a day to one phone, by the parameter of messages. */
export const perPhoneOf = async (reading: Reading): Promise<number> =>
  Number(await reading.parameter('as.sms.perPhonePerDay')) || 10;

/** Judge targets of a scene by its rules, the highest first. Targets that no rule concerns today are left out. */
export async function judge(
  reading: Reading,
  scene: PushScene,
  rules: readonly RuleTerms[],
  targets: readonly TargetRow[],
  now = reading.now(),
): Promise<JudgedTarget[]> {
  const settings = await PushSettings.read(reading, scene, targets);
  const [today, perPhone] = [reading.today(), await perPhoneOf(reading)];
  const decided = new RemindedToday();
  return targets.flatMap((target): JudgedTarget[] => {
    const found = ruleOf(rules, target, today);
    if (!found) return [];
    const { terms } = found;
    const bundleKey = `${scene}#${terms.rule.id}#${target.customerId}#${today}`;
    const own = settings.of(target);
    const channels = channelsOf(terms.rule.channels, channelOf(own));
    if ('not' in found.due) {
      const { not } = found.due;
      return not === 'early'
        ? []
        : [{ target, terms, turn: -1, verdict: { verdict: 'out', reason: not }, bundleKey, channels }];
    }
    const count = target.remindedToday + decided.of(target.customerId, bundleKey);
    const verdict = maySend({ ...target, remindedToday: count }, own, hoursOf(terms), { now, perPhone });
    if (verdict.verdict === 'send' || (verdict.verdict === 'wait' && verdict.until.startsWith(today)))
      decided.add(target.customerId, bundleKey);
    return [{ target, terms, turn: found.due.turn, verdict, bundleKey, channels }];
  });
}
