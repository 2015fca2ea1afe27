import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerName } from '#business/customers/customer-fields.rules.ts';
import { collectApproval, collectType, invoiceStatus, transmitStatus } from '../dictionaries.ts';
import { moneyRights } from '../rights.rules.ts';
import { collectionLifecycle } from './collection-tracks.rules.ts';
import { ownJobs, ownTechnician } from '#business/masterdata/own-jobs.rules.ts';

/** One amount of one fee by one payment method, with three tracks: handed over, invoiced, approved. */
export const collection = paper('collection', {
  title: ['收款明细', 'Collection'],
  table: 'ascollectdetaileds',
  path: 'blade-maintenance/webApi/ascollectdetaileds',
  calls: { export: ['exportlist', { path: 'exportPrintlist', filter: { printCount: '0' } }] },
  rights: moneyRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: [...ownJobs('dispId'), ...ownTechnician],
  caption: 'collectNo',
  hint: ['customerName', 'amount'],
  search: ['collectNo', 'customerName', 'tradeNo', 'invoiceNo'],
  lifecycle: collectionLifecycle,
  // Once the completion is submitted, only people who may approve collections change its money.
  follows: [{ paper: 'completion', parent: 'completionId', as: 'collects', late: 'approve' }],
  indexed: { tradeNo: 'payment that arrives' },
  rising: ['collectTime', 'transmitTime', 'approvalTime'],
  fields: {
    collectNo: paperNumber(['收款单号', 'Collection no.'], 'SK'),
    completionId: ref('completion', ['完工单', 'Completion'], { filter: 'exact', example: '' }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { filter: 'exact' }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { filter: 'exact' }),
    serviceOrderId: id(['服务订单', 'Service order'], { wire: true, auto: true, filter: 'exact' }),
    schemeId: ref('scheme', ['维保方案', 'Service contract'], { filter: 'exact', example: '' }),
    repelId: id(['退单', 'Return'], { wire: true, auto: true, filter: 'exact' }),
    originCollectId: ref('collection', ['原收款', 'Refunds line'], {
      filter: 'exact',
      help: ['退款行填写被退的收款，金额为负', 'For a refund: the row it takes back; the amount is below 0'],
    }),
    customerId: ref('customer', ['客户', 'Customer'], { required: true, list: true, filter: 'exact' }),
    customerName,
    technicianId: ref('technician', ['收款技师', 'Collected by'], { list: true, filter: 'exact' }),
    collectType: dict(collectType, ['费用类型', 'Fee type'], { required: true, list: true, filter: 'exact' }),
    paymentTypeId: ref('paymentType', ['收款方式', 'Payment type'], { required: true, list: true, filter: 'exact' }),
    receivableAmount: money(['应收', 'Receivable'], {
      required: true,
      list: true,
      min: 'any',
      help: ['该费用中由本行收取的部分', 'The part of the fee that this row is for'],
    }),
    amount: money(['实收', 'Received'], { required: true, list: true, min: 'any' }),
    collectTime: moment(['收款时间', 'Received at'], { required: true, list: true, filter: 'range' }),
    voucherFiles: files(['收款凭证', 'Voucher']),
    tradeNo: text(['交易流水号', 'Transaction no.'], { list: true, filter: 'like', max: 64, code: true }),
    transmitStatus: dict(transmitStatus, ['交款状态', 'Hand-over'], { auto: true, list: true, filter: 'exact' }),
    transmitUser: person(['接收人', 'Received by'], { auto: true }),
    transmitTime: moment(['交款时间', 'Handed over at'], { auto: true, list: true, filter: 'range' }),
    invoiceStatus: dict(invoiceStatus, ['开票状态', 'Invoice'], { auto: true, list: true, filter: 'exact' }),
    invoiceId: ref('invoice', ['发票', 'Invoice'], { auto: true, filter: 'exact' }),
    invoiceNo: text(['发票号码', 'Invoice no.'], { auto: true, list: true, filter: 'like', max: 64, code: true }),
    invoiceAmount: money(['开票金额', 'Invoiced'], { auto: true, list: true }),
    approvalStatus: dict(collectApproval, ['审核状态', 'Approval'], { auto: true, list: true, filter: 'exact' }),
    approvalUser: person(['审核人', 'Approved by'], { auto: true }),
    approvalTime: moment(['审核时间', 'Approved at'], { auto: true, list: true, filter: 'range' }),
    printCount: integer(['打印次数', 'Prints'], { auto: true, list: true, filter: 'exact' }),
    lastPrintTime: moment(['最近打印', 'Last print'], { auto: true }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  groups: [
    {
      label: ['收款', 'Collection'],
      fields: [
        'collectNo',
        'customerId',
        'customerName',
        'technicianId',
        'collectType',
        'paymentTypeId',
        'receivableAmount',
        'amount',
        'collectTime',
        'tradeNo',
        'voucherFiles',
        'remark',
      ],
    },
    {
      label: ['业务', 'Job'],
      fields: [
        'completionId',
        'dispId',
        'registrationFormId',
        'serviceOrderId',
        'schemeId',
        'repelId',
        'originCollectId',
      ],
    },
    { label: ['交款', 'Hand-over'], fields: ['transmitStatus', 'transmitUser', 'transmitTime'] },
    { label: ['开票', 'Invoice'], fields: ['invoiceStatus', 'invoiceId', 'invoiceNo', 'invoiceAmount'] },
    {
      label: ['审核与打印', 'Approval and prints'],
      fields: ['approvalStatus', 'approvalUser', 'approvalTime', 'printCount', 'lastPrintTime'],
    },
  ],
  views: {
    toHandOver: { label: ['待交款', 'To hand over'], filter: { transmitStatus: 'none' }, worry: true },
    toInvoice: { label: ['待开票', 'To invoice'], filter: { invoiceStatus: 'none', approvalStatus: 'approved' } },
    toApprove: { label: ['待审核', 'To approve'], filter: { approvalStatus: 'none' } },
    toPrint: { label: ['待打印', 'To print'], filter: { printCount: '0' } },
  },
  buttons: { payment: { label: ['支付回调', 'Payment callback'], roles: ['as_sap'] } },
  card: ['collectNo', 'approvalStatus', 'customerName', 'collectType', 'amount', 'transmitStatus'],
  menu: { group: 'money', icon: 'banknote', path: '/maintenance/ascollectdetaileds', sort: 10 },
  print: true,
  logAs: 'collect',
});
