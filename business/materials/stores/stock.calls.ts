import { id } from '#kernel/fields/ref/ref.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, filters, lines } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  choice,
  list,
  nullable,
  anyText,
  of,
  optional,
  page,
  record,
} from '#kernel/language/calls/shape.ts';
import { stockMove } from './stock-move.paper.ts';
import { stock } from './stock.paper.ts';
import { warehouse } from './warehouse.paper.ts';

const amountOf = (zh: string, en: string) => quantity([zh, en], { required: true, min: 'any' });

/** The values of `by`, by which balances can be grouped. */
export const stockSides = ['material', 'warehouse', 'group', 'condition', 'technician'] as const;

const group = record({
  by: choice(...stockSides),
  key: nullable(anyText),
  name: nullable(anyText),
  onHand: amountOf('现存量', 'On hand'),
  reserved: amountOf('占用量', 'Reserved'),
  available: amountOf('可用量', 'Available'),
  /** Value of the stock, CNY; absent for readers without the right to costs. */
  amount: optional(money(['库存金额', 'Value'], { required: true, min: 'any' })),
  lines: anyNumber,
});

export const stockSums = call(stock, 'groupBy', {
  method: 'GET',
  needs: 'view',
  title: ['按物料/仓库/物料组/状态/技师汇总', 'Sums by material, warehouse, group, condition or technician'],
  query: {
    by: text(['汇总方式', 'By'], { max: 20 }),
    filters: filters(stock, {
      materialArea: warehouse.fields.materialArea,
      warehouseType: warehouse.fields.warehouseType,
      technicianId: warehouse.fields.technicianId,
      hideZero: flag(['不含零库存', 'Without empty stocks']),
      ours: flag(['仅本公司仓库', 'Own warehouses only']),
    }),
  },
  answer: list(group),
});

/** Returns the movements of a place, an item or a serial number, newest first, which explain a balance. */
export const stockLedger = call(stock, 'ledger', {
  method: 'GET',
  needs: 'view',
  title: ['库存流水（一行库存）', 'Movements of a line of stock'],
  query: {
    current: pageNumber(),
    size: pageSize(10, 1000),
    filters: filters(stockMove, { warehouseId: stock.fields.warehouseId }),
  },
  answer: page(of(stockMove)),
});

/** Set the places of balances within their store. */
export const placeStock = call(stock, 'place', {
  method: 'POST',
  needs: 'place',
  title: ['设置货位', 'Set the places of balances'],
  body: {
    rows: lines(
      ['货位', 'Places'],
      {
        id: id(['库存', 'Stock'], { required: true }),
        binCode: text(['货位', 'Place'], { max: 20, code: true }),
      },
      { required: true, most: 200 },
    ),
  },
  answer: list(of(stock)),
});

export type StockGroup = AnswerOf<typeof group>;
