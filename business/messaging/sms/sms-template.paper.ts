import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { pushChannel, smsAudit, smsScene } from '../dictionaries.ts';
import { messageRights } from '../rights.rules.ts';

/** Text of a message to a customer, with variables of the order. */
export const smsTemplate = paper('smsTemplate', {
  title: ['短信模板', 'Message template'],
  table: 'assmstemplate',
  path: 'blade-maintenance/webApi/assms',
  rights: messageRights,
  sight: 'shared',
  caption: 'templateName',
  hint: ['smsScene', 'pushChannel'],
  search: ['templateCode', 'templateName', 'content'],
  fields: {
    templateCode: text(['模板编码', 'Template code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    templateName: text(['模板名称', 'Template name'], { required: true, list: true, filter: 'like', max: 64 }),
    smsScene: dict(smsScene, ['使用场景', 'Scene'], { required: true, list: true, filter: 'exact' }),
    pushChannel: dict(pushChannel, ['渠道', 'Channel'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'sms',
    }),
    signName: text(['短信签名', 'Signature'], { required: true, list: true, initial: '舒适家', max: 32 }),
    content: longText(['模板内容（${变量}）', 'Text with ${variables}'], {
      required: true,
      list: true,
      max: 2000,
      help: ['用 ${name} 等变量代入姓名、单号、时间', 'Places like ${name} take the name, number or time of the order'],
    }),
    variables: structured<{ name: string }[], { auto: true; rows: true; parts: readonly StructuredPart[] }>(
      ['变量清单', 'Variables'],
      { auto: true, rows: true, parts: [{ name: 'name', label: ['变量', 'Variable'], type: 'text', required: true }] },
    ),
    providerTemplateId: text(['平台模板ID', 'Provider template id'], { max: 64 }),
    auditStatus: dict(smsAudit, ['平台审核', 'Provider audit'], { list: true, filter: 'exact', initial: 'none' }),
    isMarketing: flag(['营销类', 'Marketing'], { required: true, list: true, filter: 'exact', initial: false }),
    enabled: flag(['启用', 'Enabled'], { required: true, list: true, filter: 'exact', initial: true }),
  },
  groups: [
    {
      label: ['模板', 'Template'],
      fields: ['templateCode', 'templateName', 'smsScene', 'pushChannel', 'signName', 'content', 'variables'],
    },
    { label: ['使用', 'Use'], fields: ['enabled', 'isMarketing', 'providerTemplateId', 'auditStatus'] },
  ],
  views: { inUse: { label: ['启用中', 'In use'], filter: { enabled: 'true' } } },
  buttons: { send: { label: ['发送', 'Send'], roles: ['as_cs', 'as_dispatcher', 'as_admin'] } },
  card: ['templateName', 'smsScene', 'pushChannel', 'enabled'],
  menu: { group: 'master', icon: 'message-square', path: '/maintenance/assms', sort: 66 },
});
