import type { Row } from '#kernel/language/paper.ts';
import { type CallInput, type OwnCall, behaviour } from '#kernel/server/behaviour.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { phoneKind } from '#kernel/fields/phone/phone.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { refuse } from '../refusals.ts';
import { idFrom, visibleRows } from '#business/masterdata/people/visible-rows.server.ts';
import { queue } from './queue.server.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';
import { filled, variablesIn } from './template.rules.ts';

type Order = Row<typeof registration>;
type Values = Readonly<Record<string, string | null>>;
interface Document {
  readonly phone: string;
  readonly customerId: string | null;
  readonly values: Values;
}

/** The papers a message may be about, by the kind of business of the log. */
const PAPERS = { repair: repairForm, registration, dispatch: dispatchForm, task: visit, completion } as const;
const isKnown = (name: string): name is keyof typeof PAPERS => Object.hasOwn(PAPERS, name);

const shortly = (moment: string | null | undefined): string | null => moment?.slice(5, 16) ?? null;

/** The registration that a document belongs to; null for a form that was not taken up. */
async function orderOf(reading: Reading, bizType: keyof typeof PAPERS, id: string): Promise<Order | null> {
  const of = (await reading.get(PAPERS[bizType], id)) as { id: string; registrationFormId?: string | null };
  const orderId = bizType === 'registration' ? of.id : of.registrationFormId;
  return orderId ? reading.get(registration, orderId) : null;
}

/** What a template may say about an order: who, where, when, and who comes. */
async function orderValues(reading: Reading, order: Order): Promise<Values> {
  const [form] = order.dispId ? await reading.find(dispatchForm, { id: order.dispId }, 1) : [];
  const [who] = form?.currentTechnicianId ? await reading.find(technician, { id: form.currentTechnicianId }, 1) : [];
  return {
    name: order.customerName,
    no: order.registrationNo,
    address: order.address,
    from: shortly(order.promiseFrom ?? form?.planStart),
    to: order.promiseTo?.slice(11, 16) ?? null,
    technician: who?.realName ?? null,
    technicianPhone: who?.phone ?? null,
  };
}

/** What a template may say about a document that the asking person sees; null where he does not. */
async function documentOf(reading: Reading, bizType: string, id: string): Promise<Document | null> {
  if (!isKnown(bizType)) return null;
  const [sight] = await visibleRows(reading, PAPERS[bizType], { match: { id: idFrom(id) }, limit: 1 });
  if (!sight) return null;
  const order = await orderOf(reading, bizType, sight.id);
  if (order)
    return {
      phone: order.phone,
      customerId: order.customerId,
      values: {
        ...(await orderValues(reading, order)),
        amount: bizType === 'completion' ? (await reading.get(completion, sight.id)).receivableAmount : null,
      },
    };
  const form = await reading.get(repairForm, sight.id);
  return {
    phone: form.phone,
    customerId: form.customerId,
    values: { name: form.customerName, no: form.repairNo, address: form.address },
  };
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
