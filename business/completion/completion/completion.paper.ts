import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerName } from '#business/customers/customer-fields.rules.ts';
import { faultCategory, receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { visitResult } from '#business/dispatch/dictionaries.ts';
import {
  completeStatus,
  confirmResult,
  faultCause,
  mileageStatus,
  pieceStatus,
  serviceMeasure,
  telemetryState,
  unpaidReason,
} from '../dictionaries.ts';
import { coverFees } from '#business/intake/cover/cover-fees.rules.ts';
import { completionRights } from '../rights.rules.ts';
import { checkAnswers } from './checklist.rules.ts';
import { completionLifecycle } from './completion-lifecycle.rules.ts';
import { ownJobs, ownTechnician } from '#business/masterdata/own-jobs.rules.ts';

/** The result of a visit: work, machines, parts, photos, money, kilometres and the customer's consent. */
export const completion = paper('completion', {
  title: ['完工登记', 'Completion'],
  table: 'ascompletionregistration',
  path: 'blade-maintenance/webApi/ascompletionregistration',
  rights: completionRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: ownJobs('dispId'),
  workers: [...ownJobs('dispId'), ...ownTechnician],
  detailBy: 'dispId',
  // The detail of a dispatch form does not show a completion that is to be redone.
  detailAmong: { completeStatus_notin: 'redone' },
  caption: 'completionNo',
  hint: ['customerName', 'maintenanceContent'],
  search: ['completionNo', 'customerName', 'crewNames', 'maintenanceContent'],
  findable: { by: ['completionNo', 'customerName'], shapes: ['number', 'text'] },
  lifecycle: completionLifecycle,
  rising: ['startTime', 'endTime', 'confirmTime'],
  fields: {
    completionNo: paperNumber(['完工单号', 'Completion no.'], 'WG'),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { required: true, filter: 'exact' }),
    dispatchListId: ref('visit', ['派工任务', 'Visit'], { required: true, filter: 'exact' }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { auto: true, filter: 'exact' }),
    businessId: text(['业务单', 'Business order'], { auto: true, filter: 'exact', max: 64 }),
    guidInfo: text(['VIP标识', 'VIP mark'], { auto: true, filter: 'exact', max: 64 }),
    receiptsType: dict(receiptsType, ['单据类型', 'Order type'], { auto: true, list: true, filter: 'exact' }),
    repairType: dict(repairType, ['系统类别', 'System'], { auto: true, list: true, filter: 'exact' }),
    customerId: ref('customer', ['客户', 'Customer'], { auto: true, list: true, filter: 'exact' }),
    customerName,
    technicianId: ref('technician', ['主技师', 'Lead technician'], { auto: true, list: true, filter: 'exact' }),
    crewNames: text(['参与技师', 'Crew'], { auto: true, list: true, filter: 'like', max: 200 }),
    startTime: moment(['开始时间', 'Started'], { required: true, list: true, filter: 'range' }),
    endTime: moment(['结束时间', 'Ended'], { required: true, list: true, filter: 'range' }),
    workMinutes: integer(['作业时长（分）', 'Work minutes'], { computed: true, list: true }),
    visitResult: dict(visitResult, ['处理结果', 'Result'], { required: true, list: true, filter: 'exact' }),
    faultCategory: dict(faultCategory, ['故障类别', 'Fault class'], { needed: true, list: true, filter: 'exact' }),
    faultCause: dict(faultCause, ['故障原因', 'Cause'], { needed: true, list: true, filter: 'exact' }),
    serviceMeasure: dict(serviceMeasure, ['处理措施', 'Action taken'], { needed: true, list: true, filter: 'exact' }),
    maintenanceContent: longText(['维保内容', 'Work done'], { required: true, list: true, max: 2000 }),
    checklist: checkAnswers,
    abnormalCount: integer(['异常项数', 'Abnormal items'], { auto: true, list: true }),
    // Only for a fault that a device reported. `telemetryState`: whether ten minutes without the fault passed before
    // the submission; `telemetryReason`: why it was submitted without them.
    telemetryState: dict(telemetryState, ['遥测确认', 'Telemetry'], { auto: true, list: true, filter: 'exact' }),
    telemetryReason: text(['遥测未确认的原因', 'Why telemetry did not confirm'], { max: 255, wide: true }),
    advice: text(['建议事项', 'Advice'], { list: true, max: 500, wide: true }),
    weibao: dict(weibao, ['维保类型', 'Cover'], { required: true, auto: true, list: true, filter: 'exact' }),
    weibaoReason: text(['维保判定依据', 'Why this cover'], { auto: true, max: 255, wide: true, isProductText: true }),
    coverFees,
    // Beyond the design document: the cover that the fault cause suggests. Customer service decides about it.
    weibaoProposed: dict(weibao, ['建议维保', 'Cover proposed'], { auto: true, filter: 'exact' }),
    laborFee: money(['人工费', 'Labour'], { required: true, initial: '0' }),
    materialFee: money(['材料费', 'Material'], { auto: true }),
    mileageFee: money(['里程费', 'Mileage fee'], { auto: true }),
    // The sum of the extra charges; it cannot be entered.
    otherFee: money(['其他费', 'Other'], { auto: true }),
    discountAmount: money(['优惠金额', 'Discount'], { initial: '0' }),
    receivableAmount: money(['应收金额', 'Receivable'], { auto: true, list: true, filter: 'range' }),
    practicalAmount: money(['实收金额', 'Received'], { auto: true, list: true }),
    unpaidAmount: money(['未收金额', 'Open'], { computed: true, list: true }),
    unpaidReason: dict(unpaidReason, ['未收原因', 'Why open']),
    mileageKm: quantity(['申报里程（km）', 'Declared km'], { needed: true, list: true }),
    mileageSystemKm: quantity(['系统里程（km）', 'Computed km'], { auto: true, list: true }),
    mileageExplain: text(['里程说明', 'Mileage explanation'], { list: true, max: 255, wide: true }),
    mileageStatus: dict(mileageStatus, ['里程核对', 'Mileage check'], { auto: true, list: true, filter: 'exact' }),
    signFile: file(['客户签名', 'Signature'], { needed: true }),
    signName: text(['签名人', 'Signed by'], { max: 64 }),
    // Beyond the design document: the amount that was shown when the customer signed.
    signedTotal: money(['签名时应收', 'Due when signed']),
    finishCode: text(['验收码', 'Acceptance code'], { auto: true, secret: true, max: 128 }),
    finishCodeTime: moment(['验收时间', 'Code entered'], { auto: true }),
    completeStatus: dict(completeStatus, ['状态', 'State'], {
      auto: true,
      required: true,
      list: true,
      filter: 'exact',
    }),
    confirmResult: dict(confirmResult, ['确认结果', 'Result of check'], { auto: true, list: true, filter: 'exact' }),
    confirmUser: person(['确认人', 'Checked by'], { auto: true }),
    confirmTime: moment(['确认时间', 'Checked at'], { auto: true, list: true, filter: 'range' }),
    backReason: text(['退回原因', 'Reason'], { auto: true, list: true, max: 500, wide: true }),
    isRework: flag(['返修', 'Rework'], { auto: true, list: true, filter: 'exact' }),
    firstFix: flag(['一次修复', 'First-time fix'], { auto: true, list: true, filter: 'exact' }),
    // The fields from here to `printCount` are beyond the design document. `submitTime` is the phone's time of the step
    // that submits and ends the visit. `lateReason`: why the completion was first entered after the visit.
    submitTime: moment(['提交时间', 'Submitted'], { auto: true }),
    lateReason: text(['补登原因', 'Why it was entered late'], { max: 255, wide: true }),
    coverExplain: text(['保内收费说明', 'Why the customer pays under cover'], { max: 255, wide: true }),
    submitCount: integer(['提交次数', 'Submissions'], { auto: true }),
    signRefused: text(['拒签原因', 'Why it was not signed'], { max: 255, wide: true }),
    refusedProof: file(['拒签佐证', 'Proof that it was refused'], {
      takes: 'image',
      help: ['现场照片，或见证人的签名', 'A photo, or the signature of a witness'],
    }),
    pieceStatus: dict(pieceStatus, ['计件状态', 'Piecework state'], { auto: true, list: true, filter: 'exact' }),
    printCount: integer(['打印次数', 'Prints'], { auto: true }),
  },
  lines: {
    equipment: { paper: 'completionEquipment', parent: 'completionId' },
    supplies: { paper: 'completionSupply', parent: 'completionId' },
    charges: { paper: 'completionCharge', parent: 'completionId' },
  },
  groups: [
    {
      label: ['上门', 'Visit'],
      fields: [
        'completionNo',
        'dispId',
        'dispatchListId',
        'registrationFormId',
        'receiptsType',
        'repairType',
        'customerId',
        'customerName',
        'technicianId',
        'crewNames',
        'startTime',
        'endTime',
        'workMinutes',
        'submitTime',
        'lateReason',
        'visitResult',
      ],
    },
    {
      label: ['处理', 'Work'],
      fields: [
        'faultCategory',
        'faultCause',
        'serviceMeasure',
        'maintenanceContent',
        'checklist',
        'abnormalCount',
        'telemetryState',
        'telemetryReason',
        'advice',
        'isRework',
        'firstFix',
      ],
    },
    {
      label: ['费用', 'Fees'],
      fields: [
        'weibao',
        'weibaoReason',
        'coverFees',
        'coverExplain',
        'weibaoProposed',
        'laborFee',
        'materialFee',
        'mileageFee',
        'otherFee',
        'discountAmount',
        'receivableAmount',
        'practicalAmount',
        'unpaidAmount',
        'unpaidReason',
      ],
    },
    { label: ['里程', 'Mileage'], fields: ['mileageKm', 'mileageSystemKm', 'mileageStatus', 'mileageExplain'] },
    {
      label: ['验收', 'Acceptance'],
      fields: [
        'signFile',
        'signName',
        'signedTotal',
        'signRefused',
        'refusedProof',
        'finishCodeTime',
        'confirmResult',
        'confirmUser',
        'confirmTime',
        'backReason',
        'pieceStatus',
        'printCount',
      ],
    },
  ],
  views: {
    toCheck: { label: ['待确认', 'To check'], filter: { completeStatus: 'submitted' } },
    refill: { label: ['退回重填', 'To correct'], filter: { completeStatus: 'refill' }, worry: true },
    drafts: { label: ['草稿', 'Drafts'], filter: { completeStatus: 'draft' } },
  },
  buttons: {
    discount: { label: ['批准超限优惠', 'Grant a larger discount'], roles: ['as_leader', 'as_manager'] },
    reusePhoto: { label: ['允许重复照片', 'Allow a photo twice'], roles: ['as_leader'] },
  },
  card: ['completionNo', 'completeStatus', 'customerName', 'visitResult', 'technicianId', 'receivableAmount'],
  menu: { group: 'dispatch', icon: 'clipboard-check', path: '/maintenance/ascompletionregistration', sort: 30 },
  print: true,
  logAs: 'completion',
});
