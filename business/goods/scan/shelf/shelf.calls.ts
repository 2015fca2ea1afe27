import { dict } from '#kernel/fields/dict/dict.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, lines } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { materialStatus } from '#business/materials/dictionaries.ts';

const warehouseId = id(['仓库', 'Warehouse'], { required: true });
const condition = dict(materialStatus, ['物料状态', 'Condition'], { required: true });

/** A material that a store has, with its codes, its place and its balance in the books. */
const shelfItem = record({
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  unit: anyText,
  barcode: anyText,
  packBarcode: anyText,
  packQty: anyText,
  isSerial: yesOrNo,
  bin: anyText,
  book: anyText,
});

const shelfSheetShape = record({
  /** When it was read, in the company's time. */ at: anyText,
  storeName: anyText,
  items: list(shelfItem),
  serials: list(record({ materialId: anyText, serialNo: anyText, bin: anyText })),
});

/** Stores that can be counted, those that the caller keeps first. */
export const shelfStores = call(stockAdjustment, 'shelfStores', {
  method: 'GET',
  needs: 'add',
  title: ['可盘点的仓库', 'Stores to count'],
  answer: list(record({ id: anyText, name: anyText, isOwn: yesOrNo })),
});

/** The books of a store in one condition: enough to judge codes without a network. */
export const shelfSheet = call(stockAdjustment, 'shelf', {
  method: 'GET',
  needs: 'add',
  title: ['货架盘点的账面', 'Books of a store, for a count'],
  query: { warehouseId, materialStatus: condition },
  answer: shelfSheetShape,
});

/** Name a code that the store does not have: a material, or where its serial number is; empty for an unknown code. */
export const shelfThing = call(stockAdjustment, 'shelfThing', {
  method: 'GET',
  needs: 'add',
  title: ['盘点扫到的是什么', 'What a code in a count is'],
  query: { warehouseId, code: text(['扫到的码', 'Scanned code'], { max: 128, required: true }) },
  answer: list(record({ item: shelfItem, serialNo: anyText, holder: nullable(anyText) })),
});

/**
 * Write the draft of a count with the counted materials. `bookQty`: the balance against which they were counted; where
 * it has changed since, nothing is written.
 */
export const writeShelfCount = call(stockAdjustment, 'shelfCount', {
  method: 'POST',
  needs: 'add',
  title: ['货架盘点生成草稿', 'Draft of a count of shelves'],
  body: {
    warehouseId,
    materialStatus: condition,
    reason: text(['调整原因', 'Reason'], { required: true, max: 200 }),
    rows: lines(
      ['盘点明细', 'Counted materials'],
      {
        materialId: id(['物料', 'Material'], { required: true }),
        countQty: quantity(['实盘数量', 'Counted'], { required: true }),
        bookQty: quantity(['账面数量', 'Book quantity'], { required: true, min: 'any' }),
        serialNos: text(['序列号', 'Serial nos.'], { max: 500 }),
        remark: text(['备注', 'Remark'], { max: 255 }),
      },
      { required: true, most: 500 },
    ),
  },
  answer: record({ id: anyText, adjustNo: anyText }),
});

export type ShelfSheet = AnswerOf<typeof shelfSheetShape>;
export type ShelfItem = AnswerOf<typeof shelfItem>;
export type ShelfThing = AnswerOf<typeof shelfThing>[number];
