import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { lineNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { nameOnLines } from '#business/customers/customer-fields.rules.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { pushScene, pushStatus } from '../../dictionaries.ts';
import { pushLogRights } from '../../rights.rules.ts';

/** One decision to tell a customer something: by a rule, by hand or by a care. It follows the message that it became. */
export const schemePush = paper('schemePush', {
  title: ['方案推送', 'Push'],
  plural: 'Pushes',
  table: 'asschemepush',
  path: 'blade-maintenance/webApi/asschemepush',
  rights: pushLogRights,
  team: { through: 'customerId', paper: 'customer' },
  department: { through: 'customerId', paper: 'customer' },
  caption: 'pushNo',
  hint: ['customerName', 'pushScene'],
  readOnly: true,
  order: { by: 'createTime', down: true },
  indexed: { parcelId: 'the pushes of a message' },
  partialIndexes: [{ by: 'pushScene', where: { pushStatus: ['waiting', 'failed'] } }],
  buttons: { push: { label: ['手动推送', 'Push now'], roles: ['as_cs', 'as_admin'] } },
  fields: {
    pushNo: lineNumber(['推送号', 'Push no.'], 'TS'),
    pushScene: dict(pushScene, ['场景', 'Scene'], { auto: true, list: true, filter: 'exact' }),
    ruleId: ref('pushRule', ['规则', 'Rule'], { auto: true, list: true }),
    schemeId: ref('scheme', ['方案', 'Contract'], { auto: true, filter: 'exact' }),
    planId: ref('planOccurrence', ['计划', 'Plan'], { auto: true, filter: 'exact' }),
    remindId: id(['提醒', 'Reminder'], { auto: true, wire: true, filter: 'exact' }),
    careId: id(['关怀', 'Care'], { auto: true, wire: true, filter: 'exact' }),
    customerId: ref('customer', ['客户', 'Customer'], { auto: true, list: true, filter: 'exact' }),
    customerName: nameOnLines,
    dueDate: day(['到期日期', 'Due'], { auto: true, list: true }),
    pushTurn: integer(['第几次', 'Turn'], { auto: true, list: true, sum: false }),
    pushChannel: dict(pushChannel, ['渠道', 'Channel'], { auto: true, list: true }),
    target: phone(['接收端', 'Receiver'], { auto: true }),
    // The message shows its template.
    templateId: id(['模板', 'Template'], { auto: true, wire: true }),
    parcelId: ref('smsLog', ['消息', 'Message'], { auto: true }),
    content: longText(['内容', 'Content'], { auto: true, list: true, max: 2000 }),
    pushStatus: dict(pushStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    failReason: text(['失败原因', 'Failure'], { auto: true, list: true, max: 255, wide: true, isProductText: true }),
    waitUntil: moment(['等到', 'Waits until'], { auto: true, list: true }),
    pushTime: moment(['发送时间', 'Sent at'], { auto: true, list: true }),
    readTime: moment(['阅读时间', 'Read at'], { auto: true, list: true }),
    operatorName: text(['操作人', 'Operator'], { auto: true, list: true, max: 64 }),
    // Pushes of one message have the same key, and its further channels.
    bundleKey: text(['合并键', 'Bundle key'], { auto: true, wire: true, max: 100 }),
    nextChannels: text(['下一渠道', 'Next channels'], { auto: true, wire: true, max: 100 }),
    // The key that prevents a second push: `rule#target#due#n`, `hand#target#due#day` or `care#id#customer`.
    pushKey: text(['推送键', 'Push key'], { auto: true, wire: true, unique: true, max: 100 }),
  },
  views: {
    waiting: { label: ['待发送', 'Waiting'], filter: { pushStatus: 'waiting' } },
    failed: { label: ['失败', 'Failed'], filter: { pushStatus: 'failed' }, worry: true },
  },
  card: ['customerName', 'pushScene', 'pushStatus', 'pushTime', 'content'],
  columns: [
    'pushNo',
    'pushStatus',
    'pushScene',
    'customerName',
    'pushChannel',
    'dueDate',
    'pushTime',
    'waitUntil',
    'content',
    'failReason',
    'ruleId',
    'operatorName',
  ],
  menu: { group: 'schemes', icon: 'send', path: '/maintenance/asschemepush', sort: 60 },
});
