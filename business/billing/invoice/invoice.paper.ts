import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerName } from '#business/customers/customer-fields.rules.ts';
import { invoiceState, invoiceType } from '../dictionaries.ts';
import { moneyRights } from '../rights.rules.ts';
import { invoiceLifecycle } from './invoice-lifecycle.rules.ts';

/** An invoice over collections. Cancelled, it retains its number. */
export const invoice = paper('invoice', {
  title: ['发票', 'Invoice'],
  table: 'asinvoice',
  path: 'blade-maintenance/webApi/asinvoice',
  rights: { read: moneyRights.read, export: moneyRights.export },
  caption: 'invoiceNo',
  hint: ['invoiceTitle', 'invoiceAmount'],
  search: ['recordNo', 'invoiceNo', 'customerName', 'invoiceTitle', 'taxNo'],
  readOnly: true,
  lifecycle: invoiceLifecycle,
  fields: {
    recordNo: paperNumber(['开票编号', 'Record no.'], 'FP'),
    invoiceType: dict(invoiceType, ['发票类型', 'Invoice type'], { required: true, list: true, filter: 'exact' }),
    invoiceNo: text(['发票号码', 'Invoice no.'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 64,
      code: true,
    }),
    customerId: ref('customer', ['客户', 'Customer'], { auto: true, list: true, filter: 'exact' }),
    customerName,
    invoiceTitle: text(['发票抬头', 'Title'], { required: true, list: true, filter: 'like', max: 100 }),
    taxNo: text(['税号', 'Tax no.'], { list: true, filter: 'like', max: 32, code: true }),
    invoiceAmount: money(['开票金额', 'Amount'], { required: true, list: true }),
    invoiceState: dict(invoiceState, ['发票状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    invoiceTime: moment(['开票时间', 'Invoiced at'], { auto: true, list: true, filter: 'range' }),
    invoiceUser: person(['开票人', 'Invoiced by'], { auto: true, filter: 'exact' }),
    cancelReason: text(['冲销原因', 'Cancellation reason'], { list: true, max: 255, wide: true }),
    cancelUser: person(['冲销人', 'Cancelled by'], { auto: true }),
    cancelTime: moment(['冲销时间', 'Cancelled at'], { auto: true, list: true, filter: 'range' }),
  },
  groups: [
    {
      label: ['发票', 'Invoice'],
      fields: [
        'recordNo',
        'invoiceType',
        'invoiceNo',
        'customerId',
        'customerName',
        'invoiceTitle',
        'taxNo',
        'invoiceAmount',
        'invoiceState',
        'invoiceTime',
        'invoiceUser',
      ],
    },
    { label: ['冲销', 'Cancellation'], fields: ['cancelReason', 'cancelUser', 'cancelTime'] },
  ],
  views: {
    issued: { label: ['有效', 'In force'], filter: { invoiceState: 'issued' } },
    cancelled: { label: ['已冲销', 'Cancelled'], filter: { invoiceState: 'cancelled' } },
  },
  card: ['invoiceNo', 'invoiceState', 'invoiceTitle', 'invoiceAmount'],
  menu: { group: 'money', icon: 'receipt', path: '/maintenance/asinvoice', sort: 40 },
  logAs: 'invoice',
});
