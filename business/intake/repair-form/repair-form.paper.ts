import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { draft } from '#kernel/language/calls/call.ts';
import { wishFirm } from './wish-field.rules.ts';
import { paper } from '#kernel/language/paper.ts';
import {
  contactFields,
  placeOfCustomer,
  premisesOfCustomer,
  serviceAddress,
} from '#business/customers/customer-fields.rules.ts';
import { cancelReason, repairStatus } from '../dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { faultCategory, receiptsType, repairType, source } from '#business/masterdata/dictionaries.ts';
import { timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { intakeRights } from '#business/customers/rights.rules.ts';
import { coverFees } from '../cover/cover-fees.rules.ts';
import { diagnosisParts, diagnosisShape } from './diagnosis.rules.ts';
import { repairLifecycle } from './repair-lifecycle.rules.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';

/** A customer's request: one reported fault from any channel, until it becomes a registration or is refused. */
export const repairForm = paper('repairForm', {
  title: ['报修单', 'Repair request'],
  table: 'asrepairform',
  path: 'blade-maintenance/webApi/asrepairform',
  calls: { detail: ['detail', 'detail/{id}'], export: ['exportExcel'] },
  rights: intakeRights,
  team: { field: 'customerServiceTeam' },
  mine: ownOrders('repairFormId', 'id'),
  caption: 'repairNo',
  hint: ['customerName', 'description'],
  search: ['repairNo', 'customerName', 'address', 'equipmentName', 'description'],
  findable: { by: ['phone', 'repairNo', 'customerName', 'address'], shapes: ['phone', 'number', 'text'] },
  lifecycle: repairLifecycle,
  extras: {
    then: text(['下一步', 'Next step'], { max: 20 }),
    mergeInto: id(['并入', 'Merge into']),
    separate: flag(['不是重复报修', 'No duplicate']),
    newCustomer: draft(customer),
    newFile: draft(serviceFile),
    cover: structured(['维保判定', 'Cover decided by a lead'], {
      parts: [
        { name: 'weibao', label: ['维保类型', 'Cover'], type: 'text' },
        { name: 'reason', label: ['原因', 'Reason'], type: 'text' },
      ],
    }),
  },
  rising: ['acceptTime'],
  fields: {
    repairNo: paperNumber(['报修单号', 'Request no.'], 'BX'),
    source: dict(source, ['报修来源', 'Source'], { required: true, list: true, filter: 'exact', initial: 'phone' }),
    repairType: dict(repairType, ['维修类型（系统）', 'System'], { required: true, list: true, filter: 'exact' }),
    receiptsType: dict(receiptsType, ['单据类型', 'Order type'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'repair',
    }),
    urgency: dict(urgency, ['紧急程度', 'Urgency'], { required: true, list: true, filter: 'exact', initial: 'normal' }),
    customerId: ref('customer', ['客户', 'Customer'], { needed: true, filter: 'exact' }),
    ...contactFields,
    registerMainId: ref('serviceFile', ['服务档案', 'Service file'], {
      filter: 'exact',
      depends: { customerId: 'customerId' },
    }),
    premisesId: premisesOfCustomer,
    address: postalAddress(['报修地址', 'Address'], {
      ...serviceAddress,
      width: 220,
      copied: { from: 'customerId', field: 'addressDetail' },
    }),
    location: placeOfCustomer,
    customerServiceTeam: dict(customerServiceTeam, ['服务班组', 'Team'], {
      needed: true,
      list: true,
      filter: 'exact',
      copied: { from: 'customerId', field: 'customerServiceTeam' },
    }),
    equipmentId: ref('equipment', ['故障设备', 'Equipment'], {
      filter: 'exact',
      depends: { customerId: 'customerId' },
    }),
    equipmentName: text(['设备名称', 'Equipment name'], {
      list: true,
      filter: 'like',
      max: 100,
      copied: { from: 'equipmentId', field: 'equipmentName' },
    }),
    faultCategory: dict(faultCategory, ['故障类别', 'Fault class'], { needed: true, list: true, filter: 'exact' }),
    troubleCode: text(['故障代码', 'Trouble code'], { list: true, filter: 'exact', max: 64 }),
    description: longText(['故障描述', 'Description'], { required: true, list: true, filter: 'like', max: 2000 }),
    expectDate: day(['期望上门日期', 'Wanted date'], { list: true, filter: 'range' }),
    expectSlot: dict(timeSlot, ['期望时段', 'Wanted slot'], { list: true, filter: 'exact' }),
    wishFirm,
    weibao: dict(weibao, ['维保类型', 'Cover'], { auto: true, list: true, filter: 'exact' }),
    weibaoReason: text(['维保判定依据', 'Why this cover'], { auto: true, max: 255, isProductText: true }),
    coverFees,
    repairStatus: dict(repairStatus, ['状态', 'State'], { auto: true, required: true, list: true, filter: 'exact' }),
    // The nearest due time of service clocks: of the form's own until its acceptance, then of its order.
    slaDue: moment(['时效', 'SLA due'], { computed: true, list: true }),
    duplicateOfId: ref('repairForm', ['重复于', 'Duplicate of'], { filter: 'exact' }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { auto: true, filter: 'exact' }),
    alarmId: ref('alarm', ['告警', 'Alarm'], { filter: 'exact' }),
    diagnosis: structured(['诊断数据', 'Diagnosis data'], {
      auto: true,
      parts: diagnosisParts,
      shape: diagnosisShape,
    }),
    poolNo: text(['工单池号', 'Pool no.'], { auto: true, list: true, wire: true, filter: 'exact', max: 32 }),
    acceptUser: person(['受理人', 'Accepted by'], { auto: true, filter: 'exact' }),
    acceptTime: moment(['受理时间', 'Accepted at'], { auto: true, list: true, filter: 'range' }),
    urgeCount: integer(['催单次数', 'Follow-up calls'], { auto: true, list: true, filter: 'range' }),
    cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { auto: true }),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
  },
  groups: [
    {
      label: ['客户与地址', 'Customer and address'],
      fields: [
        'customerId',
        'customerName',
        'phone',
        'registerMainId',
        'premisesId',
        'address',
        'location',
        'customerServiceTeam',
      ],
    },
    {
      label: ['故障', 'Fault'],
      fields: [
        'equipmentId',
        'equipmentName',
        'repairType',
        'faultCategory',
        'troubleCode',
        'urgency',
        'description',
        'expectDate',
        'expectSlot',
        'wishFirm',
      ],
    },
    {
      label: ['受理与保障', 'Intake and cover'],
      fields: [
        'repairNo',
        'source',
        'receiptsType',
        'weibao',
        'weibaoReason',
        'coverFees',
        'duplicateOfId',
        'registrationFormId',
        'acceptUser',
        'acceptTime',
        'cancelReason',
        'remark',
      ],
    },
  ],
  views: {
    toAccept: { label: ['待受理', 'To accept'], filter: { repairStatus: 'submitted' } },
    urged: {
      label: ['被催', 'Followed up'],
      filter: { urgeCount_gt: '0', repairStatus: 'submitted,accepted,dispatched,inService' },
      worry: true,
    },
    suspects: {
      label: ['疑似重复', 'Possible duplicates'],
      filter: { duplicateOfId_notnull: '1', repairStatus: 'submitted' },
    },
  },
  annexes: { paper: 'repairAnnex', parent: 'repairFormId', file: 'fileUrl' },
  columns: [
    'repairNo',
    'repairStatus',
    'slaDue',
    'customerName',
    'address',
    'description',
    'urgency',
    'customerServiceTeam',
    'expectDate',
    'createTime',
  ],
  card: ['repairNo', 'repairStatus', 'customerName', 'address', 'description', 'urgency', 'expectDate'],
  calendar: { from: 'expectDate' },
  menu: { group: 'intake', icon: 'clipboard-list', path: '/maintenance/asrepairform', sort: 10 },
  print: true,
  logAs: 'repair',
});
