import { dict } from '#kernel/fields/dict/dict.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { paper } from '#kernel/language/paper.ts';
import { leaveFlowState } from '../dictionaries.ts';
import { processLeaveRights } from '../rights.rules.ts';

/** Leave of office staff, approved by a process. Technicians have the leave request instead. */
export const processLeave = paper('processLeave', {
  title: ['请假申请', 'Leave application'],
  table: 'blade_process_leave',
  path: 'blade-desk/process/leave',
  rights: processLeaveRights,
  readOnly: true,
  self: 'applyUser',
  caption: 'reason',
  hint: ['applyUser', 'startTime'],
  search: ['reason'],
  fields: {
    applyUser: person(['申请人', 'Applicant'], { auto: true, list: true, filter: 'exact' }),
    taskUser: person(['审批人', 'Approver'], { required: true, list: true, filter: 'exact' }),
    startTime: moment(['开始时间', 'From'], { required: true, list: true, filter: 'range' }),
    endTime: moment(['结束时间', 'To'], { required: true, list: true, filter: 'range' }),
    days: quantity(['工作日天数', 'Working days'], { auto: true, list: true }),
    reason: longText(['请假事由', 'Reason'], { required: true, list: true, filter: 'like', max: 500, wide: true }),
    leaveState: dict(leaveFlowState, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    processDefinitionId: id(['流程定义', 'Process definition'], { auto: true, wire: true }),
    processInstanceId: id(['流程实例', 'Process instance'], { auto: true, wire: true, filter: 'exact' }),
    applyTime: moment(['申请时间', 'Applied at'], { auto: true }),
  },
  judged: ['applyUser', 'startTime', 'endTime', 'days', 'reason'],
  card: ['applyUser', 'leaveState', 'startTime', 'endTime', 'reason'],
  menu: { group: 'flow-work', icon: 'plane', path: '/work/leave', sort: 60 },
});
