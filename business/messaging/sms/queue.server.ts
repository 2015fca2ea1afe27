import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, inform } from '#kernel/server';
import { acceptsAdvertising, wechatOfCustomer } from '../customer.service.ts';
import { parcelFollowers } from '../parcel-followers.server.ts';
import type { MessageLink } from './message-links.server.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsOptOut } from './sms-opt-out.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';
import { type PhoneRecord, blockedBy } from './template.rules.ts';

/** Event after the commit, upon which a waiting message is sent. */
export const MESSAGE_QUEUED = 'smsLog.queued';

/** Prefix of the keys of pushed messages, which are sent over the channel of their template only. */
export const PUSHED = 'push#';

/** A message to a customer, with its receiver and document. A second message with the same `key` is not written. */
export interface Outgoing {
  readonly template: Row<typeof smsTemplate>;
  readonly text: string;
  /** Text that the log shows instead, for instance without a code that only the customer may see. */
  readonly shown?: string;
  readonly phone: string;
  readonly customerId: string | null;
  readonly bizType: Row<typeof smsLog>['bizType'];
  readonly bizId: string;
  readonly key: string;
  /** Row that the link in the text opens. The link is made when the message is sent. */
  readonly link?: MessageLink | null;
}

/** Does the customer of a message accept its template? Everybody accepts those that are no advertising. */
export const acceptsTemplate = async (
  context: Context,
  { isMarketing }: Pick<Row<typeof smsTemplate>, 'isMarketing'>,
  { customerId, phone }: { readonly customerId: string | null; readonly phone: string },
): Promise<boolean> => !isMarketing || context.ask(acceptsAdvertising, { customerId, phone });

/**
 * Return the recent messages of a phone. `text` is compared with them; null for a text that the log masks, such as a
 * code, since two of them look the same.
 */
async function recordOf(
  context: Context,
  phone: string,
  text: string | null,
): Promise<Omit<PhoneRecord, 'acceptsAdvertising'>> {
  const [row] = await context.sql.query<Omit<PhoneRecord, 'acceptsAdvertising'>>(
    `select exists (select 1 from ${smsOptOut.table} where tenant_id = $1 and phone = $2 and is_deleted = 0) as "optedOut",
      count(*) filter (where create_time >= ($4::date)::timestamptz)::int as "sentToday", coalesce(bool_or(content = $3 and create_time > $5::timestamptz - interval '5 minutes'), false) as "sameLately"
    from ${smsLog.table} where tenant_id = $1 and phone = $2 and is_deleted = 0 and sms_status <> 'blocked' and sms_status <> 'failed' and create_time > $5::timestamptz - interval '1 day'`,
    [context.tenantId, phone, text, context.today(), context.now()],
  );
  return row;
}

/**
 * Write a message to the log, to be sent after the commit, or as blocked with the reason. An existing message with the
 * same key is returned. Concurrent messages to one phone wait for each other, so that limits hold.
 */
export async function queue(
  context: Context,
  { template, text, shown = text, phone, customerId, bizType, bizId, key, link = null }: Outgoing,
): Promise<Row<typeof smsLog>> {
  await context.lock(`message to ${phone}`);
  const [known] = await context.find(smsLog, { dedupeKey: key }, { first: 1 });
  if (known) return known;
  const most = Number(await context.parameter('as.sms.perPhonePerDay')) || 10;
  const why = blockedBy(
    { marketing: template.isMarketing, text, now: context.now() },
    {
      ...(await recordOf(context, phone, shown === text ? text : null)),
      acceptsAdvertising: await acceptsTemplate(context, template, { customerId, phone }),
    },
    most,
  );
  const row = await context.create(smsLog, {
    templateId: template.id,
    smsScene: template.smsScene,
    pushChannel: template.pushChannel,
    phone,
    customerId,
    bizType,
    bizId,
    content: shown,
    dedupeKey: key,
    smsStatus: why ? 'blocked' : 'waiting',
    failReason: why && storedText(why),
  });
  if (why) await inform(context, parcelFollowers, 'settled', { row });
  else await context.emit(MESSAGE_QUEUED, { id: row.id, ...(shown !== text && { text }), ...(link && { link }) });
  return row;
}

/** Return the template by which a scene sends notices over a channel: the newest one that is enabled. Null for none. */
export const noticeTemplate = async (
  context: Context,
  smsScene: Row<typeof smsTemplate>['smsScene'] | null,
  pushChannel: 'wechat' | 'sms',
): Promise<Row<typeof smsTemplate> | null> =>
  (await context.find(smsTemplate, { smsScene, pushChannel, enabled: true, isMarketing: false }, { first: 1 }))[0] ??
  null;

/** Return the customer's WeChat identity; null if not bound. */
export const wechatOf = async (context: Context, customerId: string | null): Promise<string | null> =>
  customerId ? context.ask(wechatOfCustomer, { customerId }) : null;
