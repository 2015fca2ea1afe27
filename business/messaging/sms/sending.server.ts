import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import { mustHave } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { App, Context, MessageChannel, WorkSteps } from '#kernel/server';
import { secondsBetween } from '#business/masterdata/days.rules.ts';
import { queue, wechatOf } from './queue.server.ts';
import { smsLog } from './sms-log.paper.ts';
import { smsTemplate } from './sms-template.paper.ts';

type Log = Row<typeof smsLog>;

/** After so long a message nobody took is old news. */
const STALE_HOURS = 3;
/** So long a provider is asked what became of a message. */
const ASKED_HOURS = 48;
const AT_ONCE = 200;

/**
 * Hands a message that waits to its provider, in the transaction of the mark that it was told: a fault of the moment is tried again by
 * the outbox under the same key, by which the provider hands it on once.
 */
export async function sendWaiting(
  app: App,
  context: Context,
  { id, text }: { id: string; text?: string },
): Promise<void> {
  await context.sql.query(`select id from ${smsLog.table} where tenant_id = $1 and id = $2 for no key update`, [
    context.tenantId,
    id,
  ]);
  const log = await context.get(smsLog, id);
  if (log.smsStatus !== 'waiting') return;
  const { templateId, phone, content } = mustHave(log, 'templateId', 'phone', 'content');
  const template = await context.get(smsTemplate, templateId);
  const channel: MessageChannel = log.pushChannel === 'wechat' ? app.channels.wechat : app.channels.sms;
  const to = log.pushChannel === 'wechat' ? ((await wechatOf(context, log.customerId)) ?? phone) : phone;
  const taken = await channel.send({
    key: log.id,
    to,
    sign: template.signName,
    template: template.providerTemplateId,
    text: text ?? content,
  });
  if ('id' in taken)
    await context.change(smsLog, id, { smsStatus: 'sent', providerMsgId: taken.id, sendTime: context.now() });
  else {
    await context.change(smsLog, id, { smsStatus: 'failed', failReason: storedText(taken.refused, 255) });
    await instead(context, log, text);
  }
}

/** What WeChat would not take goes by SMS, where there is a template for it. */
async function instead(context: Context, log: Log, text: string | undefined): Promise<void> {
  if (log.pushChannel !== 'wechat') return;
  const [template] = await context.find(
    smsTemplate,
    { smsScene: log.smsScene, pushChannel: 'sms', enabled: true, isMarketing: false },
    { first: 1 },
  );
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
  });
}

/** What became of what was sent; a receipt that comes again changes nothing. */
async function receive(app: App, { step }: WorkSteps): Promise<void> {
  const sent = await step((context) =>
    context.sql.query<{ id: string; provider: string; sent: number; channel: string }>(
      `select id::text as id, provider_msg_id as provider, (extract(epoch from send_time) * 1000)::float8 as sent, push_channel as channel from ${smsLog.table}
    where tenant_id = $1 and is_deleted = 0 and sms_status = 'sent' and send_time > $2::timestamptz - interval '${ASKED_HOURS} hours' order by send_time limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );
  for (const [name, of] of Map.groupBy(sent, (one) =>
    one.channel === 'wechat' ? ('wechat' as const) : ('sms' as const),
  )) {
    const receipts = await app.channels[name].receipts(of.map((one) => ({ id: one.provider, sent: one.sent })));
    for (const receipt of receipts) {
      const log = of.find((one) => one.provider === receipt.id);
      if (log) await step((context) => settle(context, log.id, receipt));
    }
  }
}

async function settle(
  context: Context,
  id: string,
  receipt: { arrived: boolean; reason: LocalizedText | null },
): Promise<void> {
  const log = await context.get(smsLog, id);
  if (log.smsStatus !== 'sent') return;
  await context.change(
    smsLog,
    id,
    receipt.arrived
      ? { smsStatus: 'arrived', arriveTime: context.now() }
      : { smsStatus: 'failed', failReason: storedText(receipt.reason ?? ['未送达', 'Not delivered'], 255) },
  );
}

/** What nobody took for hours is not sent any more. */
async function giveUp({ step }: WorkSteps): Promise<void> {
  await step(async (context) => {
    const waiting = (await context.find(smsLog, { smsStatus: 'waiting' }, { first: AT_ONCE })).filter(
      (one) => secondsBetween(one.createTime, context.now()) > STALE_HOURS * 3600,
    );
    for (const one of waiting)
      await context.change(smsLog, one.id, {
        smsStatus: 'failed',
        failReason: storedText(['渠道长时间无响应', 'The provider did not answer for hours']),
      });
  });
}

/** The minute's work of the channels. */
export async function channelTick(app: App, steps: WorkSteps): Promise<void> {
  await giveUp(steps);
  await receive(app, steps);
}
