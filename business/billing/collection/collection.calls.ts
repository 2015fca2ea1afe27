import { dict } from '#kernel/fields/dict/dict.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { money } from '#kernel/fields/money/money.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, filters } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  list,
  nullable,
  of,
  page,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { payChannel } from '#business/masterdata/dictionaries.ts';
import { collection } from './collection.paper.ts';

const sum = (zh: string, en: string) => money([zh, en], { required: true, min: 'any' });
const { collectNo, customerId, customerName, technicianId } = collection.fields;
const one = { id: id(['收款', 'Collection'], { required: true }) };
const paged = { current: pageNumber(), size: pageSize(10, 1000), filters: filters(collection) };

/** A completion with its receivable, received, refunded and open amounts. */
const ofCompletion = record({
  completionId: anyText,
  completionNo: anyText,
  customerId,
  customerName,
  last: anyText,
  net: sum('净额', 'Net'),
  lines: anyNumber,
  receivableAmount: sum('应收', 'Receivable'),
  receivedAmount: sum('已收', 'Received'),
  refundedAmount: sum('已退', 'Refunded'),
  openAmount: sum('未收', 'Open'),
  transmitted: yesOrNo,
  invoiced: yesOrNo,
  approved: yesOrNo,
});

export const takenByCompletion = call(collection, 'listTwo', {
  method: 'GET',
  needs: 'view',
  title: ['按完工单汇总收款', 'Completions with receivable, received, open'],
  query: paged,
  answer: page(ofCompletion),
});

export const receiptsToPrint = call(collection, 'printlist', {
  method: 'GET',
  needs: 'view',
  title: ['待打印收据', 'Rows waiting for a receipt'],
  query: paged,
  answer: page(of(collection)),
});

/**
 * The content of a receipt: company, customer, rows of the job, amount in figures and words, and whether it is a copy.
 */
export const printReceipt = call(collection, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['收据内容', 'Content of a receipt'],
  query: one,
  answer: record({
    collectNo,
    company: anyText,
    customerId,
    customerName,
    collectTime: collection.fields.collectTime,
    lines: list(of(collection)),
    amount: sum('金额', 'Amount'),
    amountInWords: anyText,
    copy: yesOrNo,
    copyMark: anyText,
    printCount: anyNumber,
    qrText: anyText,
    printTime: anyText,
  }),
});

export const countReceipt = call(collection, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed receipt'],
  body: one,
  answer: record({ id: anyText, printCount: anyNumber, copy: yesOrNo }),
});

/** Cash that a technician collected and did not hand over. */
const heldCash = record({
  technicianId,
  technicianName: nullable(anyText),
  amount: sum('金额', 'Amount'),
  lines: anyNumber,
  since: anyText,
});

export const cashInHand = call(collection, 'cashInHand', {
  method: 'GET',
  needs: 'view',
  title: ['技师在手现金', 'Cash in hand per technician'],
  query: { technicianId: refs('technician', ['技师', 'Technician']) },
  answer: list(heldCash),
});

export const tellPayment = call(collection, 'paymentCallback', {
  method: 'POST',
  needs: 'payment',
  title: ['支付平台到账通知', 'A payment platform tells of money'],
  body: {
    payChannel: dict(payChannel, ['支付渠道', 'Channel'], { required: true }),
    tradeNo: text(['交易流水号', 'Transaction no.'], { required: true, max: 64 }),
    amount: money(['金额', 'Amount'], { required: true }),
  },
  answer: record({ approved: list(anyText) }),
});

export type TakenByCompletion = AnswerOf<typeof ofCompletion>;
export type HeldCash = AnswerOf<typeof heldCash>;
