import { day } from '#kernel/fields/day/day.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  fileAnswer,
  list,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { GUESSES } from '../sap-flow.calls.ts';
import { sapFlow } from '../sap-flow.paper.ts';

const qty = (zh: string, en: string) => quantity([zh, en], { required: true, min: 'any' });
/** Value at moving average cost, CNY; absent for readers without the right to costs. */
const amount = optional(money(['差额', 'Value'], { required: true, min: 'any' }));

/** The next step of a difference: actions on rows (`ids`), or the page that helps (`to`). */
const nextStep = record({
  kind: choice('retry', 'push', 'count', 'ledger', 'material'),
  ids: list(anyText),
  to: anyText,
});

const difference = record({
  whsCode: anyText,
  itemCode: anyText,
  itemName: anyText,
  materialId: nullable(anyText),
  ours: qty('我方', 'Ours'),
  sap: qty('SAP', 'SAP'),
  /** Does SAP know the item in any warehouse? */ isInSap: yesOrNo,
  inFlight: qty('在途', 'In flight'),
  delta: qty('差异', 'Difference'),
  amount,
  guess: choice(...GUESSES),
  /** Why both sides differ, in one sentence. */ sentence: bothLanguages,
  next: nullable(nextStep),
  /** Can the stock of SAP be adopted? Otherwise the reason against it. */
  adopt: choice('yes', 'group', 'serial', 'unknown', 'explained'),
  equalDay: nullable(day(['上次一致', 'Last equal night'])),
});

const warehouse = record({
  whsCode: anyText,
  name: anyText,
  stores: anyNumber,
  isOfVans: yesOrNo,
  compared: anyNumber,
});

const figures = record({
  compared: anyNumber,
  equal: anyNumber,
  /** Differences that rows in flight explain. */ levelled: anyNumber,
  different: anyNumber,
  amount,
});

/** The result of a comparison. */
const found = record({
  /** When both sides were compared; empty before the first comparison. */ at: anyText,
  figures,
  warehouses: list(warehouse),
  rows: list(difference),
  levelled: list(difference),
  /** Number of differences beyond the shown ones. */ more: anyNumber,
});

/** The comparison of our stock with that of SAP. While SAP does not answer, it is that of the last night. */
export const comparisonCall = call(sapFlow, 'comparison', {
  method: 'GET',
  needs: 'view',
  title: ['SAP库存比对', 'Comparison with SAP'],
  answer: record({
    /** Name of the adapter to SAP; empty: the company has none. */ adapter: anyText,
    /** Does this installation know the adapter? */ isKnown: yesOrNo,
    answers: yesOrNo,
    tookMs: anyNumber,
    /** Why SAP did not answer. */ failure: anyText,
    /** The figures are those of the last night. */ isStored: yesOrNo,
    nextAt: anyText,
    /** Value above which the manager approves a count, CNY. */ adjustLimit: anyText,
    found,
  }),
});

/** The differences as a workbook. */
export const differenceBook = call(sapFlow, 'export-differences', {
  method: 'POST',
  needs: 'export',
  title: ['导出SAP差异', 'Export the differences to SAP'],
  answer: fileAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

const queueRow = record({
  id: anyText,
  flowNo: anyText,
  billNo: anyText,
  /** Address of the document. */ to: anyText,
  itemName: anyText,
  qty: qty('数量', 'Quantity'),
  fromWhsCode: anyText,
  toWhsCode: anyText,
  state: choice('failed', 'sending', 'retry', 'blocked', 'queued'),
  /** Position among the waiting rows of the lane; 0 for a failed one. */ place: anyNumber,
  tries: anyNumber,
  sentAt: anyText,
  nextAt: anyText,
  error: anyText,
});

const lane = record({
  code: anyText,
  /** Its only store; empty where several share it. */ name: anyText,
  isOfVans: yesOrNo,
  failed: anyNumber,
  /** Rows that wait, all of them. */ waiting: anyNumber,
  /** Last success; empty where there was none in 30 days. */ lastAt: anyText,
  rows: list(queueRow),
  /** Number of waiting rows beyond the shown ones. */ more: anyNumber,
});

/** The queue to SAP by lane, and how it worked today and in 30 days. */
export const queueCall = call(sapFlow, 'queue', {
  method: 'GET',
  needs: 'view',
  title: ['SAP推送队列', 'Queue to SAP'],
  answer: record({
    now: anyText,
    total: anyNumber,
    /** Minutes before each further attempt. */ pauses: list(anyNumber),
    lanes: list(lane),
    today: record({ pushed: anyNumber, afterRetry: anyNumber, failed: anyNumber }),
    month: record({ rows: anyNumber, pushed: anyNumber, first: anyNumber, seconds: nullable(anyNumber) }),
  }),
});

export type SapComparison = AnswerOf<typeof comparisonCall>;
export type ComparisonResult = AnswerOf<typeof found>;
export type ShownDifference = AnswerOf<typeof difference>;
export type DifferenceStep = AnswerOf<typeof nextStep>;
export type Queue = AnswerOf<typeof queueCall>;
export type QueueLane = AnswerOf<typeof lane>;
export type QueueRow = AnswerOf<typeof queueRow>;
