import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import { codeText } from '#kernel/fields/text/code-text.ts';
import { type Context, type Reading, extension, implement, listedRows, sql } from '#kernel/server';
import { stockAdjustmentLine } from '#business/materials/adjustments/stock-adjustment-line.paper.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { refuse } from '../../refusals.ts';
import { holderOf, itemByCode } from '../things.server.ts';
import { type ShelfItem, shelfSheet, shelfStores, shelfThing, writeShelfCount } from './shelf.calls.ts';

/** Types of warehouses whose shelves are counted, in the order of the choice. */
const COUNTED = ['main', 'area', 'old', 'scrap', 'person'] as const;
const MAX_STORES = 300;
const MAX_ITEMS = 3000;
const MAX_SERIALS = 5000;
const NAMED = 5;

/** Return the stores that can be counted, those that the caller keeps first. */
async function storesToCount(_input: object, reading: Reading): Promise<CallAnswer<typeof shelfStores>> {
  const rows = await reading
    .visible(warehouse, { match: { warehouseType: [...COUNTED] }, also: sql`t.status = 1` })
    .rows({
      order: sql`(t.keeper_id = ${reading.person.id}) is true desc, array_position(${COUNTED}::text[], t.warehouse_type::text), t.id`,
      limit: MAX_STORES,
    });
  return rows.map((row) => ({ id: row.id, name: row.warehouseName, isOwn: row.keeperId === reading.person.id }));
}

interface Balance {
  readonly materialId: string;
  readonly bin: string;
  readonly book: string;
}

/** Return the balances of a store in one condition, each with the place of most of it. */
const balancesOf = (reading: Reading, warehouseId: string, status: string): Promise<Balance[]> =>
  listedRows<Balance>(
    reading.sql,
    sql`select s.material_id::text as "materialId", sum(s.on_hand)::numeric(14,3)::text as book,
      coalesce((array_agg(s.bin_code order by s.on_hand desc, s.bin_code) filter (where s.bin_code <> ''))[1], '') as bin
    from ${stockFacts} s where s.tenant_id = ${reading.tenantId} and s.warehouse_id = ${warehouseId} and s.material_status = ${status} and s.is_deleted = 0 and s.on_hand <> 0 group by 1`,
    { order: '3, 1', limit: MAX_ITEMS },
  );

/** Return materials as a count needs them, with the codes that the reader may see. */
async function shelfItems(reading: Reading, balances: readonly Balance[]): Promise<ShelfItem[]> {
  const ids = balances.map((one) => one.materialId);
  const rows = ids.length ? await reading.visible(material, { match: { id: ids } }).words({ limit: ids.length }) : [];
  const items = new Map(rows.map((row) => [row.id, row]));
  return balances.flatMap(({ materialId, bin, book }) => {
    const row = items.get(materialId);
    if (!row) return [];
    return {
      materialId,
      itemCode: row.itemCode ?? '',
      itemName: row.itemName ?? '',
      unit: row._names?.unit ?? '',
      barcode: row.barcode ?? '',
      packBarcode: row.packBarcode ?? '',
      packQty: row.packQty ?? '',
      isSerial: row.trackMode === 'serial',
      bin,
      book,
    };
  });
}

/** Return the books of a store in one condition: enough to count without a network. */
async function sheetOfShelf(
  { warehouseId, materialStatus }: CallInputOf<typeof shelfSheet>,
  reading: Reading,
): Promise<CallAnswer<typeof shelfSheet>> {
  const [store] = await reading.visible(warehouse).all([warehouseId]);
  const items = await shelfItems(reading, await balancesOf(reading, warehouseId, materialStatus));
  const serials = await listedRows<{ materialId: string; serialNo: string; bin: string }>(
    reading.sql,
    sql`select s.material_id::text as "materialId", s.serial_no as "serialNo", coalesce(s.bin_code, '') as bin from ${stockFacts} s
    where s.tenant_id = ${reading.tenantId} and s.warehouse_id = ${warehouseId} and s.material_status = ${materialStatus} and s.serial_no <> '' and s.on_hand > 0 and s.is_deleted = 0`,
    { order: '2', limit: MAX_SERIALS },
  );
  return { at: reading.now(), storeName: store.warehouseName, items, serials };
}

/** Name a code that the books of the store do not have. */
async function thingInCount(
  { warehouseId, code }: CallInputOf<typeof shelfThing>,
  reading: Reading,
): Promise<CallAnswer<typeof shelfThing>> {
  await reading.visible(warehouse).all([warehouseId]);
  const sought = codeText(code);
  const holding = await holderOf(reading, warehouseId, sought);
  const materialId = holding?.materialId ?? (await itemByCode(reading, sought))?.id;
  if (!materialId) return [];
  const items = await shelfItems(reading, [{ materialId, bin: '', book: '0.000' }]);
  return items.map((item) => ({ item, serialNo: holding ? sought : '', holder: holding?.store ?? null }));
}

/**
 * Write the draft of a count. Each line has the balance at this moment. Where the caller counted against another one,
 * goods moved in between, and nothing is written.
 */
async function writeCount(
  { warehouseId, materialStatus, reason, rows }: CallInputOf<typeof writeShelfCount>,
  context: Context,
): Promise<CallAnswer<typeof writeShelfCount>> {
  await context.visible(warehouse).all([warehouseId]);
  const { id, adjustNo } = await context.submit(stockAdjustment, {
    adjustType: 'count',
    warehouseId,
    postDate: context.today(),
    reason,
    lines: rows.map(({ materialId, countQty, serialNos, remark }) => ({
      materialId,
      materialStatus,
      countQty,
      serialNos,
      remark,
    })),
  });
  const books = new Map(rows.map((row) => [row.materialId, row.bookQty]));
  const lines = await context.find(stockAdjustmentLine, { adjustId: id }, { limit: rows.length });
  const moved = lines.filter((line) => stepsOf(line.bookQty, QTY) !== stepsOf(mustGet(books, line.materialId), QTY));
  if (moved.length)
    throw refuse.countMoved({
      items: moved
        .slice(0, NAMED)
        .map((line) => line.itemName)
        .join('、'),
    });
  return { id, adjustNo };
}

/** Calls of counts by scanning, on the adjustments of the materials. */
export const shelfCalls = extension(stockAdjustment, {
  calls: [
    implement(shelfStores, { read: storesToCount }),
    implement(shelfSheet, { read: sheetOfShelf }),
    implement(shelfThing, { read: thingInCount }),
    implement(writeShelfCount, { write: writeCount }),
  ],
});
