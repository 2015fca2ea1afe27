import { serving } from '#kernel/server';
import { linkedTemplate } from './sms/message-links.server.ts';
import { queue, wechatOf } from './sms/queue.server.ts';
import { smsTemplate } from './sms/sms-template.paper.ts';
import { filled } from './sms/template.rules.ts';
import { notifyCustomer } from './notify.service.ts';

/**
 * Send a customer the enabled template of a scene: over WeChat if bound, else by SMS. Without such a template
 * send nothing. A variable without a value is a fault of the template and does not stop the message: the log shows it.
 */
export const notifyCustomerServing = serving(notifyCustomer, async (context, message) => {
  const templates = await context.find(
    smsTemplate,
    { smsScene: message.scene, enabled: true, isMarketing: false },
    { limit: 20 },
  );
  const wechat = templates.some((one) => one.pushChannel === 'wechat') && (await wechatOf(context, message.customerId));
  const template = templates.find((one) => one.pushChannel === (wechat ? 'wechat' : 'sms'));
  if (!template) return;
  const linked = await linkedTemplate(context, template.content, message, message.variables);
  const { text } = filled(linked.content, { ...message.variables, ...linked.variables });
  const shown = filled(linked.content, {
    ...message.variables,
    ...(message.variables.code && { code: '******' }),
    ...linked.shown,
  }).text;
  const key = [
    message.scene,
    message.bizType,
    message.bizId,
    message.phone,
    ...(message.again === undefined ? [] : [String(message.again)]),
  ].join('#');
  await queue(context, {
    template,
    text,
    shown,
    phone: message.phone,
    customerId: message.customerId,
    bizType: message.bizType,
    bizId: message.bizId,
    key,
    link: linked.link,
  });
});
