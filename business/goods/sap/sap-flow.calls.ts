import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, lines, several } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nothing,
  nullable,
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { sapObject } from '../dictionaries.ts';
import { sapFlow } from './sap-flow.paper.ts';

const code = (zh: string, en: string) => text([zh, en], { max: 50 });
const whsCode = text(['SAP仓库', 'SAP warehouse'], { required: true, max: 8 });
const itemCode = text(['物料编码', 'Material code'], { required: true, max: 50 });
const qty = (zh: string, en: string) => quantity([zh, en], { required: true, min: 'any' });

/** A document that SAP sends: goods that arrived or left there. People may not write rows. */
export const submitFlow = call(sapFlow, 'submit', {
  method: 'POST',
  needs: 'person',
  title: ['SAP写入流水', 'Write a flow row (SAP)'],
  body: {
    idempotencyKey: text(['幂等键', 'Idempotency key'], { max: 90 }),
    sapObject: dict(sapObject, ['SAP单据', 'SAP object']),
    sapDocEntry: integer(['DocEntry', 'DocEntry']),
    sapDocNum: code('SAP单号', 'SAP no.'),
    sapLineNum: integer(['行号', 'Line']),
    itemCode: code('物料编码', 'Material code'),
    fromWhsCode: code('出库仓', 'From'),
    toWhsCode: code('入库仓', 'To'),
    qty: quantity(['数量', 'Quantity']),
    postDate: day(['过账日期', 'Posted']),
    serialNos: text(['序列号', 'Serial nos.'], { max: 500 }),
  },
  answer: of(sapFlow),
});

/** Rows are never removed. */
export const removeFlow = call(sapFlow, 'remove', {
  method: 'POST',
  needs: 'view',
  title: ['删除流水（不支持）', 'Remove flow rows (refused)'],
  query: { ids: several(['流水', 'Rows'], id(['流水', 'Row'], { required: true }), { required: true, most: 500 }) },
  answer: nothing,
});

/** Likely causes of a difference between our stock and that of SAP. */
export const GUESSES = ['inFlight', 'unposted', 'count', 'unknownItem'] as const;

/** Differences between our stock and that of SAP, by warehouse and item. */
export const differencesCall = call(sapFlow, 'differences', {
  method: 'GET',
  needs: 'view',
  title: ['SAP库存差异', 'Differences to SAP'],
  query: {
    whsCode: text(['SAP仓库', 'SAP warehouse'], { max: 8 }),
    itemCode: text(['物料编码', 'Material code'], { max: 50 }),
  },
  answer: list(
    record({
      whsCode: anyText,
      itemCode: anyText,
      itemName: anyText,
      ours: qty('我方', 'Ours'),
      sap: qty('SAP', 'SAP'),
      inFlight: qty('在途', 'In flight'),
      delta: qty('差异', 'StockDifference'),
      guess: choice(...GUESSES),
      evidence: nullable(day(['上次一致', 'Last equal night'])),
      isGroup: flag(['多个仓库', 'Several stores'], { required: true }),
    }),
  ),
});

/** A movement of ours. `flow`: its row for SAP; null where SAP gets none. */
const ownMove = record({
  no: anyText,
  billNo: anyText,
  day: anyText,
  at: anyText,
  kind: bothLanguages,
  who: anyText,
  qty: qty('数量', 'Quantity'),
  flow: nullable(record({ no: anyText, state: anyText, docNum: anyText, tries: anyNumber })),
});

const sapMove = record({ docNum: anyText, day: anyText, qty: qty('数量', 'Quantity') });

/** Movements of both sides since the last night on which they were equal. */
export const evidenceCall = call(sapFlow, 'evidence', {
  method: 'GET',
  needs: 'view',
  title: ['SAP差异依据', 'Evidence of a difference'],
  query: { whsCode, itemCode },
  answer: record({
    since: nullable(day(['上次一致', 'Last equal night'])),
    /** The quantity on both sides at that night; null where it was not stored. */
    equalQty: nullable(anyText),
    ours: list(ownMove),
    sap: list(sapMove),
    /** Does SAP answer? Otherwise its movements are missing. */ answers: yesOrNo,
  }),
});

export type OwnMove = AnswerOf<typeof ownMove>;
export type SapMove = AnswerOf<typeof sapMove>;

/** Write drafts of counts that take over the stock of SAP; nothing is posted. */
export const adoptCall = call(sapFlow, 'adopt', {
  method: 'POST',
  needs: 'adopt',
  title: ['采用SAP库存', 'Adopt the stock of SAP'],
  body: {
    rows: lines(
      ['差异', 'Differences'],
      { whsCode, itemCode, warehouseId: id(['仓库', 'Warehouse']) },
      { required: true, most: 200 },
    ),
    reason: text(['原因', 'Reason'], { required: true, max: 200 }),
  },
  answer: list(record({ id: anyText, adjustNo: anyText })),
});
