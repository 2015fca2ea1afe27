import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { LINK_NAME, variablesIn } from '#business/messaging/sms/template.rules.ts';
import { OPEN_CHANNELS, type SmsTemplate, templatesOf } from '../judge/rule-terms.server.ts';
import { type PushTargets, pushTargets } from '../push-targets.server.ts';
import type { PushPreview, pushPreview } from '../rule/push-rule.calls.ts';
import { partsOfText, messagePieces } from './pieces.rules.ts';

/** Return a message as its customer reads it, with the values of its variables apart. */
function messageOf(
  template: SmsTemplate,
  targets: PushTargets,
  values: Readonly<Record<string, string>> | null,
  publicUrl: string | null,
): PushPreview['messages'][number] {
  const known = new Set(targets.variables.map(({ name }) => name));
  const used = variablesIn(template.content).filter((name) => name !== LINK_NAME);
  const link = publicUrl ? `${publicUrl}/c/······` : '';
  const pieces = messagePieces(template, values && { ...values, [LINK_NAME]: link });
  const text = pieces.map((one) => one.text).join('');
  return {
    channel: template.pushChannel,
    templateName: template.templateName,
    audit: template.auditStatus,
    isMarketing: template.isMarketing,
    pieces,
    characters: [...text].length,
    parts: partsOfText(text),
    unknown: used.filter((name) => !known.has(name)),
    empty: values ? used.filter((name) => known.has(name) && !values[name]) : [],
    needsAddress: publicUrl === null && variablesIn(template.content).includes(LINK_NAME),
  };
}

/** Return what a target's customer would read over each channel. */
export async function previewPush(
  reading: Reading,
  { pushScene, channels, templateIds, targetId }: CallInputOf<typeof pushPreview>,
): Promise<CallAnswer<typeof pushPreview>> {
  const targets = reading.contributions(pushTargets).find(({ scenes }) => scenes.includes(pushScene));
  if (!targets) return { document: ['', ''], messages: [] };
  const templates = await templatesOf(reading, templateIds ?? []);
  const [seen] = targetId ? await reading.visible(targets.paper, { match: { id: targetId } }).rows({ first: 1 }) : [];
  const values = seen ? ((await targets.values(reading, [seen.id], pushScene)).get(seen.id) ?? null) : null;
  return {
    document: targets.paper.title,
    messages: channels
      .filter((one) => OPEN_CHANNELS.includes(one))
      .flatMap((channel) => templates.find((one) => one.pushChannel === channel) ?? [])
      .map((template) => messageOf(template, targets, values, reading.publicUrl)),
  };
}
