import type { Label } from '#kernel/language/label.ts';
import type { Parameter, Room } from '#kernel/language/room.ts';
import { kpiDay } from './kpi/kpi-day.paper.ts';

const target = (name: string, [zh, en]: Label, initial: string): Parameter => ({
  key: `bench.target.${name}`,
  label: [`工作台目标：${zh}`, `Workbench target: ${en}`],
  initial,
});

const targets = [
  target('arrivedInTime', ['按约到达（%）', 'arrived in time (%)'], '95'),
  target('crewLoad', ['班里负荷不超过（%）', 'load of the crew, at most (%)'], '90'),
  target('fixedAtOnce', ['一次修复（%）', 'first-time fix (%)'], '85'),
  target('sheetsSigned', ['工资单已确认（%）', 'payslips signed (%)'], '100'),
  target('disputesAnswered', ['异议答复（小时）', 'disputes answered within (h)'], '24'),
  target('worksBooked', ['本月已入账（%）', 'booked this month (%)'], '95'),
];

/** The room of daily figures, and of the page that compares them. */
export default {
  name: 'cockpit',
  title: ['经营驾驶舱', 'Cockpit'],
  needs: ['system', 'masterdata', 'dispatch'],
  load: 'later',
  topMenu: 'maintenance',
  papers: [kpiDay],
  dictionaries: [],
  groups: [],
  pages: [
    {
      code: 'cockpit',
      label: ['经营驾驶舱', 'Cockpit'],
      group: 'desk',
      icon: 'activity',
      path: '/maintenance/cockpit',
      sort: 20,
      roles: ['as_leader', 'as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
    },
  ],
  // Targets of leaders and payroll. This room loads behind the first page, so that they add nothing to it.
  parameters: targets,
} satisfies Room;
