import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { MARKETING_SCENES, type PushScene } from '../push-targets.server.ts';
import { pushRule } from '../rule/push-rule.paper.ts';

export type SmsTemplate = Row<typeof smsTemplate>;
export type Rule = Row<typeof pushRule>;
export type PushChannel = Rule['channels'][number];

/** Channels over which a message can leave; the others are stored, but skipped. */
export const OPEN_CHANNELS: readonly PushChannel[] = ['wechat', 'sms', 'todo'];

/** Rules of a company at most. */
const MAX_RULES = 500;

/** A rule with its templates, as targets are judged by it. */
export interface RuleTerms {
  readonly rule: Rule;
  readonly templates: readonly SmsTemplate[];
  readonly isMarketing: boolean;
}

/** Is a rule advertising: by its scene, or by one of its templates? */
export const isMarketing = (scene: PushScene, templates: readonly SmsTemplate[]): boolean =>
  MARKETING_SCENES.includes(scene) || templates.some((one) => one.isMarketing);

/** Return the enabled templates with these ids. */
export const templatesOf = (reading: Reading, ids: readonly string[]): Promise<SmsTemplate[]> =>
  ids.length
    ? reading.find(smsTemplate, { id: [...new Set(ids)], enabled: true }, { limit: ids.length })
    : Promise.resolve([]);

/** Return the enabled rules of all scenes, the highest first. */
export async function readPushRules(reading: Reading): Promise<RuleTerms[]> {
  const rules = await reading.find(pushRule, { status: 1 }, { limit: MAX_RULES });
  const templates = await templatesOf(
    reading,
    rules.flatMap(({ templateIds }) => templateIds ?? []),
  );
  return rules
    .toSorted((one, other) => other.priority - one.priority || Number(BigInt(one.id) - BigInt(other.id)))
    .map((rule) => termsOfRule(rule, templates));
}

/** Return a rule with those of the templates that are its own. */
export function termsOfRule(rule: Rule, all: readonly SmsTemplate[]): RuleTerms {
  const templates = all.filter(({ id }) => rule.templateIds?.includes(id));
  return { rule, templates, isMarketing: isMarketing(rule.pushScene, templates) };
}
