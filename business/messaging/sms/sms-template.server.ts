import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type CallInput, type Context, type OwnCall, type Reading } from '#kernel/server';
import { phoneKind } from '#kernel/fields/phone/phone.ts';
import { refuse } from '../refusals.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import type { MessageDocument } from '../message-subject.server.ts';
import { messageSubjects } from '../message-subject.server.ts';
import { queue } from './queue.server.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';
import { filled, variablesIn } from './template.rules.ts';

type Values = MessageDocument['values'];

/** What a template may say about a document that the asking person sees; null where he does not. */
async function documentOf(reading: Reading, bizType: string, id: string): Promise<MessageDocument | null> {
  const subject = reading.contributions(messageSubjects).find((one) => one.bizType === bizType);
  if (!subject) return null;
  const [sight] = await reading.visible(subject.paper, { match: { id: idFrom(id) }, limit: 1 });
  return sight ? subject.read(reading, sight.id) : null;
}

/** Enabled templates, each as it would read about a document. */
async function smsList(reading: Reading, query: Readonly<Record<string, string>>): Promise<unknown> {
  const templates = await reading.find(
    smsTemplate,
    { enabled: true, ...(query.scene && { smsScene: query.scene }) },
    200,
  );
  const document = query.bizId ? await documentOf(reading, query.bizType ?? '', query.bizId) : null;
  return templates.map((whole) => {
    const one = reading.present(smsTemplate, whole);
    const { text, missing } = filled(one.content, document?.values ?? {});
    return { ...one, preview: document ? text : one.content, missing: document ? missing : [] };
  });
}

const phonesIn = (given: unknown): string[] =>
  (Array.isArray(given) ? given : String(given ?? '').split(/[,，\s]+/)).map(String).filter(Boolean);

function assertPhones(phones: readonly string[]): void {
  if (
    phones.length === 0 ||
    phones.length > 50 ||
    phones.some((one) => 'problem' in phoneKind.accept(one, { kind: 'phone', label: ['手机号', 'Mobile'] }))
  )
    throw refuse.phonesWrong();
}

/** Sends a template about a document, to its customer or to the phones given; a place without a value is a refusal, never a hole. */
async function sendSms({ body }: CallInput, context: Context): Promise<unknown> {
  const [template] = await context.find(smsTemplate, { id: idFrom(String(body.templateId ?? '')), enabled: true }, 1);
  const document = await documentOf(context, String(body.bizType ?? ''), String(body.bizId ?? ''));
  if (!template || !document) throw refuse.sendWhat();
  const params = (typeof body.params === 'object' && body.params !== null ? body.params : {}) as Values;
  const { text, missing } = filled(template.content, {
    ...document.values,
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === null ? null : String(value)])),
  });
  if (missing.length) throw refuse.variableMissing({ names: missing.join('、') });
  const phones = body.phones === undefined ? [document.phone] : [...new Set(phonesIn(body.phones))].toSorted();
  assertPhones(phones);
  const rows = [];
  for (const phone of phones) {
    const key = `hand#${await context.newId()}`;
    rows.push(
      await queue(context, {
        template,
        text,
        phone,
        customerId: phone === document.phone ? document.customerId : null,
        bizType: body.bizType as Row<typeof smsLog>['bizType'],
        bizId: String(body.bizId),
        key,
      }),
    );
  }
  const [blocked, waiting] = [
    rows.filter((one) => one.smsStatus === 'blocked'),
    rows.filter((one) => one.smsStatus !== 'blocked'),
  ];
  return {
    text,
    sent: waiting.map((one) => one.id),
    blocked: blocked.map((one) => ({ id: one.id, reason: one.failReason })),
  };
}

const calls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'smsList',
    needs: 'view',
    query: ['scene', 'bizType', 'bizId'],
    summary: ['可用模板与预览', 'Enabled templates with a preview'],
    read: ({ query }, reading) => smsList(reading, query),
  },
  { method: 'POST', path: 'sendSms', needs: 'send', summary: ['按模板发送', 'Send from a template'], write: sendSms },
];

export default behaviour<typeof smsTemplate>(smsTemplate, {
  apart: true,
  async saving(_context, { before, values }) {
    const content = values.content ?? before?.content ?? '';
    const names = variablesIn(content);
    return { variables: names.length ? names.map((name) => ({ name })) : null };
  },
  calls,
});
