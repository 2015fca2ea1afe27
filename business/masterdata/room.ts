import type { Parameter, RoleSeed, Room } from '#kernel/language/room.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { annexClass } from '#business/completion/annex-class.paper.ts';
import { completionAnnex } from '#business/completion/completion-annex.paper.ts';
import { completionCharge } from '#business/completion/completion-charge.paper.ts';
import { completionEquipment } from '#business/completion/completion-equipment.paper.ts';
import { completionSupply } from '#business/completion/completion-supply.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import * as completionWords from '#business/completion/dictionaries.ts';
import * as dictionaries from './dictionaries.ts';
import { crewMember } from '#business/dispatch/crew-member.paper.ts';
import * as dispatchWords from '#business/dispatch/dictionaries.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { occupancy } from '#business/dispatch/occupancy.paper.ts';
import { visitFile } from '#business/dispatch/visit-file.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import * as messageWords from '#business/messaging/dictionaries.ts';
import { staffMessage } from '#business/messaging/staff-message.paper.ts';
import { smsLog } from '#business/messaging/sms-log.paper.ts';
import { smsOptOut } from '#business/messaging/sms-opt-out.paper.ts';
import { smsTemplate } from '#business/messaging/sms-template.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import * as moneyWords from '#business/billing/dictionaries.ts';
import { invoice } from '#business/billing/invoice/invoice.paper.ts';
import { paymentType } from './payment-type.paper.ts';
import { skill } from './people/skill.paper.ts';
import { technician } from './people/technician/technician.paper.ts';
import { actionLog } from './records/action-log.paper.ts';
import { numberRule } from './records/number-rule.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairAnnex } from '#business/intake/repair-annex.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { manufacturer } from './standards/manufacturer.paper.ts';
import { serviceStandard } from './standards/service-standard/service-standard.paper.ts';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import * as timeWords from '#business/scheduling/dictionaries.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { leaveStatistics } from '#business/scheduling/leave/statistics/leave-statistics.paper.ts';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { slaPolicy } from '#business/scheduling/sla/sla-policy.paper.ts';

/** Reads personal data in clear, value by value with a reason. */
const inClear = ['customer_privacy_view'];

const roles: readonly RoleSeed[] = [
  { alias: 'as_cs', label: ['客服', 'Customer service'], scope: 'departmentBelow', buttons: inClear },
  { alias: 'as_dispatcher', label: ['派工员', 'Dispatcher'], scope: 'team', buttons: inClear },
  { alias: 'as_leader', label: ['班组长', 'Team leader'], scope: 'team', buttons: inClear },
  { alias: 'as_technician', label: ['技师', 'Technician'], scope: 'own' },
  { alias: 'as_store', label: ['仓管', 'Storekeeper'], scope: 'all' },
  { alias: 'as_finance', label: ['财务', 'Finance'], scope: 'all' },
  { alias: 'as_piece_auditor', label: ['计件审核', 'Piece-work auditor'], scope: 'all' },
  { alias: 'as_hr', label: ['薪资', 'HR and wages'], scope: 'all' },
  { alias: 'as_manager', label: ['经理', 'Manager'], scope: 'all', buttons: inClear },
  { alias: 'as_admin', label: ['售后管理员', 'Domain admin'], scope: 'all', buttons: inClear },
  { alias: 'as_sap', label: ['接口账号', 'SAP account'], scope: 'all' },
  { alias: 'as_customer', label: ['客户', 'Customer'], scope: 'own' },
  // The leads hold what a lifecycle gives to them and count as their parent; a lead may save a customer although the same one exists.
  {
    alias: 'as_cs_lead',
    label: ['客服主管', 'Customer-service lead'],
    scope: 'departmentBelow',
    parent: 'as_cs',
    buttons: [...inClear, 'ascustomer_force'],
  },
  { alias: 'as_store_lead', label: ['仓库主管', 'Store lead'], scope: 'all', parent: 'as_store' },
  { alias: 'as_finance_lead', label: ['财务主管', 'Finance lead'], scope: 'all', parent: 'as_finance' },
  { alias: 'as_piece_lead', label: ['计件主管', 'Piece-work lead'], scope: 'all', parent: 'as_piece_auditor' },
];

