import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import { mustGet, mustHave } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type App, type Context, inform, type MessageChannel, type TimedSteps } from '#kernel/server';
import { parcelFollowers } from '../parcel-followers.server.ts';
import type { MessageLink } from './message-links.server.ts';
import { PUSHED, acceptsTemplate, noticeTemplate, queue, wechatOf } from './queue.server.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsOptOut } from './sms-opt-out.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';
import { LINK, NO_ADVERTISING, OPTED_OUT } from './template.rules.ts';

type Log = Row<typeof smsLog>;

/** Hours after which a message that no provider accepted is marked as failed. */
const STALE_HOURS = 3;
/** Hours during which the provider is polled for the receipt of a sent message. */
const POLL_HOURS = 48;
const AT_ONCE = 200;
/** Messages of a channel that are polled in a minute: the newest ones, and as many of the others, by chance. */
const NEWEST = 100;

/** A waiting message: its text where the log shows another one, and the row that its link opens. */
export interface QueuedText {
  readonly id: string;
  readonly text?: string;
  readonly link?: MessageLink;
}

/**
 * Return the text of a message with its link. The key of the message makes the link, so a repeat sends the same one.
 */
async function withLink(context: Context, { id, text, link }: QueuedText, content: string): Promise<string> {
  if (!link) return text ?? content;
  const address = await context.guestLink(link.kind, link.rowId, { key: id });
  return (text ?? content).replaceAll(LINK, address ?? '');
}

/**
 * Send a waiting message, in the transaction that marks it as sent. After a temporary failure the outbox repeats it
 * with the same key, so that the provider sends it once. A customer who wants no such message any more gets nothing.
 */
export async function sendWaiting(app: App, context: Context, { id, text, link }: QueuedText): Promise<void> {
  await context.sql.query(`select id from ${smsLog.table} where tenant_id = $1 and id = $2 for no key update`, [
    context.tenantId,
    id,
  ]);
  const log = await context.get(smsLog, id);
  if (log.smsStatus !== 'waiting') return;
  const { templateId, phone, content } = mustHave(log, 'templateId', 'phone', 'content');
  const [optOut] = await context.find(smsOptOut, { phone }, { first: 1 });
  const template = await context.get(smsTemplate, templateId);
  const isUnwanted = !(await acceptsTemplate(context, template, { customerId: log.customerId, phone }));
  if (optOut || isUnwanted)
    return settle(context, id, {
      smsStatus: 'blocked',
      failReason: storedText(optOut ? OPTED_OUT : NO_ADVERTISING, 255),
    });
  const channel: MessageChannel = log.pushChannel === 'wechat' ? app.channels.wechat : app.channels.sms;
  const to = log.pushChannel === 'wechat' ? ((await wechatOf(context, log.customerId)) ?? phone) : phone;
  const taken = await channel.send({
    key: log.id,
    to,
    sign: template.signName,
    template: template.providerTemplateId,
    text: await withLink(context, { id, text, link }, content),
  });
  if ('id' in taken)
    await context.change(smsLog, id, { smsStatus: 'sent', providerMsgId: taken.id, sendTime: context.now() });
  else {
    await settle(context, id, { smsStatus: 'failed', failReason: storedText(taken.refused, 255) });
    await instead(context, log, { text, link });
  }
}

/** Store the final state of a message, and inform the rooms that follow it. */
async function settle(context: Context, id: string, values: Partial<Log>): Promise<void> {
  const row = await context.change(smsLog, id, values);
  await inform(context, parcelFollowers, 'settled', { row });
}

/**
 * Queue an SMS in place of a refused WeChat message, if the scene has an SMS template. For a pushed message its sender
 * decides what to do.
 */
async function instead(context: Context, log: Log, { text, link }: Pick<QueuedText, 'text' | 'link'>): Promise<void> {
  if (log.pushChannel !== 'wechat' || log.dedupeKey?.startsWith(PUSHED)) return;
  const template = await noticeTemplate(context, log.smsScene, 'sms');
  if (!template) return;
  const { phone, content, bizId } = mustHave(log, 'phone', 'content', 'bizId');
  await queue(context, {
    template,
    text: text ?? content,
    shown: content,
    phone,
    customerId: log.customerId,
    bizType: log.bizType,
    bizId,
    key: `${log.dedupeKey}#sms`,
    link,
  });
}

