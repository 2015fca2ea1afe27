import { clock } from '#kernel/fields/clock/clock.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerLevel } from '#business/customers/dictionaries.ts';
import { receiptsType } from '#business/masterdata/dictionaries.ts';
import { urgency, slaKind } from '../dictionaries.ts';
import { standardRights } from '#business/masterdata/rights.rules.ts';

/** The target of a service clock: the working minutes within which a kind of order must reach a step. */
export const slaPolicy = paper('slaPolicy', {
  title: ['SLA策略', 'SLA policy'],
  table: 'asslapolicy',
  path: 'blade-maintenance/webApi/asslapolicy',
  rights: standardRights,
  sight: 'shared',
  caption: 'policyName',
  hint: ['slaKind', 'receiptsType', 'urgency'],
  search: ['policyName'],
  order: { by: 'priority', down: true },
  fields: {
    policyName: text(['策略名称', 'Policy'], { required: true, list: true, filter: 'like', max: 64 }),
    receiptsType: dict(receiptsType, ['单据类型', 'Order type'], { list: true, filter: 'exact' }),
    urgency: dict(urgency, ['紧急程度', 'Urgency'], { list: true, filter: 'exact' }),
    customerLevel: dict(customerLevel, ['客户等级', 'Customer level'], { list: true, filter: 'exact' }),
    slaKind: dict(slaKind, ['时效类型', 'Clock'], { required: true, list: true, filter: 'exact' }),
    targetMinutes: integer(['目标（工作分钟）', 'Target (working minutes)'], {
      required: true,
      list: true,
      min: '1',
      max: 100_000,
      example: '60',
    }),
    warnPercent: integer(['预警（%）', 'Warn at (%)'], { required: true, list: true, initial: 80, min: '1', max: 100 }),
    calendarStart: clock(['计时开始', 'Hours from'], { required: true, initial: '08:30' }),
    calendarEnd: clock(['计时结束', 'Hours to'], { required: true, initial: '17:30' }),
    weekendCount: flag(['周末计时', 'Weekends count'], { required: true, list: true, initial: true }),
    priority: integer(['优先级', 'Priority'], { required: true, list: true, initial: 0, max: 1000 }),
  },
  groups: [
    {
      label: ['适用', 'For'],
      fields: ['policyName', 'slaKind', 'receiptsType', 'urgency', 'customerLevel', 'priority'],
    },
    {
      label: ['时效', 'Time'],
      fields: ['targetMinutes', 'warnPercent', 'calendarStart', 'calendarEnd', 'weekendCount'],
    },
  ],
  card: ['policyName', 'slaKind', 'targetMinutes', 'warnPercent'],
  menu: { group: 'master', icon: 'clock', path: '/maintenance/asslapolicy', sort: 70 },
});