const parameters: readonly Parameter[] = [
  { key: 'as.intake.deptId', label: ['系统建单所属部门', 'Department of papers made by the system'], initial: '' },
  { key: 'as.work.lunch', label: ['午休(不计工作时间)', 'Lunch, taken out of working time'], initial: '12:00-13:00' },
  { key: 'as.rework.days', label: ['返修认定天数', 'Rework window in days'], initial: '30' },
  {
    key: 'as.warranty.expiringDays',
    label: ['质保临期天数', 'Days before the end of a warranty that count as expiring'],
    initial: '60',
  },
  { key: 'as.urge.replyMinutes', label: ['催单答复时限(分)', 'Working minutes to answer an urge'], initial: '30' },
  {
    key: 'as.urge.raiseAt',
    label: ['第几次催单升一级紧急程度', 'Urge that raises the urgency one step'],
    initial: '2',
  },
];

const dispatchParameters: readonly Parameter[] = [
  {
    key: 'as.dispatch.acceptMinutes',
    label: ['接单时限(工作分钟)', 'Working minutes to accept a visit'],
    initial: '30',
  },
  { key: 'as.dispatch.bufferMinutes', label: ['任务间缓冲(分)', 'Buffer between visits (min)'], initial: '15' },
  { key: 'as.dispatch.speedKmh', label: ['路途速度(公里/时)', 'Speed on the road (km/h)'], initial: '30' },
  {
    key: 'as.dispatch.weights',
    label: ['派工推荐权重', 'Weights of the suggestion'],
    initial: 'sla 25, travel 25, parts 15, skill 10, last 10, preference 5, load 5, pay 5',
  },
  {
    key: 'as.dispatch.assistShare',
    label: [
      '协助默认分配比例(可按单据类型，如 0.4, install 0.5)',
      'Default share of a helper (by order type too: 0.4, install 0.5)',
    ],
    initial: '0.4',
  },
  {
    key: 'as.visit.emptyRunFee',
    label: ['空跑费(元，0 为不收)', 'Fee for a closed door (CNY, 0 = none)'],
    initial: '0',
  },
  {
    key: 'as.sla.pauseReasons',
    label: ['暂停时效的原因', 'Reasons that pause the clocks'],
    initial: 'hold: customer,partsMaker,construction,weather; delay: customer,site,weather',
  },
  {
    key: 'as.arrive.maxMetres',
    label: ['到达允许偏差(米)', 'Arrival distance above which a reason is asked (m)'],
    initial: '500',
  },
  {
    key: 'as.delay.dispatcherDays',
    label: ['派工员可批的延期天数', 'Longest delay a dispatcher may approve (days)'],
    initial: '3',
  },
  {
    key: 'as.completion.leaderConfirm',
    label: ['班组长先确认', 'The leader confirms before the back office'],
    initial: 'true',
  },
  {
    key: 'as.completion.codeTypes',
    label: ['需签名或验收码的单据类型', 'Order types that need signature or code'],
    initial: 'repair,maintain,install,consumable',
  },
  {
    key: 'as.completion.timeTolerance',
    label: ['作业时间容差(分钟)', 'Tolerance of work times (minutes)'],
    initial: '30',
  },
  { key: 'as.mileage.toleranceKm', label: ['里程容差(公里)', 'Mileage tolerance (km)'], initial: '5' },
  { key: 'as.mileage.tolerancePercent', label: ['里程容差(%)', 'Mileage tolerance (%)'], initial: '20' },
  {
    key: 'as.mileage.feePrice',
    label: ['向客户收取的里程费(元/公里)', 'Mileage fee asked from the customer (CNY per km)'],
    initial: '0',
  },
  {
    key: 'as.discount.limitPercent',
    label: ['需班组长批准的优惠(%)', 'Discount above which the leader is needed (%)'],
    initial: '10',
  },
  { key: 'as.money.closedMonth', label: ['已关账的收款月份', 'Last closed month of collections'], initial: '' },
  { key: 'as.sms.perPhonePerDay', label: ['每号码每日短信上限', 'Messages to one phone a day'], initial: '10' },
];

