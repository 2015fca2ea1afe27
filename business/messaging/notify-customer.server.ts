import { serving } from '#kernel/server';
import { linkedTemplate } from './sms/message-links.server.ts';
import { noticeTemplate, queue, wechatOf } from './sms/queue.server.ts';
import { filled } from './sms/template.rules.ts';
import { notifyCustomer } from './notify.service.ts';

/**
 * Send a customer the newest enabled template of a scene: over WeChat if bound, else by SMS. Without one send nothing.
 * A variable without a value is a fault of the template and does not stop the message: the log shows it.
 */
export const notifyCustomerServing = serving(notifyCustomer, async (context, message) => {
  const overWechat = await noticeTemplate(context, message.scene, 'wechat');
  const isBound = overWechat !== null && (await wechatOf(context, message.customerId)) !== null;
  const template = isBound ? overWechat : await noticeTemplate(context, message.scene, 'sms');
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
