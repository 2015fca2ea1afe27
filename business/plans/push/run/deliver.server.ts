import { type Label, bilingual, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { pushCustomer, notifyStaff } from '#business/messaging/notify.service.ts';
import { smsLog } from '#business/messaging/sms/sms-log.paper.ts';
import { LINK_NAME, filled } from '#business/messaging/sms/template.rules.ts';
import type { PushChannel, SmsTemplate } from '../judge/rule-terms.server.ts';
import type { schemePush } from '../log/scheme-push.paper.ts';
import type { PushTargets, PushVariable } from '../push-targets.server.ts';

export type Push = Row<typeof schemePush>;
type Values = Readonly<Record<string, string>>;

/** One message to a customer about one target or several, and the channels that are left. */
export interface PushBundle {
  readonly targets: PushTargets;
  /** Pushes of the message, the earliest due date first. */
  readonly pushes: readonly Pick<Push, 'id' | 'pushNo' | 'pushKey' | 'customerId' | 'customerName'>[];
  /** Ids of the targets, in the order of the pushes. */
  readonly ids: readonly string[];
  readonly values: ReadonlyMap<string, Values>;
  readonly phone: string | null;
  readonly team: string | null;
  readonly channels: readonly PushChannel[];
  readonly templates: readonly Pick<SmsTemplate, 'id' | 'pushChannel' | 'content'>[];
  /** Is a to-do made where no channel is left? */
  readonly createTodo: boolean;
  /** Why an earlier channel failed. */
  readonly why?: Label;
}

/** Parts of a push that follow its message. */
export type Delivered = Partial<Push> & { readonly pushStatus: 'sending' | 'sent' | 'failed' };

/** Characters of a message at most, as its log stores it. */
const MAX_CHARACTERS = 2000;

const FAILED: Readonly<Record<'templateDisabled' | 'notBound' | 'noTemplate' | 'noPhone' | 'tooLong', Label>> = {
  templateDisabled: ['模板已停用', 'The template is disabled'],
  notBound: ['客户没有绑定微信', 'The customer has bound no WeChat'],
  noTemplate: ['渠道没有模板', 'The channel has no template'],
  noPhone: ['客户没有手机号', 'The customer has no mobile number'],
  tooLong: ['消息超过2000字', 'The message is longer than 2,000 characters'],
};

/** Return the values of a message about several targets: those that list are joined, the others are of the first. */
export function joinedValues(variables: readonly PushVariable[], all: readonly Values[]): Values {
  return Object.fromEntries(
    variables.flatMap(({ name, lists }) => {
      const values = [...new Set(all.flatMap((one) => one[name] || []))];
      return values.length ? [[name, lists ? values.join('、') : values[0]]] : [];
    }),
  );
}

/** Make a to-do for customer service about customers that no message reaches. */
export async function toStaff(
  context: Context,
  { pushes, team, ids, targets }: Pick<PushBundle, 'pushes' | 'team' | 'ids' | 'targets'>,
  why: Label | null,
): Promise<void> {
  const [{ customerName, pushNo, pushKey }] = pushes;
  await context.call(notifyStaff, {
    event: 'planTodo',
    to: { roles: ['as_cs'], team },
    title: [`请联系客户:${customerName ?? ''}`, `Contact the customer: ${customerName ?? ''}`],
    content: why ?? ['这次由客服联系', 'Customer service contacts this customer'],
    bizType: targets.bizType,
    bizId: ids[0],
    bizNo: pushNo,
    todo: true,
    again: pushKey ?? ids[0],
  });
}

/** Try one channel. Return the parts of the push, or why the channel does not serve. */
async function tryChannel(context: Context, bundle: PushBundle, channel: PushChannel): Promise<Delivered | Label> {
  const { pushes, ids, phone, targets } = bundle;
  const template = bundle.templates.find((one) => one.pushChannel === channel);
  if (!template) return FAILED.noTemplate;
  if (!phone) return FAILED.noPhone;
  const values = joinedValues(
    targets.variables,
    ids.map((id) => bundle.values.get(id) ?? {}),
  );
  const message = filled(template.content, values);
  const missing = message.missing.filter((name) => name !== LINK_NAME);
  if (missing.length) return [`变量没有值：${missing.join('、')}`, `Variables without a value: ${missing.join(', ')}`];
  if (message.text.length > MAX_CHARACTERS) return FAILED.tooLong;
  const [{ pushKey, customerId }] = pushes;
  const outcome = await context.call(pushCustomer, {
    templateId: template.id,
    key: `${pushKey ?? ids[0]}#${channel}`,
    customerId: customerId ?? '',
    phone,
    bizType: targets.bizType,
    bizId: ids[0],
    variables: values,
  });
  if (!('messageId' in outcome)) return FAILED[outcome.state];
  const parcel = await context.get(smsLog, outcome.messageId);
  if (outcome.state === 'blocked') return bilingual(parcel.failReason ?? '');
  return {
    pushStatus: 'sending',
    pushChannel: channel,
    templateId: template.id,
    parcelId: parcel.id,
    content: parcel.content,
    target: phone,
    pushTime: context.now(),
    waitUntil: null,
    failReason: null,
  };
}

/** Send a message over the first channel that serves. Where none is left, customer service gets a to-do. */
export async function deliver(context: Context, bundle: PushBundle): Promise<Delivered> {
  let why = bundle.why ?? null;
  for (const [at, channel] of bundle.channels.entries()) {
    if (channel === 'todo') {
      await toStaff(context, bundle, why);
      return { pushStatus: 'sent', pushChannel: 'todo', pushTime: context.now(), waitUntil: null, nextChannels: null };
    }
    const done = await tryChannel(context, bundle, channel);
    if ('pushStatus' in done) return { ...done, nextChannels: bundle.channels.slice(at + 1).join(',') || null };
    why = done;
  }
  const reason: Label = why ?? ['没有可用的渠道', 'No channel can be used'];
  if (bundle.createTodo) await toStaff(context, bundle, reason);
  // The time of a first channel stays; a push that none took has no time.
  return { pushStatus: 'failed', failReason: storedText(reason, 255), waitUntil: null, nextChannels: null };
}
