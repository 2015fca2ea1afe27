import { dict } from '#kernel/fields/dict/dict.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { pushChannel, smsScene, smsStatus } from '../dictionaries.ts';
import { logBizType } from '#business/masterdata/dictionaries.ts';
import { messageRights } from '../rights.rules.ts';

/** One message to one customer, and its delivery. */
export const smsLog = paper('smsLog', {
  title: ['发送记录', 'Sent message'],
  plural: 'Sent messages',
  table: 'assmslog',
  path: 'blade-maintenance/webApi/assmslog',
  rights: { read: messageRights.read },
  sight: 'shared',
  caption: 'smsScene',
  hint: ['sendTime'],
  readOnly: true,
  indexed: { smsStatus: 'messages that wait for their provider', phone: 'recent messages to a number' },
  fields: {
    templateId: ref('smsTemplate', ['模板', 'Template'], { auto: true, filter: 'exact' }),
    smsScene: dict(smsScene, ['场景', 'Scene'], { auto: true, list: true, filter: 'exact' }),
    pushChannel: dict(pushChannel, ['渠道', 'Channel'], { auto: true, list: true, filter: 'exact' }),
    phone: phone(['手机号', 'Mobile'], { auto: true, list: true, filter: 'like' }),
    customerId: ref('customer', ['客户', 'Customer'], { auto: true, filter: 'exact' }),
    bizType: dict(logBizType, ['业务类型', 'Business type'], { auto: true, filter: 'exact' }),
    bizId: id(['业务ID', 'Business id'], { wire: true, auto: true, filter: 'exact' }),
    content: longText(['内容', 'Content'], { auto: true, list: true, max: 2000 }),
    smsStatus: dict(smsStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    providerMsgId: text(['平台流水', 'Provider id'], { auto: true, max: 64 }),
    failReason: text(['失败原因', 'Failure'], { auto: true, list: true, max: 255, wide: true, isProductText: true }),
    sendTime: moment(['发送时间', 'Sent'], { auto: true, list: true, filter: 'range' }),
    arriveTime: moment(['送达时间', 'Delivered'], { auto: true }),
    // A field that the specification lacks: the key that prevents duplicates.
    dedupeKey: text(['去重键', 'Dedupe key'], { wire: true, auto: true, unique: true, max: 160 }),
  },
  under: 'smsTemplate',
});
