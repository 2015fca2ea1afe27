import type { RoleSeed, Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { technician } from './people/technician/technician.paper.ts';
import { skill } from './people/skill.paper.ts';
import { manufacturer } from './standards/manufacturer.paper.ts';
import { serviceStandard } from './standards/service-standard/service-standard.paper.ts';
import { paymentType } from './payment-type.paper.ts';
import { numberRule } from './records/number-rule.paper.ts';
import { actionLog } from './records/action-log.paper.ts';

/** Buttons to read personal data of customers in clear, value by value with a reason. */
const inClear = ['customer_privacy_view'];

const roles: readonly RoleSeed[] = [
  { alias: 'as_cs', label: ['客服', 'Customer service'], scope: 'departmentBelow', buttons: inClear },
  { alias: 'as_dispatcher', label: ['派工员', 'Dispatcher'], scope: 'team', buttons: inClear },
  { alias: 'as_leader', label: ['班组长', 'Team leader'], scope: 'team', buttons: inClear },
  { alias: 'as_technician', label: ['技师', 'Technician'], scope: 'own' },
  { alias: 'as_store', label: ['仓管', 'Storekeeper'], scope: 'all' },
  { alias: 'as_finance', label: ['财务', 'Finance'], scope: 'all' },
  { alias: 'as_piece_auditor', label: ['计件审核', 'Piecework auditor'], scope: 'all' },
  { alias: 'as_hr', label: ['薪资', 'HR and payroll'], scope: 'all' },
  { alias: 'as_manager', label: ['经理', 'Manager'], scope: 'all', buttons: inClear },
  { alias: 'as_admin', label: ['售后管理员', 'Domain admin'], scope: 'all', buttons: inClear },
  { alias: 'as_operator', label: ['运营专员', 'Home operator'], scope: 'all', buttons: inClear },
  { alias: 'as_iot', label: ['物联网工程师', 'IoT engineer'], scope: 'all' },
  { alias: 'as_sap', label: ['接口账号', 'SAP account'], scope: 'all' },
  { alias: 'as_customer', label: ['客户', 'Customer'], scope: 'own' },
  // A lead role inherits the rights of its parent role, and has the lead's actions of the lifecycles. The
  // customer-service lead may also save a customer despite a duplicate.
  {
    alias: 'as_cs_lead',
    label: ['客服主管', 'Customer-service lead'],
    scope: 'departmentBelow',
    parent: 'as_cs',
    buttons: [...inClear, 'ascustomer_force'],
  },
  { alias: 'as_store_lead', label: ['仓库主管', 'Warehouse lead'], scope: 'all', parent: 'as_store' },
  { alias: 'as_finance_lead', label: ['财务主管', 'Finance lead'], scope: 'all', parent: 'as_finance' },
  { alias: 'as_iot_lead', label: ['物联网主管', 'IoT lead'], scope: 'all', parent: 'as_iot' },
  { alias: 'as_piece_lead', label: ['计件主管', 'Piecework lead'], scope: 'all', parent: 'as_piece_auditor' },
];

/** People, standards, payment types, numbers and the action log, with the roles of after-sales. */
export default {
  name: 'masterdata',
  title: ['基础资料', 'Master data'],
  needs: ['system'],
  load: 'frame',
  topMenu: { code: 'maintenance', label: ['售后维保', 'After-sales'], icon: 'layout-dashboard', sort: 1 },
  papers: [technician, skill, manufacturer, serviceStandard, paymentType, numberRule, actionLog],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'master', label: ['基础资料', 'Master data'], icon: 'database', sort: 100 }],
  roles,
} satisfies Room;
