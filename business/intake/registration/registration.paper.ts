import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lines } from '#kernel/language/calls/call.ts';
import { wishFirm } from '../repair-form/wish-field.rules.ts';
import { paper } from '#kernel/language/paper.ts';
import { namedSchemes } from './followers/named-schemes.rules.ts';
import { contactFields, placeOfCustomer, serviceAddress } from '#business/customers/customer-fields.rules.ts';
import { cancelReason, holdReason } from '../dictionaries.ts';
import { registerStatus } from '#business/scheduling/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { faultCategory, receiptsType, repairType, source } from '#business/masterdata/dictionaries.ts';
import { timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { urgency, slaState } from '#business/scheduling/dictionaries.ts';
import { intakeRights } from '#business/customers/rights.rules.ts';
import { coverFees } from '../cover/cover-fees.rules.ts';
import { registrationLifecycle } from './registration-lifecycle.rules.ts';
import { ownJobs } from '#business/masterdata/own-jobs.rules.ts';

/** One matter to be served (the work order): customer, place, content, cover. Waiting ones are the dispatcher's pool. */
export const registration = paper('registration', {
  title: ['维保登记单', 'Work order'],
  table: 'asregistrationform',
  path: 'blade-maintenance/webApi/asregistrationform',
  calls: { detail: ['detail', 'detail/{id}'], export: ['exportExcel'] },
  rights: { ...intakeRights, remove: [] },
  team: { field: 'customerServiceTeam' },
  mine: ownJobs('dispId'),
  caption: 'registrationNo',
  indexed: { phone: 'acceptance codes sent to a number' },
  hint: ['customerName', 'content'],
  search: ['registrationNo', 'customerName', 'address', 'content'],
  findable: { by: ['phone', 'registrationNo', 'customerName', 'address'], shapes: ['phone', 'number', 'text'] },
  lifecycle: registrationLifecycle,
  // The machines of a new order, read before its lines are created, since the first one decides the cover. The check of
  // the lines limits their number. `schemes`: contracts that a new order uses, whatever the rules say.
  extras: {
    equipment: lines(['设备', 'Machines'], { equipmentId: id(['设备', 'Machine']) }, { most: 100_000 }),
    schemes: namedSchemes,
  },
  rising: ['finishTime', 'closeTime'],
  fields: {
    registrationNo: paperNumber(['登记单号', 'Work order no.'], 'DJ'),
    customerId: ref('customer', ['客户', 'Customer'], {
      required: true,
      filter: 'exact',
      copied: { from: 'registerMainId', field: 'customerId' },
    }),
    registerMainId: ref('serviceFile', ['服务档案', 'Service file'], {
      required: true,
      filter: 'exact',
      depends: { customerId: 'customerId' },
    }),
    repairFormId: ref('repairForm', ['报修单', 'Repair request'], { auto: true, filter: 'exact' }),
    planId: id(['保养计划', 'Maintenance plan'], { wire: true }),
    installShipmentId: id(['安装出货单', 'Installation shipment'], { wire: true }),
    serviceOrderId: id(['服务订单', 'Service order'], { wire: true }),
    sourceRegistrationId: ref('registration', ['来源登记单（返修）', 'Origin (rework)'], {
      auto: true,
      filter: 'exact',
    }),
    source: dict(source, ['来源', 'Source'], { required: true, list: true, filter: 'exact', initial: 'admin' }),
    receiptsType: dict(receiptsType, ['单据类型', 'Order type'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'repair',
    }),
    repairType: dict(repairType, ['系统类别', 'System'], { required: true, list: true, filter: 'exact' }),
    urgency: dict(urgency, ['紧急程度', 'Urgency'], { required: true, list: true, filter: 'exact', initial: 'normal' }),
    ...contactFields,
    premisesId: ref('premises', ['楼盘', 'Premises'], {
      list: true,
      filter: 'exact',
      copied: { from: 'registerMainId', field: 'premisesId' },
    }),
    address: postalAddress(['服务地址', 'Address'], {
      ...serviceAddress,
      width: 220,
      copied: { from: 'registerMainId', field: 'address' },
    }),
    location: placeOfCustomer,
    customerServiceTeam: dict(customerServiceTeam, ['服务班组', 'Team'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'customerId', field: 'customerServiceTeam' },
    }),
    content: longText(['服务内容', 'What to do'], { required: true, list: true, filter: 'like', max: 2000 }),
    faultCategory: dict(faultCategory, ['故障类别', 'Fault class'], { list: true, filter: 'exact' }),
    troubleCode: text(['故障代码', 'Trouble code'], { filter: 'exact', max: 64 }),
    expectDate: day(['期望上门日期', 'Wanted date'], { list: true, filter: 'range' }),
    expectSlot: dict(timeSlot, ['期望时段', 'Wanted slot'], { list: true, filter: 'exact' }),
    wishFirm,
    // The time that the customer wishes by the link, and when. It moves nothing; an appointment or a new wanted date
    // settles it.
    wishDate: day(['客户想改到', 'Wished day'], { auto: true, list: true }),
    wishSlot: dict(timeSlot, ['想改到时段', 'Wished slot'], { auto: true, list: true }),
    wishTime: moment(['想改于', 'Wished at'], { auto: true }),
    promiseFrom: moment(['承诺开始', 'Promised from'], { auto: true, list: true, filter: 'range' }),
    promiseTo: moment(['承诺结束', 'Promised to'], { auto: true, list: true, filter: 'range' }),
    // Written by the service clocks of the order: their worst state, and their nearest due time.
    slaState: dict(slaState, ['时效', 'SLA'], { auto: true, list: true, filter: 'exact' }),
    slaDue: moment(['最近时效截止', 'Next due'], { auto: true, list: true, filter: 'range' }),
    stdMinutes: integer(['预计工时（分）', 'Expected minutes'], { list: true, sum: true, max: 6000 }),
    requiredSkillIds: refs('skill', ['所需技能', 'Required skills']),
    weibao: dict(weibao, ['维保类型', 'Cover'], { auto: true, required: true, list: true, filter: 'exact' }),
    weibaoReason: text(['维保判定依据', 'Why this cover'], { auto: true, max: 255, isProductText: true }),
    coverFees,
    chargeEstimate: money(['预计收费', 'Estimated charge'], { list: true }),
    registerStatus: dict(registerStatus, ['状态', 'State'], {
      auto: true,
      required: true,
      list: true,
      filter: 'exact',
    }),
    holdReason: dict(holdReason, ['挂起原因', 'Hold reason'], { auto: true, list: true, filter: 'exact' }),
    holdUntil: moment(['挂起至', 'Hold until'], { auto: true, filter: 'range' }),
    // A field that the specification lacks. It counts urges of this order, as on the repair form.
    urgeCount: integer(['催单次数', 'Follow-up calls'], { auto: true, list: true }),
    isRework: flag(['返修', 'Rework'], { auto: true, list: true, filter: 'exact' }),
    // The order's dispatch form; null while it has none.
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { auto: true, filter: 'exact' }),
    visitCount: integer(['上门次数', 'Visits'], { auto: true, list: true }),
    noAccessCount: integer(['空跑次数', 'Closed doors'], { auto: true }),
    finishTime: moment(['完工时间', 'Finished'], { auto: true, list: true, filter: 'range' }),
    closeTime: moment(['归档时间', 'Closed'], { auto: true, list: true, filter: 'range' }),
    receivableTotal: money(['应收合计', 'Receivable'], { auto: true, list: true }),
    practicalTotal: money(['实收合计', 'Received'], { auto: true, list: true }),
    cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { auto: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
  },
  lines: { equipment: { paper: 'registrationEquipment', parent: 'registrationFormId' } },
  groups: [
    {
      label: ['客户与地址', 'Customer and address'],
      fields: [
        'customerId',
        'registerMainId',
        'customerName',
        'phone',
        'premisesId',
        'address',
        'location',
        'customerServiceTeam',
      ],
    },
    {
      label: ['服务内容', 'What to do'],
      fields: [
        'receiptsType',
        'repairType',
        'faultCategory',
        'troubleCode',
        'urgency',
        'content',
        'expectDate',
        'expectSlot',
        'wishFirm',
        'wishDate',
        'wishSlot',
        'stdMinutes',
        'requiredSkillIds',
      ],
    },
    {
      label: ['登记与保障', 'Work order and cover'],
      fields: [
        'registrationNo',
        'source',
        'repairFormId',
        'sourceRegistrationId',
        'isRework',
        'weibao',
        'weibaoReason',
        'coverFees',
        'chargeEstimate',
        'holdReason',
        'holdUntil',
        'cancelReason',
        'remark',
      ],
    },
  ],
  views: {
    pool: {
      label: ['待派工', 'To dispatch'],
      filter: { registerStatus: 'registered,waiting', holdReason_null: '1' },
    },
    onHold: { label: ['挂起', 'On hold'], filter: { registerStatus: 'waiting', holdReason_notnull: '1' } },
    urged: {
      label: ['被催', 'Followed up'],
      filter: { urgeCount_gt: '0', registerStatus: 'registered,dispatched,inService,waiting' },
      worry: true,
    },
    rework: {
      label: ['返修', 'Rework'],
      filter: { isRework: '1', registerStatus: 'registered,dispatched,inService,waiting' },
      worry: true,
    },
  },
  card: ['registrationNo', 'registerStatus', 'customerName', 'address', 'content', 'urgency', 'expectDate'],
  calendar: { from: 'expectDate' },
  menu: { group: 'intake', icon: 'file-text', path: '/maintenance/registrationform', sort: 30 },
  print: true,
  logAs: 'registration',
});
