import type { Parameter, RoleSeed, Room } from '#kernel/language/room.ts';
import { customer } from './customers/customer/customer.paper.ts';
import { equipment } from './customers/equipment/equipment.paper.ts';
import { premises } from './customers/premises.paper.ts';
import { serviceFile } from './customers/service-file/service-file.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { skill } from './people/skill.paper.ts';
import { technician } from './people/technician/technician.paper.ts';
import { actionLog } from './records/action-log.paper.ts';
import { numberRule } from './records/number-rule.paper.ts';
import { registrationEquipment } from './repair/registration/registration-equipment.paper.ts';
import { registration } from './repair/registration/registration.paper.ts';
import { repairAnnex } from './repair/repair-annex.paper.ts';
import { repairForm } from './repair/repair-form/repair-form.paper.ts';
import { urge } from './repair/urge/urge.paper.ts';
import { manufacturer } from './standards/manufacturer.paper.ts';
import { serviceStandard } from './standards/service-standard/service-standard.paper.ts';

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
  { alias: 'as_cs_lead', label: ['客服主管', 'Customer-service lead'], scope: 'departmentBelow', parent: 'as_cs', buttons: [...inClear, 'ascustomer_force'] },
  { alias: 'as_store_lead', label: ['仓库主管', 'Store lead'], scope: 'all', parent: 'as_store' },
  { alias: 'as_finance_lead', label: ['财务主管', 'Finance lead'], scope: 'all', parent: 'as_finance' },
  { alias: 'as_piece_lead', label: ['计件主管', 'Piece-work lead'], scope: 'all', parent: 'as_piece_auditor' },
];

const parameters: readonly Parameter[] = [
  { key: 'as.intake.deptId', label: ['系统建单所属部门', 'Department of papers made by the system'], initial: '' },
  { key: 'as.work.lunch', label: ['午休(不计工作时间)', 'Lunch, taken out of working time'], initial: '12:00-13:00' },
  { key: 'as.rework.days', label: ['返修认定天数', 'Rework window in days'], initial: '30' },
  { key: 'as.warranty.expiringDays', label: ['质保临期天数', 'Days before the end of a warranty that count as expiring'], initial: '60' },
  { key: 'as.urge.replyMinutes', label: ['催单答复时限(分)', 'Working minutes to answer an urge'], initial: '30' },
  { key: 'as.urge.raiseAt', label: ['第几次催单升一级紧急程度', 'Urge that raises the urgency one step'], initial: '2' },
];

const atTheDesk = ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'];

/** What the after-sales room holds: its papers, menu, roles and settings. */
export const maintenance: Room = {
  name: 'maintenance',
  title: ['售后维保', 'After-sales'],
  papers: [
    repairForm, repairAnnex, registration, registrationEquipment, urge,
    customer, serviceFile, equipment, premises,
    technician, skill, manufacturer, serviceStandard,
    numberRule, actionLog,
  ],
  dictionaries: Object.values(dictionaries),
  groups: [
    { code: 'desk', label: ['工作台', 'Desk'], icon: 'layout-dashboard', sort: 10 },
    { code: 'intake', label: ['受理', 'Intake'], icon: 'headset', sort: 20 },
    { code: 'customers', label: ['客户关系', 'Customers'], icon: 'users', sort: 90 },
    { code: 'master', label: ['基础资料', 'Master data'], icon: 'database', sort: 100 },
  ],
  pages: [
    { code: 'work', label: ['工作台', 'Workbench'], group: 'desk', icon: 'house', path: '/wel/index', sort: 10, roles: roles.map((role) => role.alias) },
    { code: 'intake-desk', label: ['来电受理', 'Take a call'], group: 'desk', icon: 'phone-call', path: '/maintenance/desk', sort: 20, roles: atTheDesk },
  ],
  roles,
  parameters,
};
