import { behaviour, type Context, implement } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { refuse } from '../refusals.ts';
import { type Audience, isEverybody } from './audience.rules.ts';
import { countAudience, namesOf } from './audience.server.ts';
import { care } from './care.paper.ts';
import { previewAudience } from './care.calls.ts';
import { sendCares } from './send-care.server.ts';

/** Enabled templates of care at most. */
const MAX_TEMPLATES = 200;

type Care = Row<typeof care>;

/** Channels over which messages of care leave. */
const OPEN_CHANNELS: readonly string[] = ['sms', 'wechat'];
/** Names that a preview shows. */
const SHOWN = 20;

/** Return the template of a message: an enabled one for care over its channel, marked as advertising. */
async function templateFor(context: Context, { pushChannel }: Care): Promise<string> {
  const all = await context.find(
    smsTemplate,
    { smsScene: 'care', pushChannel, enabled: true, isMarketing: true },
    { limit: MAX_TEMPLATES },
  );
  const found = all.find(({ content }) => content.includes('${content}'));
  if (!found) throw refuse.careTemplateMissing();
  return found.id;
}

export default behaviour<typeof care>(care, {
  async saving(context, { values, byHand }) {
    if (!byHand) return undefined;
    if (values.pushChannel && !OPEN_CHANNELS.includes(values.pushChannel)) throw refuse.channelNotOpen();
    return undefined;
  },
  actions: {
    async plan(context, row) {
      if (isEverybody(row.audience)) throw refuse.audienceEmpty();
      const { gets } = await countAudience(context, row.audience);
      if (gets === 0) throw refuse.nobodyGets();
      const templateId = await templateFor(context, row);
      const now = context.now();
      return { templateId, planSendTime: row.planSendTime && row.planSendTime > now ? row.planSendTime : now };
    },
  },
  computed: {
    successCount:
      "(select count(*)::int from asschemepush p where p.tenant_id = t.tenant_id and p.care_id = t.id and p.is_deleted = 0 and p.push_status in ('sent', 'read'))",
    readCount:
      "(select count(*)::int from asschemepush p where p.tenant_id = t.tenant_id and p.care_id = t.id and p.is_deleted = 0 and p.push_status = 'read')",
  },
  calls: [
    implement(previewAudience, {
      async read({ audience }: { audience: Audience }, reading) {
        const counts = await countAudience(reading, audience);
        return { ...counts, first: await namesOf(reading, audience, SHOWN) };
      },
    }),
  ],
  timed: { send: { cron: '*/10 * * * *', work: sendCares } },
});
