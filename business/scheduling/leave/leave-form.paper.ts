import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { approveStatus, leaveType } from '../dictionaries.ts';
import { leaveRights } from '../rights.rules.ts';
import { leaveLifecycle } from './leave-lifecycle.rules.ts';
import { ownTechnician } from '#business/masterdata/own-jobs.rules.ts';

/**
 * A technician's absence. It is requested, then approved or rejected, and its time is blocked on the dispatch board.
 */
export const leaveForm = paper('leaveForm', {
  title: ['请假单', 'Leave request'],
  table: 'asleaveform',
  path: 'blade-maintenance/webApi/asleaveform',
  rights: leaveRights,
  team: { through: 'technicianId', paper: 'technician' },
  mine: ownTechnician,
  caption: 'leaveNo',
  hint: ['technicianId', 'startTime'],
  search: ['leaveNo', 'reason'],
  lifecycle: leaveLifecycle,
  unusual: [
    {
      field: 'endTime',
      from: 'startTime',
      days: 'as.leave.longDays',
      reason: 'longReason',
      words: ['请假时间很长，请填写超长请假的原因', 'This leave is unusually long: say why'],
    },
  ],
  indexed: { endTime: 'leaves on a day' },
  fields: {
    leaveNo: paperNumber(['请假单号', 'Leave no.'], 'QJ'),
    technicianId: ref('technician', ['技师', 'Technician'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    deptId: department(['部门', 'Department'], { auto: true, list: true, filter: 'exact' }),
    leaveType: dict(leaveType, ['请假类型', 'Leave type'], { required: true, list: true, filter: 'exact' }),
    startTime: moment(['开始时间', 'From'], { required: true, list: true, filter: 'range' }),
    endTime: moment(['结束时间', 'To'], { required: true, list: true, filter: 'range' }),
    leaveHours: quantity(['时长（小时）', 'Hours'], { auto: true, list: true }),
    reason: text(['请假事由', 'Reason'], { required: true, list: true, max: 500, wide: true }),
    longReason: text(['超长请假的原因', 'Why so long'], { max: 255, wide: true }),
    handoverTo: ref('technician', ['工作交接人', 'Hand-over to'], { list: true, filter: 'exact' }),
    conflictCount: integer(['冲突任务数', 'Conflicting visits'], { auto: true, list: true }),
    approveStatus: dict(approveStatus, ['审批状态', 'Approval'], { auto: true, list: true, filter: 'exact' }),
    // The dispatcher or leader took the technician off the board at once: the hours are blocked before the approval.
    blocksNow: flag(['立即停派', 'Blocks at once'], { auto: true, list: true, filter: 'exact' }),
    processInstanceId: text(['流程实例', 'Process instance'], { auto: true, filter: 'exact', max: 64 }),
    approveUser: person(['审批人', 'Approved by'], { auto: true }),
    approveTime: moment(['审批时间', 'Approved at'], { auto: true, list: true, filter: 'range' }),
    approveNote: text(['审批意见', 'Opinion'], { auto: true, list: true, max: 255, wide: true }),
    proofFiles: files(['证明材料', 'Proof']),
  },
  groups: [
    {
      label: ['请假', 'Leave'],
      fields: [
        'leaveNo',
        'technicianId',
        'deptId',
        'leaveType',
        'startTime',
        'endTime',
        'leaveHours',
        'reason',
        'longReason',
        'handoverTo',
        'conflictCount',
        'blocksNow',
        'proofFiles',
      ],
    },
    { label: ['审批', 'Approval'], fields: ['approveUser', 'approveTime', 'approveNote', 'processInstanceId'] },
  ],
  views: {
    toJudge: { label: ['待审批', 'To approve'], filter: { approveStatus: 'pending' }, worry: true },
    approved: { label: ['已通过', 'Approved'], filter: { approveStatus: 'approved' } },
  },
  buttons: {
    approveLong: { label: ['审批长假', 'Approve long leave'], roles: ['as_manager'] },
    takeOff: { label: ['今天不来', 'Not coming today'], roles: ['as_dispatcher', 'as_leader', 'as_manager'] },
  },
  judged: ['technicianId', 'leaveType', 'startTime', 'endTime', 'leaveHours', 'conflictCount'],
  card: ['leaveNo', 'approveStatus', 'technicianId', 'leaveType', 'startTime', 'endTime'],
  calendar: { from: 'startTime', to: 'endTime' },
  menu: { group: 'dispatch', icon: 'plane', path: '/maintenance/asleaveform', sort: 50 },
  logAs: 'leave',
});
