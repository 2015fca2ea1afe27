import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { wageStatus } from '../dictionaries.ts';
import { ownTechnicianRow } from '../own-rows.rules.ts';
import { wageRights } from '../rights.rules.ts';
import { wageSheetLifecycle } from './wage-lifecycles.rules.ts';

/** The pay of one technician in one period, with all its parts. */
export const wageSheet = paper('wageSheet', {
  title: ['工资单', 'Payslip'],
  table: 'aswagesheet',
  path: 'blade-maintenance/webApi/aswagesheet',
  rights: wageRights,
  mine: ownTechnicianRow,
  marked: true,
  caption: 'wageNo',
  hint: ['technicianName', 'totalAmount'],
  search: ['wageNo', 'technicianName'],
  readOnly: true,
  order: { by: 'wageNo', down: true },
  uniques: [['wagePeriod', 'technicianId']],
  lifecycle: wageSheetLifecycle,
  fields: {
    wageNo: paperNumber(['工资单号', 'Payslip no.'], 'GZ'),
    wagePeriod: text(['工资期间', 'Pay period'], { auto: true, list: true, filter: 'exact', max: 7 }),
    technicianId: ref('technician', ['技师', 'Technician'], { auto: true, list: true, filter: 'exact' }),
    technicianName: text(['姓名', 'Name'], { auto: true, list: true, filter: 'like', max: 64 }),
    deptId: department(['部门', 'Department'], { auto: true, list: true, filter: 'exact' }),
    customerServiceTeam: dict(customerServiceTeam, ['班组', 'Team'], { auto: true, list: true, filter: 'exact' }),
    baseAmount: money(['底薪', 'Base pay'], { auto: true, list: true }),
    pieceAmount: money(['计件工资', 'Piecework'], { auto: true, list: true }),
    pieceCount: integer(['计件单数', 'Pieces'], { auto: true, list: true }),
    allowanceAmount: money(['补贴', 'Allowances'], { auto: true, list: true }),
    marketingAmount: money(['营销提成', 'Commission'], { auto: true, list: true }),
    bonusAmount: money(['奖励', 'Bonus'], { auto: true, list: true, min: 'any' }),
    penaltyAmount: money(['扣款', 'Deductions'], { auto: true, list: true, min: 'any' }),
    carryAmount: money(['上期结转', 'Carried over'], { auto: true, list: true, min: 'any' }),
    minWageTopUp: money(['最低工资补足', 'Minimum-wage top-up'], { auto: true, list: true }),
    totalAmount: money(['应发合计', 'Gross'], { auto: true, list: true, min: 'any' }),
    wageStatus: dict(wageStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    sendTime: moment(['下发时间', 'Sent at'], { auto: true, list: true, filter: 'range' }),
    signTime: moment(['技师确认时间', 'Signed at'], { auto: true, list: true, filter: 'range' }),
    disputeCount: integer(['异议数', 'Disputes'], { computed: true, list: true }),
    payTime: moment(['发放时间', 'Paid at'], { auto: true, list: true, filter: 'range' }),
    // A field that the specification lacks.
    printCount: integer(['打印次数', 'Prints'], { auto: true }),
  },
  groups: [
    {
      label: ['工资单', 'Payslip'],
      fields: [
        'wageNo',
        'wagePeriod',
        'technicianId',
        'technicianName',
        'deptId',
        'customerServiceTeam',
        'wageStatus',
        'totalAmount',
      ],
    },
    {
      label: ['构成', 'Made of'],
      fields: [
        'baseAmount',
        'pieceAmount',
        'pieceCount',
        'allowanceAmount',
        'marketingAmount',
        'bonusAmount',
        'penaltyAmount',
        'carryAmount',
        'minWageTopUp',
      ],
    },
    {
      label: ['确认与发放', 'Signing and payment'],
      fields: ['sendTime', 'signTime', 'disputeCount', 'payTime', 'printCount'],
    },
  ],
  views: {
    toSign: { label: ['待确认', 'To sign'], filter: { wageStatus: 'signing' } },
    disputed: { label: ['有异议', 'Disputed'], filter: { wageStatus: 'disputed' }, worry: true },
  },
  buttons: { remind: { label: ['提醒确认', 'Remind to sign'], roles: ['as_hr'] } },
  card: ['wageNo', 'wageStatus', 'technicianName', 'totalAmount'],
  logAs: 'wage',
  menu: { group: 'piecework', icon: 'wallet', path: '/maintenance/wages/total', sort: 60 },
});
