import { department } from '#kernel/fields/department/department.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownTechnician } from '#business/masterdata/own-jobs.rules.ts';
import { leaveRights } from '../../rights.rules.ts';

const hours = (zh: string, en: string) => quantity([`${zh}（小时）`, `${en} (h)`], { auto: true, list: true });

/** The absence of a technician in a month, computed from approved leave and working time. */
export const leaveStatistics = paper('leaveStatistics', {
  title: ['请假统计', 'Leave statistics'],
  plural: 'Leave statistics',
  table: 'asleavestatistics',
  path: 'blade-maintenance/webApi/asleavestatistics',
  calls: { export: ['exportExcel'] },
  rights: { read: leaveRights.read, export: leaveRights.export },
  team: { through: 'technicianId', paper: 'technician' },
  mine: ownTechnician,
  readOnly: true,
  caption: 'month',
  hint: ['technicianId'],
  order: { by: 'month', down: true },
  uniques: [['technicianId', 'month']],
  fields: {
    technicianId: ref('technician', ['技师', 'Technician'], { auto: true, list: true, filter: 'exact' }),
    deptId: department(['部门', 'Department'], { auto: true, list: true, filter: 'exact' }),
    month: text(['月份', 'Month'], { auto: true, list: true, filter: 'exact', max: 7 }),
    leaveCount: integer(['请假次数', 'Leave requests'], { auto: true, list: true }),
    leaveDays: integer(['请假天数', 'Days of leave'], { auto: true, list: true }),
    totalHours: hours('请假合计', 'Leave'),
    attendance: quantity(['出勤率（%）', 'Attendance (%)'], { auto: true, list: true }),
    lostMinutes: integer(['损失工时（分）', 'Working minutes lost'], { auto: true, list: true }),
    availability: quantity(['可派工时（小时）', 'Hours left for visits'], { auto: true, list: true }),
    annualHours: hours('年假', 'Annual'),
    sickHours: hours('病假', 'Sick'),
    personalHours: hours('事假', 'Personal'),
    marriageHours: hours('婚假', 'Marriage'),
    maternityHours: hours('产假', 'Maternity'),
    funeralHours: hours('丧假', 'Funeral'),
    lieuHours: hours('调休', 'In lieu'),
    trainingHours: hours('培训', 'Training'),
  },
  card: ['technicianId', 'month', 'totalHours', 'leaveDays', 'attendance'],
  menu: { group: 'dispatch', icon: 'calendar-check', path: '/maintenance/asleavestatistics', sort: 55 },
});
