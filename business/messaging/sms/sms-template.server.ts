import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement, type OwnCall, type Reading } from '#kernel/server';
import { phoneKind } from '#kernel/fields/phone/phone.ts';
import { refuse } from '../refusals.ts';
import type { MessageDocument } from '../message-subject.server.ts';
import { messageSubjects } from '../message-subject.server.ts';
import { linkedTemplate } from './message-links.server.ts';
import { queue } from './queue.server.ts';
import { sendTemplate, templatesToSend } from './sms-template.calls.ts';
import { smsTemplate } from './sms-template.paper.ts';
import { LINK_NAME, filled, variablesIn } from './template.rules.ts';

type About = Pick<CallInputOf<typeof sendTemplate>, 'bizType' | 'bizId'>;

/** Return receiver and variables of a document; null if it is outside the caller's scope. */
async function documentOf(reading: Reading, { bizType, bizId: id }: About): Promise<MessageDocument | null> {
  if (!bizType || !id) return null;
  const subject = reading.contributions(messageSubjects).find((one) => one.bizType === bizType);
  if (!subject) return null;
  const [sight] = await reading.visible(subject.paper, { match: { id } }).rows({ first: 1 });
  return sight ? subject.read(reading, sight.id) : null;
}

/** Return the enabled templates, each with a preview for a document. */
async function smsList(
  { scene, ...about }: CallInputOf<typeof templatesToSend>,
  reading: Reading,
): Promise<CallAnswer<typeof templatesToSend>> {
  const templates = await reading.find(
    smsTemplate,
    { enabled: true, ...(scene && { smsScene: scene }) },
    { first: 200 },
  );
  const document = await documentOf(reading, about);
  return templates.map((whole) => {
    const one = reading.visible(smsTemplate).present(whole);
    const { text, missing } = filled(one.content, document?.values ?? {});
    // The link is no value of the document: it is made when the message is sent.
    const open = missing.filter((name) => name !== LINK_NAME);
    return { ...one, preview: document ? text : one.content, missing: document ? open : [] };
  });
}

function assertPhones(phones: readonly string[]): void {
  if (
    phones.length === 0 ||
    phones.length > 50 ||
    phones.some((one) => 'problem' in phoneKind.accept(one, { kind: 'phone', label: ['手机号', 'Mobile'] }))
  )
    throw refuse.phonesWrong();
}

/** Send a template for a document, to its customer or to the named phones; refuse a variable without a value. */
async function sendSms(
  { templateId, params, phones: named, ...about }: CallInputOf<typeof sendTemplate>,
  context: Context,
): Promise<CallAnswer<typeof sendTemplate>> {
  const [template] = templateId ? await context.find(smsTemplate, { id: templateId, enabled: true }, { first: 1 }) : [];
  const document = await documentOf(context, about);
  const { bizType, bizId } = about;
  if (!template || !document || !bizType || !bizId) throw refuse.sendWhat();
  const linked = await linkedTemplate(context, template.content, { bizType, bizId }, params ?? {});
  const values = {
    ...document.values,
    ...Object.fromEntries(
      Object.entries(params ?? {}).map(([name, value]) => [name, value === null ? null : String(value)]),
    ),
  };
  const { text, missing } = filled(linked.content, { ...values, ...linked.variables });
  const { text: shown } = filled(linked.content, { ...values, ...linked.shown });
  if (missing.length) throw refuse.variableMissing({ names: missing.join('、') });
  const phones = named ? [...new Set(named.flatMap((one) => one.split(/\s+/)))].toSorted() : [document.phone];
  assertPhones(phones);
  const rows = [];
  for (const phone of phones) {
    const key = `hand#${await context.newId()}`;
    rows.push(
      await queue(context, {
        template,
        text,
        shown,
        link: linked.link,
        phone,
        customerId: phone === document.phone ? document.customerId : null,
        bizType,
        bizId,
        key,
      }),
    );
  }
  const [blocked, waiting] = [
    rows.filter((one) => one.smsStatus === 'blocked'),
    rows.filter((one) => one.smsStatus !== 'blocked'),
  ];
  return {
    text: shown,
    sent: waiting.map((one) => one.id),
    blocked: blocked.map((one) => ({ id: one.id, reason: one.failReason })),
  };
}

const calls: readonly OwnCall[] = [
  implement(templatesToSend, { read: smsList }),
  implement(sendTemplate, { write: sendSms }),
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
