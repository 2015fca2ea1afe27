import { serving } from '#kernel/server';
import { queue, wechatOf } from './sms/queue.server.ts';
import { smsTemplate } from './sms/sms-template.paper.ts';
import { filled } from './sms/template.rules.ts';
import { notifyCustomer } from './notify.service.ts';

/**
 * A customer is told by the enabled template of a scene: over WeChat where he is bound to it, else by SMS. A company without such a
 * template tells him nothing. A place that has no value is a fault of the template and stops nothing: it is left to the log.
 */
export const notifyCustomerServing = serving(notifyCustomer, async (context, given) => {
  const templates = await context.find(
    smsTemplate,
    { smsScene: given.scene, enabled: true, isMarketing: false },
    { limit: 20 },
  );
  const wechat = templates.some((one) => one.pushChannel === 'wechat') && (await wechatOf(context, given.customerId));
  const template = templates.find((one) => one.pushChannel === (wechat ? 'wechat' : 'sms'));
  if (!template) return;
  const { text } = filled(template.content, given.variables);
  const shown = filled(template.content, { ...given.variables, ...(given.variables.code && { code: '******' }) }).text;
  const key = [
    given.scene,
    given.bizType,
    given.bizId,
    given.phone,
    ...(given.again === undefined ? [] : [String(given.again)]),
  ].join('#');
  await queue(context, {
    template,
    text,
    shown,
    phone: given.phone,
    customerId: given.customerId,
    bizType: given.bizType,
    bizId: given.bizId,
    key,
  });
});
