import { dict } from '#kernel/fields/dict/dict.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { materialStatus } from '#business/materials/dictionaries.ts';
import { returnReason, returnType } from '../../dictionaries.ts';

const condition = dict(materialStatus, ['物料状态', 'Condition'], { required: true });
const type = dict(returnType, ['退料类型', 'Type'], { required: true });
const reason = dict(returnReason, ['退料原因', 'Reason'], { required: true });

/**
 * An owed old part. `underWay`: how much is on returns already. `left`: days until it is due, below 0 when overdue. The
 * customer is empty out of sight. `maker`: the maker that wants it back, null where none does.
 */
const oldPart = record({
  suppliesId: anyText,
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  qty: anyText,
  underWay: anyText,
  since: anyText,
  left: anyNumber,
  customerName: nullable(anyText),
  maker: nullable(anyText),
});

/** Free stock of the van: a material in one condition. `serialNos`: separated by commas. */
const held = record({
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  barcode: nullable(anyText),
  materialStatus: condition,
  serialNos: anyText,
  isSerial: yesOrNo,
  qty: anyText,
});

/** A received shipment, with the received quantities. */
const received = record({
  id: anyText,
  shipmentNo: anyText,
  since: nullable(anyText),
  lines: list(record({ materialId: anyText, qty: anyText })),
});

const ownReturn = record({
  id: anyText,
  version: anyNumber,
  returnNo: anyText,
  returnType: type,
  documentStatus: anyText,
  toWarehouseId: anyText,
  materialShipmentsId: nullable(anyText),
  examineNote: nullable(anyText),
  remark: nullable(anyText),
  /** May the technician remove it: a draft of their own? */ mayRemove: yesOrNo,
  /** The time when it was written, submitted or taken over: the latest of them. */ since: anyText,
  lines: list(
    record({
      id: anyText,
      materialId: anyText,
      itemCode: anyText,
      itemName: anyText,
      materialStatus: condition,
      serialNos: anyText,
      returnQty: anyText,
      acceptQty: nullable(anyText),
      completionSuppliesId: nullable(anyText),
      returnReason: reason,
      maker: nullable(anyText),
    }),
  ),
});

/** Goods that a technician gives back: owed old parts, free stock of the van, received shipments, own returns. */
export const ownReturns = {
  oldParts: list(oldPart),
  oldPartDays: anyNumber,
  oldPartLimit: anyNumber,
  held: list(held),
  shipments: list(received),
  returns: list(ownReturn),
  mayReturn: yesOrNo,
};

export type HeldStock = AnswerOf<typeof held>;
export type OwnReturn = AnswerOf<typeof ownReturn>;
