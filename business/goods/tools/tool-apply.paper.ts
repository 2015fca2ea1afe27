import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownTechnician } from '#business/masterdata/own-jobs.rules.ts';
import { byPhone } from '../apply/apply-lifecycle.rules.ts';
import { toolApplyStatus, toolApplyType } from '../dictionaries.ts';
import { toolApplyRights } from '../rights.rules.ts';
import { toolApplyLifecycle } from './tool-apply-lifecycle.rules.ts';

/** A technician's application for tools. */
export const toolApply = paper('toolApply', {
  title: ['工具申请', 'Tool application'],
  table: 'astoolapply',
  path: 'blade-maintenance/webApi/astoolapply',
  calls: { draft: ['add'] },
  rights: toolApplyRights,
  team: { through: 'technicianId', paper: 'technician' },
  mine: ownTechnician,
  caption: 'toolApplyNo',
  hint: ['technicianId', 'planReturnDate'],
  search: ['toolApplyNo', 'reason', 'remark'],
  lifecycle: toolApplyLifecycle,
  extras: { at: byPhone },
  fields: {
    toolApplyNo: paperNumber(['申请单号', 'Application no.'], 'GJ'),
    toolApplyType: dict(toolApplyType, ['申请类型', 'Type'], { required: true, list: true, filter: 'exact' }),
    technicianId: ref('technician', ['申请人', 'Technician'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { filter: 'exact' }),
    reason: text(['申请原因', 'Reason'], { required: true, list: true, max: 255, wide: true }),
    planReturnDate: day(['计划归还', 'Due back'], { list: true, filter: 'range' }),
    toolApplyStatus: dict(toolApplyStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    // Not in the design: the phone's time of an application that waited for the network.
    submitTime: moment(['提交时间', 'Submitted at'], { auto: true, list: true }),
    approveUser: person(['审批人', 'Approved by'], { auto: true }),
    approveTime: moment(['审批时间', 'Approved at'], { auto: true, list: true }),
    approveNote: text(['审批意见', 'Opinion'], { auto: true, max: 255, wide: true }),
    handOutUser: person(['发放人', 'Handed out by'], { auto: true }),
    handOutTime: moment(['发放时间', 'Handed out at'], { auto: true, list: true }),
    finishTime: moment(['结清时间', 'Settled at'], { auto: true, list: true }),
    overdue: flag(['逾期', 'Overdue'], { computed: true, list: true, filter: 'exact' }),
    printCount: integer(['打印次数', 'Prints'], { auto: true }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  lines: { lines: { paper: 'toolLine', parent: 'toolApplyId', needed: true } },
  relatedBy: [{ lines: 'lines', field: 'toolId' }],
  groups: [
    {
      label: ['申请', 'Application'],
      fields: ['toolApplyNo', 'toolApplyType', 'technicianId', 'dispId', 'reason', 'planReturnDate', 'remark'],
    },
    {
      label: ['办理', 'Progress'],
      fields: [
        'toolApplyStatus',
        'overdue',
        'submitTime',
        'approveUser',
        'approveTime',
        'approveNote',
        'handOutUser',
        'handOutTime',
        'finishTime',
        'printCount',
      ],
    },
  ],
  views: {
    toApprove: { label: ['待审批', 'To approve'], filter: { toolApplyStatus: 'submitted' }, worry: true },
    toHandOut: { label: ['待发放', 'To hand out'], filter: { toolApplyStatus: 'approved' } },
    out: { label: ['在外', 'Out'], filter: { toolApplyStatus: 'handedOut,partReturned' } },
    overdue: { label: ['逾期未还', 'Overdue'], filter: { overdue: 'true' }, worry: true },
  },
  columns: [
    'toolApplyNo',
    'toolApplyStatus',
    'technicianId',
    'planReturnDate',
    'overdue',
    'toolApplyType',
    'reason',
    'handOutTime',
  ],
  card: ['toolApplyNo', 'toolApplyStatus', 'technicianId', 'planReturnDate', 'reason'],
  menu: { group: 'tools', icon: 'clipboard-list', path: '/maintenance/astoolapply', sort: 20 },
  print: true,
  logAs: 'tool',
});