const atTheDesk = ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'];

/** What the after-sales room holds: its papers, menu, roles and settings. */
export const maintenance: Room = {
  name: 'maintenance',
  title: ['售后维保', 'After-sales'],
  papers: [
    repairForm,
    repairAnnex,
    registration,
    registrationEquipment,
    urge,
    customer,
    serviceFile,
    equipment,
    premises,
    technician,
    skill,
    manufacturer,
    serviceStandard,
    dispatchForm,
    crewMember,
    visit,
    visitFile,
    occupancy,
    leaveForm,
    leaveStatistics,
    delay,
    calendarDay,
    slaPolicy,
    slaClock,
    completion,
    completionEquipment,
    completionSupply,
    completionCharge,
    completionAnnex,
    annexClass,
    collection,
    invoice,
    paymentType,
    staffMessage,
    smsTemplate,
    smsLog,
    smsOptOut,
    numberRule,
    actionLog,
  ],
  dictionaries: [dictionaries, dispatchWords, timeWords, completionWords, moneyWords, messageWords].flatMap((words) =>
    Object.values(words),
  ),
  groups: [
    { code: 'desk', label: ['工作台', 'Desk'], icon: 'layout-dashboard', sort: 10 },
    { code: 'intake', label: ['受理', 'Intake'], icon: 'headset', sort: 20 },
    { code: 'dispatch', label: ['派工', 'Dispatch'], icon: 'send', sort: 30 },
    { code: 'money', label: ['收款结算', 'Money'], icon: 'banknote', sort: 70 },
    { code: 'customers', label: ['客户关系', 'Customers'], icon: 'users', sort: 90 },
    { code: 'master', label: ['基础资料', 'Master data'], icon: 'database', sort: 100 },
  ],
  pages: [
    {
      code: 'work',
      label: ['工作台', 'Workbench'],
      group: 'desk',
      icon: 'house',
      path: '/wel/index',
      sort: 10,
      roles: roles.map((role) => role.alias),
    },
    {
      code: 'intake-desk',
      label: ['来电受理', 'Take a call'],
      group: 'desk',
      icon: 'phone-call',
      path: '/maintenance/desk',
      sort: 20,
      roles: atTheDesk,
    },
    {
      code: 'visits-to-confirm',
      label: ['上门确认', 'Visits to confirm'],
      group: 'dispatch',
      icon: 'badge-check',
      path: '/maintenance/confirm',
      sort: 32,
      roles: ['as_leader', 'as_manager', 'as_admin'],
    },
    {
      code: 'finance-desk',
      label: ['财务工作台', 'Finance desk'],
      group: 'money',
      icon: 'wallet',
      path: '/maintenance/financeboard',
      sort: 5,
      roles: ['as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
    },
    {
      code: 'completions-to-check',
      label: ['完工审核', 'Completions to check'],
      group: 'dispatch',
      icon: 'check-check',
      path: '/maintenance/check',
      sort: 34,
      roles: ['as_cs_lead', 'as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
    },
    {
      code: 'technician-day',
      label: ['技师的一天', 'My day'],
      group: 'desk',
      icon: 'hard-hat',
      path: '/maintenance/day',
      sort: 30,
      roles: ['as_technician'],
      landing: ['as_technician'],
    },
    {
      code: 'dispatch-board',
      label: ['派工看板', 'Dispatch board'],
      group: 'desk',
      icon: 'calendar-clock',
      path: '/maintenance/board',
      sort: 30,
      roles: ['as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
      wide: true,
    },
  ],
  roles,
  parameters: [...parameters, ...dispatchParameters],
};
