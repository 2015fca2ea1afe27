import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { secret } from '#kernel/fields/secret/secret.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { smsKind } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/**
 * A provider's template by which other systems send messages. The gateway that the server is configured with transmits
 * them.
 */
export const sms = paper('sms', {
  title: ['短信配置', 'SMS channel'],
  table: 'blade_sms',
  path: 'blade-resource/sms',
  rights: { ...platformRights, import: [] },
  sight: 'shared',
  caption: 'smsCode',
  hint: ['category'],
  wireNames: { categoryName: 'category', statusName: 'isEnabled' },
  wholeRows: true,
  search: ['smsCode', 'signName'],
  fields: {
    category: dict(smsKind, ['分类', 'Provider'], {
      required: true,
      numeric: true,
      list: true,
      filter: 'exact',
      initial: 9,
    }),
    smsCode: text(['资源编号', 'Code'], { required: true, unique: true, list: true, filter: 'like', max: 32 }),
    templateId: text(['模板ID', 'Template id'], { required: true, list: true, max: 64 }),
    templateText: longText(['模板内容（${变量}）', 'Text with ${variables}'], {
      list: true,
      max: 500,
      help: ['没有填写就不能发送', 'Nothing can be sent without it'],
      example: '验证码${code}，五分钟内有效',
    }),
    signName: text(['短信签名', 'Signature'], { required: true, list: true, max: 32 }),
    accessKey: text(['AccessKey', 'Access key'], { max: 128 }),
    secretKey: secret(['SecretKey', 'Secret key'], { max: 200 }),
    regionId: text(['地域ID', 'Region'], { max: 32, initial: 'cn-hangzhou' }),
    isEnabled: flag(['启用', 'In use'], { auto: true, list: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  buttons: {
    enable: { label: ['启用', 'Use this one'], roles: ['admin'] },
    send: { label: ['发送', 'Send'], roles: ['admin'] },
  },
  card: ['smsCode', 'category', 'templateId', 'isEnabled'],
  menu: { group: 'resource', icon: 'message-circle', path: '/resource/sms', sort: 20 },
});
