import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { sentState } from '../dictionaries.ts';
import { recordRights } from '../rights.rules.ts';

/** A message sent by `send-message`: receiver, template, and result; never its text. */
export const smsSent = paper('smsSent', {
  title: ['短信发送日志', 'SMS log'],
  plural: 'SMS log',
  table: 'blade_sms_sent',
  path: 'blade-resource/sms-sent',
  rights: recordRights,
  sight: 'shared',
  readOnly: true,
  caption: 'state',
  indexed: { phone: 'recent messages to a number' },
  hint: ['smsId'],
  fields: {
    smsId: ref('sms', ['短信配置', 'Channel'], { auto: true, list: true, filter: 'exact' }),
    phone: phone(['手机号', 'Mobile'], { auto: true, list: true, filter: 'like' }),
    paramNames: text(['变量', 'Variables'], { auto: true, list: true, max: 200 }),
    state: dict(sentState, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    providerId: text(['平台流水', 'Provider no.'], { auto: true, max: 64 }),
    failReason: text(['失败原因', 'Failure'], { auto: true, list: true, max: 255, isProductText: true }),
    sentTime: moment(['发送时间', 'Sent'], { auto: true, list: true, filter: 'range' }),
  },
  card: ['phone', 'state', 'sentTime'],
  menu: { group: 'resource', icon: 'send', path: '/resource/sms-sent', sort: 30 },
});
