import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { ownReturns } from './returns/own-returns.calls.ts';
import { ownTools } from './tools/own-tools.calls.ts';

/** A line of goods that come: quantities are those of the whole shipment. */
const comingLine = record({
  id: anyText,
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  barcode: nullable(anyText),
  unit: nullable(anyText),
  shipQty: anyText,
  receivedQty: anyText,
  serialNos: list(anyText),
  receivedSerials: list(anyText),
});

/** A shipment that is approved and waits at the counter, or that is under way. */
const coming = record({
  id: anyText,
  shipmentNo: anyText,
  applyNos: nullable(anyText),
  state: anyText,
  shipWay: nullable(anyText),
  carrier: nullable(anyText),
  trackingNo: nullable(anyText),
  since: nullable(anyText),
  lines: list(comingLine),
});

/** A suggested part of an order, and where it is. */
const wanted = record({
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  qty: anyText,
  held: anyText,
  coming: anyText,
  approved: anyText,
  requested: anyText,
  short: anyText,
});

const orderParts = record({
  registrationFormId: anyText,
  dispId: anyText,
  customerName: anyText,
  planStart: anyText,
  parts: list(wanted),
  storeId: nullable(anyText),
  storeName: nullable(anyText),
  vanOf: nullable(anyText),
});

const request = record({
  id: anyText,
  applyNo: anyText,
  applyType: anyText,
  documentStatus: anyText,
  registrationFormId: nullable(anyText),
  customerName: nullable(anyText),
  needDate: anyText,
  examineNote: nullable(anyText),
  lines: list(record({ materialId: anyText, itemName: anyText, applyQty: anyText })),
});

const usualPart = record({
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  usual: anyText,
  onHand: anyText,
  missing: anyText,
});

/** Everything about goods that a technician needs without a network. */
export const readOwnGoods = call(materialApply, 'ownGoods', {
  method: 'GET',
  needs: 'view',
  title: ['技师的物料（手机）', 'A technician’s goods, for the phone'],
  answer: record({
    technicianId: nullable(anyText),
    stores: list(record({ id: anyText, name: anyText })),
    coming: list(coming),
    orders: list(orderParts),
    requests: list(request),
    usual: list(usualPart),
    mayRequest: yesOrNo,
    ...ownReturns,
    ...ownTools,
  }),
});

export type OwnGoods = AnswerOf<typeof readOwnGoods>;
export type ComingGoods = AnswerOf<typeof coming>;
export type ComingLine = AnswerOf<typeof comingLine>;
export type OrderParts = AnswerOf<typeof orderParts>;
export type OwnRequest = AnswerOf<typeof request>;
