import { serving } from '#kernel/server';
import { type PushOutcome, pushCustomer } from './notify.service.ts';
import { linkedTemplate } from './sms/message-links.server.ts';
import { PUSHED, queue, wechatOf } from './sms/queue.server.ts';
import { smsTemplate } from './sms/sms-template.paper.ts';
import { filled } from './sms/template.rules.ts';

/** Send a customer one template over its channel. A disabled template and an unbound customer write nothing. */
export const pushCustomerServing = serving(pushCustomer, async (context, message): Promise<PushOutcome> => {
  const { templateId, key, variables, shown = {}, ...about } = message;
  const [template] = await context.find(smsTemplate, { id: templateId, enabled: true }, { first: 1 });
  if (!template) return { state: 'templateDisabled' };
  if (template.pushChannel === 'wechat' && !(await wechatOf(context, about.customerId))) return { state: 'notBound' };
  const linked = await linkedTemplate(context, template.content, about, variables);
  const row = await queue(context, {
    template,
    text: filled(linked.content, { ...variables, ...linked.variables }).text,
    shown: filled(linked.content, { ...variables, ...shown, ...linked.shown }).text,
    link: linked.link,
    key: `${PUSHED}${key}`,
    ...about,
  });
  return { state: row.smsStatus === 'blocked' ? 'blocked' : 'queued', messageId: row.id };
});
