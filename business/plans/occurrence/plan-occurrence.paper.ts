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
import { schemeName } from '#business/contracts/dictionaries.ts';
import { nameOnLines } from '#business/customers/customer-fields.rules.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { customerReply, planStatus } from '../dictionaries.ts';
import { planRights } from '../rights.rules.ts';
import { occurrenceLifecycle } from './occurrence-lifecycle.rules.ts';

/** A maintenance plan: one planned visit of a service contract, made by the product at night and moved by people. */
export const planOccurrence = paper('planOccurrence', {
  title: ['保养计划', 'Maintenance plan'],
  table: 'asmaintain',
  path: 'blade-maintenance/webApi/asmaintain',
  rights: planRights,
  team: { through: 'customerId', paper: 'customer' },
  department: { through: 'schemeId', paper: 'scheme' },
  caption: 'planNo',
  hint: ['customerName', 'planDate'],
  lifecycle: occurrenceLifecycle,
  uniques: [['schemeId', 'occurrenceNo']],
  fewPer: 'schemeId',
  // Open visits are found by their day: the planned one, or the day agreed with the customer. Skipped ones are few.
  partialIndexes: [
    { by: 'planDate', where: { planStatus: ['planned', 'pushed', 'booked', 'dispatched', 'skipped'] } },
    { by: 'expectDate', where: { planStatus: ['booked', 'dispatched'] } },
  ],
  fields: {
    planNo: lineNumber(['计划编号', 'Plan no.'], 'BY'),
    schemeId: ref('scheme', ['维保方案', 'Service contract'], { required: true, list: true, filter: 'exact' }),
    occurrenceNo: integer(['第几次', 'Visit no.'], { auto: true, list: true, sum: false }),
    content: text(['内容', 'What is done'], { auto: true, list: true, max: 100 }),
    customerId: ref('customer', ['客户', 'Customer'], {
      auto: true,
      list: true,
      filter: 'exact',
      copied: { from: 'schemeId', field: 'customerId' },
    }),
    registerMainId: ref('serviceFile', ['服务档案', 'Service file'], {
      auto: true,
      filter: 'exact',
      copied: { from: 'schemeId', field: 'registerMainId' },
    }),
    customerName: nameOnLines,
    phone: phone(['电话', 'Phone'], {
      auto: true,
      list: true,
      copied: { from: 'schemeId', field: 'contactPhone' },
    }),
    premisesId: ref('premises', ['楼盘', 'Premises'], { auto: true, list: true, filter: 'exact' }),
    customerServiceTeam: dict(customerServiceTeam, ['班组', 'Team'], {
      auto: true,
      list: true,
      filter: 'exact',
      copied: { from: 'customerId', field: 'customerServiceTeam' },
    }),
    schemeName: dict(schemeName, ['方案名称', 'Contract name'], {
      auto: true,
      list: true,
      copied: { from: 'schemeId', field: 'schemeName' },
    }),
    planDate: day(['计划日期', 'Planned for'], { required: true, list: true, filter: 'range' }),
    windowFrom: day(['窗口开始', 'Window from'], { auto: true, list: true }),
    windowTo: day(['窗口结束', 'Window to'], { auto: true, list: true }),
    stdMinutes: integer(['标准工时（分）', 'Minutes'], { auto: true, list: true, sum: true }),
    planStatus: dict(planStatus, ['状态', 'State'], { auto: true, required: true, list: true, filter: 'exact' }),
    overdueDays: integer(['逾期天数', 'Days overdue'], { computed: true, list: true, sum: false }),
    // Stored each night, so that figures and lists find overdue plans, and each step is reported once.
    overdue: flag(['已逾期', 'Overdue'], { auto: true, filter: 'exact' }),
    escalated: integer(['升级次数', 'Escalations'], { auto: true, sum: false }),
    isFrozen: flag(['方案暂停', 'Contract suspended'], { computed: true }),
    pushCount: integer(['推送次数', 'Pushes'], { auto: true, list: true }),
    lastPushTime: moment(['最近推送', 'Last push'], { auto: true, list: true }),
    customerReply: dict(customerReply, ['客户回复', 'Reply'], { list: true, filter: 'exact', initial: 'none' }),
    expectDate: day(['客户期望日期', 'Wanted date'], { list: true }),
    expectSlot: dict(timeSlot, ['期望时段', 'Wanted slot']),
    // The customer replied by a link; empty where staff entered the reply.
    replyTime: moment(['客户回复时间', 'Replied at'], { auto: true }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { auto: true, filter: 'exact' }),
    // The work order shows its completion.
    completionId: id(['完工单', 'Completion'], { auto: true, wire: true, list: true }),
    doneDate: day(['完成日期', 'Done on'], { auto: true, list: true }),
    skipReason: text(['跳过原因', 'Why skipped'], { auto: true, list: true, max: 255, wide: true }),
    consumed: flag(['跳过仍扣减', 'Skipped and used'], { auto: true }),
    generateKey: text(['生成键', 'Generation key'], { computed: true, wire: true, max: 64 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['计划', 'Plan'],
      fields: [
        'planNo',
        'planStatus',
        'schemeId',
        'schemeName',
        'occurrenceNo',
        'content',
        'planDate',
        'windowFrom',
        'windowTo',
        'overdueDays',
        'stdMinutes',
      ],
    },
    {
      label: ['客户', 'Customer'],
      fields: [
        'customerId',
        'registerMainId',
        'customerName',
        'phone',
        'premisesId',
        'customerServiceTeam',
        'customerReply',
        'expectDate',
        'expectSlot',
        'replyTime',
      ],
    },
    {
      label: ['结果', 'Result'],
      fields: ['registrationFormId', 'doneDate', 'pushCount', 'lastPushTime', 'skipReason', 'consumed', 'remark'],
    },
  ],
  views: {
    open: { label: ['未完成', 'Open'], filter: { planStatus: 'planned,pushed,booked,dispatched' } },
    late: {
      label: ['逾期', 'Overdue'],
      filter: { overdue: 'true', planStatus: 'planned,pushed,booked,dispatched' },
      worry: true,
    },
    toRegister: { label: ['待登记', 'To register'], filter: { planStatus: 'booked' } },
    skipped: { label: ['已跳过', 'Skipped'], filter: { planStatus: 'skipped' } },
  },
  columns: [
    'planNo',
    'planStatus',
    'planDate',
    'overdueDays',
    'customerName',
    'phone',
    'premisesId',
    'customerServiceTeam',
    'schemeName',
    'occurrenceNo',
    'content',
    'customerReply',
    'expectDate',
    'windowTo',
    'stdMinutes',
  ],
  card: ['customerName', 'planStatus', 'planDate', 'premisesId', 'content'],
  menu: { group: 'schemes', icon: 'calendar-clock', path: '/maintenance/asmaintain', sort: 20 },
  logAs: 'plan',
});
