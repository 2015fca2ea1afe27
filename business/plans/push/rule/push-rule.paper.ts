import { clock } from '#kernel/fields/clock/clock.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerLevel } from '#business/customers/dictionaries.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { pushScene, remindType } from '../../dictionaries.ts';
import { pushRights } from '../../rights.rules.ts';

/** A rule by which customers are reminded: of which scene, how many days before, how often, and over which channels. */
export const pushRule = paper('pushRule', {
  title: ['推送规则', 'Push rule'],
  table: 'aspushrule',
  path: 'blade-maintenance/webApi/aspushrule',
  rights: pushRights,
  sight: 'shared',
  caption: 'ruleName',
  hint: ['pushScene'],
  canBeDisabled: true,
  fields: {
    ruleName: text(['规则名称', 'Rule'], { required: true, list: true, filter: 'like', max: 64, width: 230 }),
    pushScene: dict(pushScene, ['场景', 'Scene'], { required: true, list: true, filter: 'exact' }),
    remindType: dict(remindType, ['提醒类型', 'Kind of reminder'], { list: true, filter: 'exact' }),
    schemeTypeIds: refs('schemeType', ['方案类型', 'Types of contracts'], {
      filter: 'exact',
      help: ['不填为全部，没有方案的也算', 'Empty: all, also customers without a contract'],
    }),
    customerLevels: dicts(customerLevel, ['客户等级', 'Customer levels'], {
      help: ['不填为全部；黑名单从不发', 'Empty: all. Blocked customers never get a message'],
    }),
    offsetDays: integer(['提前天数', 'Days before'], {
      required: true,
      list: true,
      min: 'any',
      max: 730,
      sum: false,
      help: ['负数为到期后', 'Negative: days after'],
    }),
    repeatDays: integer(['重复间隔（天）', 'Repeat every (days)'], { list: true, max: 365, sum: false }),
    maxTimes: integer(['最多次数', 'At most'], {
      required: true,
      list: true,
      min: '1',
      max: 30,
      initial: 1,
      sum: false,
    }),
    channels: dicts(pushChannel, ['渠道（按序）', 'Channels in order'], { required: true, list: true }),
    templateIds: refs('smsTemplate', ['模板', 'Templates'], {
      max: 7,
      help: ['每个渠道一个模板，客服待办不用', 'One template for each channel; a staff to-do needs none'],
    }),
    sendFrom: clock(['发送开始', 'Send from'], { required: true, list: true, initial: '08:30' }),
    sendTo: clock(['发送结束', 'Send until'], { required: true, list: true, initial: '20:00' }),
    createTodo: flag(['生成客服待办', 'Staff to-do'], { list: true, initial: false }),
    stopOnReply: flag(['回复后停止', 'Stop on reply'], { required: true, initial: true }),
    priority: integer(['优先级', 'Priority'], {
      required: true,
      list: true,
      max: 1000,
      initial: 50,
      sum: false,
      help: ['同场景里最高的一条说了算', 'The highest rule of a scene decides'],
    }),
  },
  groups: [
    { label: ['给谁', 'Who'], fields: ['ruleName', 'pushScene', 'remindType', 'customerLevels', 'schemeTypeIds'] },
    {
      label: ['什么时候', 'When'],
      fields: ['offsetDays', 'repeatDays', 'maxTimes', 'sendFrom', 'sendTo', 'stopOnReply', 'priority'],
    },
    { label: ['怎么发', 'How'], fields: ['channels', 'templateIds', 'createTodo'] },
  ],
  shownWhen: { remindType: { field: 'pushScene', is: ['warrantyDue', 'lapsed', 'suppliesDue'] } },
  card: ['ruleName', 'pushScene', 'offsetDays', 'maxTimes', 'channels'],
  menu: { group: 'schemes', icon: 'megaphone', path: '/maintenance/aspushrule', sort: 50 },
});
