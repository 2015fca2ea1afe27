import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { wechatOfCustomer } from '../customer.service.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsOptOut } from './sms-opt-out.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';
import { type PhoneRecord, blockedBy } from './template.rules.ts';

/** A message that may leave is told to the sender after the commit. */
export const MESSAGE_QUEUED = 'smsLog.queued';

/** What is sent, to whom, about what; the key keeps it from being sent twice. */
export interface Outgoing {
  readonly template: Row<typeof smsTemplate>;
  readonly text: string;
  /** What the log shows, where that is not the text itself: a code is for the customer alone. */ readonly shown?: string;
  readonly phone: string;
  readonly customerId: string | null;
  readonly bizType: Row<typeof smsLog>['bizType'];
  readonly bizId: string;
  readonly key: string;
}

async function recordOf(context: Context, phone: string, text: string): Promise<PhoneRecord> {
  const [row] = await context.sql.query<PhoneRecord>(
    `select exists (select 1 from ${smsOptOut.table} where tenant_id = $1 and phone = $2 and is_deleted = 0) as "optedOut",
      count(*) filter (where create_time >= ($4::date)::timestamptz)::int as "sentToday", coalesce(bool_or(content = $3 and create_time > $5::timestamptz - interval '5 minutes'), false) as "sameLately"
    from ${smsLog.table} where tenant_id = $1 and phone = $2 and is_deleted = 0 and sms_status <> 'blocked' and sms_status <> 'failed' and create_time > $5::timestamptz - interval '1 day'`,
    [context.tenantId, phone, text, context.today(), context.now()],
  );
  return row;
}

/**
 * Writes a message into the log, waiting to be sent after the commit, or blocked with the reason. The same key again is the same message;
 * two who write to one phone at once count after each other.
 */
export async function queue(
  context: Context,
  { template, text, shown = text, phone, customerId, bizType, bizId, key }: Outgoing,
): Promise<Row<typeof smsLog>> {
  await context.lock(`message to ${phone}`);
  const [known] = await context.find(smsLog, { dedupeKey: key }, { first: 1 });
  if (known) return known;
  const most = Number(await context.parameter('as.sms.perPhonePerDay')) || 10;
  const why = blockedBy(
    { marketing: template.isMarketing, text, now: context.now() },
    await recordOf(context, phone, shown),
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
  if (!why) await context.emit(MESSAGE_QUEUED, { id: row.id, ...(shown !== text && { text }) });
  return row;
}

/** Over WeChat a customer is reached only when he is bound to it. */
export const wechatOf = async (context: Context, customerId: string | null): Promise<string | null> =>
  customerId ? context.ask(wechatOfCustomer, { customerId }) : null;