/** Ask a channel for receipts. One that does not answer is reported, and leaves the other its turn. */
const receiptsOf = (
  app: App,
  name: 'wechat' | 'sms',
  of: readonly { readonly provider: string; readonly sent: number }[],
): ReturnType<MessageChannel['receipts']> =>
  app.channels[name].receipts(of.map(({ provider: id, sent }) => ({ id, sent }))).catch((error: unknown) => {
    app.report(error as Error);
    return [];
  });

/**
 * SQL of the messages that are polled now. Receipts mostly come soon, so the newest have their place each minute. Any
 * number of messages without an answer leaves the others their turn: those that are polled are others each minute.
 */
const POLLED = `select id::text as id, provider, sent, channel from (
    select one.*, row_number() over (partition by channel order by newest > ${NEWEST}, hashint8extended(id, floor(extract(epoch from $2::timestamptz) / 60)::bigint)) as place from (
      select id, provider_msg_id as provider, (extract(epoch from send_time) * 1000)::float8 as sent, case push_channel when 'wechat' then 'wechat' else 'sms' end as channel,
        row_number() over (partition by push_channel = 'wechat' order by send_time desc, id desc) as newest from ${smsLog.table}
      where tenant_id = $1 and is_deleted = 0 and sms_status = 'sent' and send_time > $2::timestamptz - interval '${POLL_HOURS} hours') one) one
  where place <= ${2 * NEWEST} order by sent, id`;

/** Read the receipts of sent messages; a repeated receipt changes nothing. */
async function receive(app: App, { step, each }: TimedSteps): Promise<void> {
  const sent = await step((context) =>
    context.sql.query<{ id: string; provider: string; sent: number; channel: 'wechat' | 'sms' }>(POLLED, [
      context.tenantId,
      context.now(),
    ]),
  );
  for (const [name, of] of Map.groupBy(sent, (one) => one.channel)) {
    const receipts = new Map(
      (await receiptsOf(app, name, of)).flatMap((receipt) => {
        const log = of.find((one) => one.provider === receipt.id);
        return log ? [[log.id, receipt] as const] : [];
      }),
    );
    await each([...receipts.keys()], (context, id) => takeReceipt(context, id, mustGet(receipts, id)));
  }
}

async function takeReceipt(
  context: Context,
  id: string,
  receipt: { arrived: boolean; reason: LocalizedText | null },
): Promise<void> {
  const log = await context.get(smsLog, id);
  if (log.smsStatus !== 'sent') return;
  await settle(
    context,
    id,
    receipt.arrived
      ? { smsStatus: 'arrived', arriveTime: context.now() }
      : { smsStatus: 'failed', failReason: storedText(receipt.reason ?? ['未送达', 'Not delivered'], 255) },
  );
}

/** Mark messages as failed that no provider accepted for hours, the oldest first. One that is being sent now stays. */
async function giveUp({ step, each }: TimedSteps): Promise<void> {
  const old = await step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from ${smsLog.table} where tenant_id = $1 and is_deleted = 0 and sms_status = 'waiting' and create_time < $2::timestamptz - interval '${STALE_HOURS} hours' order by create_time, id limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );
  await each(
    old.map(({ id }) => id),
    async (context, id) => {
      const [held] = await context.sql.query(
        `select id from ${smsLog.table} where tenant_id = $1 and id = $2 and sms_status = 'waiting' for no key update skip locked`,
        [context.tenantId, id],
      );
      if (!held) return;
      await settle(context, id, {
        smsStatus: 'failed',
        failReason: storedText(['渠道长时间无响应', 'The provider did not answer for hours']),
      });
    },
  );
}

/** Mark old messages as failed, and read receipts. It runs every minute. */
export async function channelTick(app: App, steps: TimedSteps): Promise<void> {
  await giveUp(steps);
  await receive(app, steps);
}
