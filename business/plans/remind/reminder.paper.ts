import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { lineNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { nameOnLines } from '#business/customers/customer-fields.rules.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { reminderRights } from '../rights.rules.ts';
import { remindType } from '../dictionaries.ts';
import { pushOutReason, remindStatus } from './dictionaries.ts';
import { reminderLifecycle } from './reminder-lifecycle.rules.ts';

/** A reason to contact a customer: a warranty ends, a cover has lapsed, or a consumable is due. Made at night. */
export const reminder = paper('reminder', {
  title: ['提醒', 'Reminder'],
  table: 'asremind',
  path: 'blade-maintenance/webApi/asremind',
  rights: reminderRights,
  team: { through: 'customerId', paper: 'customer' },
  department: { through: 'customerId', paper: 'customer' },
  caption: 'remindNo',
  hint: ['customerName', 'targetName'],
  lifecycle: reminderLifecycle,
  readOnly: true,
  partialIndexes: [{ by: 'dueDate', where: { remindStatus: ['waiting', 'in', 'pushed', 'out'] } }],
  fields: {
    remindNo: lineNumber(['提醒号', 'Reminder no.'], 'TX'),
    remindType: dict(remindType, ['类型', 'Type'], { auto: true, required: true, list: true, filter: 'exact' }),
    customerId: ref('customer', ['客户', 'Customer'], { auto: true, list: true, filter: 'exact' }),
    customerName: nameOnLines,
    phone: phone(['电话', 'Phone'], { auto: true, list: true, filter: 'like' }),
    premisesId: ref('premises', ['楼盘', 'Premises'], { auto: true, list: true, filter: 'exact' }),
    customerServiceTeam: dict(customerServiceTeam, ['班组', 'Team'], { auto: true, list: true, filter: 'exact' }),
    equipmentId: ref('equipment', ['设备', 'Machine'], { auto: true, filter: 'exact' }),
    schemeSuppliesId: ref('schemeSupplies', ['方案耗材', 'Consumable'], { auto: true }),
    targetId: id(['对象ID', 'Id of the subject'], { wire: true, auto: true }),
    targetName: text(['提醒对象', 'Subject'], { auto: true, list: true, max: 200 }),
    dueDate: day(['到期日期', 'Due'], { auto: true, required: true, list: true, filter: 'range' }),
    daysLeft: integer(['剩余天数', 'Days left'], { computed: true, list: true, sum: false, min: 'any' }),
    remindStatus: dict(remindStatus, ['状态', 'State'], { auto: true, required: true, list: true, filter: 'exact' }),
    pushNow: flag(['人工推入', 'Pushed by hand'], { auto: true }),
    pushCount: integer(['推送次数', 'Pushes'], { auto: true, list: true }),
    lastPushTime: moment(['最近推送', 'Last push'], { auto: true, list: true }),
    ownerUser: ref('user', ['跟进人', 'Owner'], { auto: true, list: true, filter: 'exact' }),
    nextFollowTime: moment(['下次跟进', 'Next contact'], { auto: true, list: true }),
    outReason: dict(pushOutReason, ['移出原因', 'Reason out'], { auto: true, list: true, filter: 'exact' }),
    outUntil: day(['移出至', 'Out until'], { auto: true, list: true }),
    registrationFormId: id(['登记单', 'Work order'], { wire: true, auto: true }),
    resultNote: text(['处理结果', 'Result'], { auto: true, list: true, max: 500, wide: true }),
    // `type#target#due`: a night that runs again makes no second reminder of the same fact.
    remindKey: text(['提醒键', 'Key'], { wire: true, auto: true, unique: true, max: 64 }),
  },
  groups: [
    {
      label: ['提醒', 'Reminder'],
      fields: ['remindNo', 'remindStatus', 'remindType', 'targetName', 'dueDate', 'daysLeft', 'equipmentId'],
    },
    {
      label: ['客户', 'Customer'],
      fields: ['customerId', 'customerName', 'phone', 'premisesId', 'customerServiceTeam'],
    },
    {
      label: ['跟进', 'Follow-up'],
      fields: [
        'ownerUser',
        'nextFollowTime',
        'pushCount',
        'lastPushTime',
        'pushNow',
        'outReason',
        'outUntil',
        'resultNote',
      ],
    },
  ],
  views: {
    open: { label: ['待跟进', 'Open'], filter: { remindStatus: 'waiting,in,pushed' } },
    out: { label: ['已移出', 'Out'], filter: { remindStatus: 'out' } },
  },
  columns: [
    'remindNo',
    'remindStatus',
    'customerName',
    'phone',
    'targetName',
    'dueDate',
    'daysLeft',
    'premisesId',
    'customerServiceTeam',
    'pushCount',
    'lastPushTime',
    'ownerUser',
    'nextFollowTime',
  ],
  card: ['customerName', 'remindStatus', 'targetName', 'dueDate', 'daysLeft'],
  menu: { group: 'schemes', icon: 'bell-ring', path: '/maintenance/asremind', sort: 30 },
  logAs: 'remind',
});
