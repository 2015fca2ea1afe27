import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerName } from '#business/customers/customer-fields.rules.ts';
import { cancelReason, holdReason } from '#business/intake/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { suggestedParts } from '../candidates/suggested-parts.rules.ts';
import { dispatchMode, dispatchStatus } from '../dictionaries.ts';
import { dispatchRights } from '../rights.rules.ts';
import { forcingInputs } from '../occupancy/forcing.rules.ts';
import { dispatchLifecycle } from './dispatch-lifecycle.rules.ts';
import { ownJobs } from '#business/masterdata/own-jobs.rules.ts';

/**
 * The dispatch of a work order: technician, time and parts. Its state is derived from its visits and cannot be edited.
 */
export const dispatchForm = paper('dispatchForm', {
  title: ['派工单', 'Dispatch order'],
  table: 'asdispatchform',
  path: 'blade-maintenance/webApi/asdispatchform',
  calls: { export: ['exportExcel'] },
  rights: dispatchRights,
  team: { field: 'customerServiceTeam' },
  mine: ownJobs('id'),
  caption: 'dispNo',
  hint: ['customerName', 'workContent'],
  search: ['dispNo', 'registrationNo', 'customerName', 'address', 'workContent'],
  findable: { by: ['phone', 'dispNo', 'customerName', 'address'], shapes: ['phone', 'number', 'text'] },
  lifecycle: dispatchLifecycle,
  extras: {
    technicianId: ref('technician', ['技师', 'Technician']),
    dispatch: flag(['立即派工', 'Dispatch it at once']),
    suggested: flag(['按建议', 'As suggested']),
    ...forcingInputs,
  },
  rising: ['dispatchTime', 'arriveTime', 'finishTime'],
  fields: {
    dispNo: paperNumber(['派工单号', 'Dispatch no.'], 'PG'),
    registrationFormId: ref('registration', ['登记单', 'Work order'], {
      required: true,
      filter: 'exact',
      wide: true,
    }),
    registrationNo: text(['登记单号', 'Work order no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    receiptsType: dict(receiptsType, ['单据类型', 'Order type'], { auto: true, list: true, filter: 'exact' }),
    repairType: dict(repairType, ['系统类别', 'System'], { auto: true, list: true, filter: 'exact' }),
    customerId: ref('customer', ['客户', 'Customer'], { auto: true, filter: 'exact' }),
    customerName,
    phone: phone(['电话', 'Phone'], { auto: true, list: true, filter: 'like' }),
    address: postalAddress(['地址', 'Address'], {
      estate: 'premisesId',
      auto: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      width: 220,
      max: 300,
    }),
    premisesId: ref('premises', ['楼盘', 'Premises'], { auto: true, list: true, filter: 'exact' }),
    customerServiceTeam: dict(customerServiceTeam, ['服务班组', 'Team'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'registrationFormId', field: 'customerServiceTeam' },
    }),
    deptId: department(['派工部门', 'Department'], { filter: 'exact' }),
    currentTechnicianId: ref('technician', ['当前技师', 'Current technician'], {
      auto: true,
      list: true,
      filter: 'exact',
    }),
    currentVisitId: ref('visit', ['当前任务', 'Current visit'], { auto: true }),
    planStart: moment(['计划开始', 'Planned start'], { needed: true, list: true, filter: 'range' }),
    planEnd: moment(['计划结束', 'Planned end'], { needed: true, list: true, filter: 'range' }),
    planMinutes: integer(['计划工时（分）', 'Planned minutes'], {
      list: true,
      copied: { from: 'registrationFormId', field: 'stdMinutes' },
      max: 6000,
      help: ['不填取登记单的预计工时', 'Empty: as the work order expects'],
    }),
    urgency: dict(urgency, ['紧急程度', 'Urgency'], { auto: true, list: true, filter: 'exact' }),
    weibao: dict(weibao, ['维保类型', 'Cover'], { auto: true, list: true, filter: 'exact' }),
    workContent: longText(['派工内容', 'Work content'], {
      required: true,
      list: true,
      copied: { from: 'registrationFormId', field: 'content' },
      max: 2000,
    }),
    toolHint: text(['携带工具', 'Tools to bring'], {
      max: 255,
      wide: true,
      help: ['技师出发前看到', 'The technician reads it before setting off'],
    }),
    materialHint: suggestedParts,
    dispatchMode: dict(dispatchMode, ['派工方式', 'Mode'], { auto: true, list: true, filter: 'exact' }),
    dispatchStatus: dict(dispatchStatus, ['状态', 'State'], {
      auto: true,
      required: true,
      list: true,
      filter: 'exact',
    }),
    holdReason: dict(holdReason, ['挂起原因', 'Hold reason'], { auto: true, list: true, filter: 'exact' }),
    dispatchTime: moment(['派工时间', 'Dispatched at'], { auto: true, list: true, filter: 'range' }),
    acceptTime: moment(['接单时间', 'Accepted at'], { auto: true, list: true }),
    arriveTime: moment(['首次到达', 'First arrival'], { auto: true, list: true, filter: 'range' }),
    finishTime: moment(['完工时间', 'Finished at'], { auto: true, list: true, filter: 'range' }),
    transferCount: integer(['转派次数', 'Transfers'], { auto: true, list: true }),
    cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { auto: true, filter: 'exact' }),
    printCount: integer(['打印次数', 'Prints'], { auto: true, list: true }),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
  },
  lines: { crew: { paper: 'crewMember', parent: 'dispId' } },
  groups: [
    {
      label: ['派工', 'Dispatch'],
      fields: [
        'dispNo',
        'dispatchStatus',
        'registrationFormId',
        'registrationNo',
        'customerServiceTeam',
        'deptId',
        'dispatchMode',
        'urgency',
      ],
    },
    {
      label: ['计划与内容', 'Plan and content'],
      fields: ['planStart', 'planEnd', 'planMinutes', 'workContent', 'toolHint', 'materialHint', 'remark'],
    },
    {
      label: ['客户与地址', 'Customer and address'],
      fields: ['customerId', 'customerName', 'phone', 'address', 'premisesId', 'receiptsType', 'repairType', 'weibao'],
    },
    {
      label: ['执行', 'Progress'],
      fields: [
        'currentTechnicianId',
        'currentVisitId',
        'dispatchTime',
        'acceptTime',
        'arriveTime',
        'finishTime',
        'transferCount',
        'holdReason',
        'cancelReason',
        'printCount',
      ],
    },
  ],
  views: {
    draft: { label: ['待派工', 'To dispatch'], filter: { dispatchStatus: 'draft' } },
    underWay: { label: ['执行中', 'Under way'], filter: { dispatchStatus: 'dispatched,inProgress' } },
    onHold: { label: ['挂起', 'On hold'], filter: { dispatchStatus: 'onHold' }, worry: true },
    completed: { label: ['完工待确认', 'To confirm'], filter: { dispatchStatus: 'completed' } },
  },
  card: ['dispNo', 'dispatchStatus', 'customerName', 'address', 'workContent', 'urgency', 'planStart'],
  calendar: { from: 'planStart', to: 'planEnd' },
  menu: { group: 'dispatch', icon: 'send', path: '/maintenance/asdispatchform', sort: 10 },
  buttons: {
    transfer: { label: ['转派', 'Transfer'], roles: ['as_dispatcher', 'as_leader'] },
    transferUnderWay: { label: ['途中转派', 'Transfer under way'], roles: ['as_leader'] },
  },
  print: true,
  logAs: 'dispatch',
});
