import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { LINK, LINK_NAME, OPT_OUT_WORDS, variablesIn } from '#business/messaging/sms/template.rules.ts';
import { pushScene } from '../../dictionaries.ts';
import { refuse } from '../../refusals.ts';
import { OPEN_CHANNELS, type SmsTemplate, templatesOf } from '../judge/rule-terms.server.ts';
import { type PushTargets, pushTargets } from '../push-targets.server.ts';
import type { pushRule } from './push-rule.paper.ts';

type Rule = Row<typeof pushRule>;

/** Refuse a template whose variables the documents of the scene lack, or whose link or opt-out cannot be sent. */
function assertTemplate(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { templateName: name, content, isMarketing }: SmsTemplate,
  { variables, paper }: PushTargets,
): void {
  const known = new Set([LINK_NAME, ...variables.map((one) => one.name)]);
  const unknown = variablesIn(content).filter((one) => !known.has(one));
  if (unknown.length) throw refuse.variableUnknown({ name, names: unknown, document: paper.title });
  if (content.includes(LINK) && publicUrl === null) throw refuse.linkNeedsAddress({ name });
  if (isMarketing && !content.includes(OPT_OUT_WORDS)) throw refuse.optOutMissing({ name, words: OPT_OUT_WORDS });
}

/** Refuse a rule that could not be carried out as it says. */
export async function assertRule(context: Context, rule: Rule): Promise<void> {
  if (rule.sendFrom >= rule.sendTo) throw refuse.hoursReversed();
  if (rule.maxTimes > 1 && !rule.repeatDays) throw refuse.repeatNeeded();
  const targets = context
    .contributions(pushTargets)
    .find((one) => one.scenes.includes(rule.pushScene) && one.sql(rule.pushScene) !== null);
  const [zh, en] = pushScene.items[rule.pushScene];
  if (!targets) throw refuse.sceneHasNoTargets({ scene: [zh, en] });
  const open = rule.channels.filter((one) => OPEN_CHANNELS.includes(one));
  if (open.length === 0) throw refuse.noOpenChannel();
  const templates = await templatesOf(context, rule.templateIds ?? []);
  for (const channel of open.filter((one) => one !== 'todo')) {
    const own = templates.filter((one) => one.pushChannel === channel);
    const [channelZh, channelEn] = pushChannel.items[channel];
    if (own.length !== 1) throw refuse.templateForChannel({ channel: [channelZh, channelEn] });
    assertTemplate(context, own[0], targets);
  }
}
