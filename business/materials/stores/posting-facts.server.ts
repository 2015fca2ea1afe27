import { QTY, virtualTypes } from './posting.rules.ts';
import { codeText } from '#kernel/fields/text/code-text.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import { type Context, row as refuseRow } from '#kernel/server';
import { material } from '../items/material.paper.ts';
import { refuse } from '../refusals.ts';
import type { Move } from './posting.service.ts';
import { warehouse } from './warehouse.paper.ts';

/** Facts of an item that a posting needs; `Store` has those of a store. */
export interface PostedItem {
  readonly id: string;
  readonly itemName: string;
  readonly isSerial: boolean;
  readonly costPrice: string | null;
}
export interface Store {
  readonly id: string;
  readonly name: string;
  readonly isReal: boolean;
  readonly mayBeBelow: boolean;
}

/**
 * Return the moves without repeated steps, their serial numbers normalised. Refuse a move whose source is its target.
 */
export function readMoves(given: readonly Move[]): Move[] {
  const moves = [...new Map(given.map((move) => [move.step, move])).values()].map((move) =>
    move.serialNo ? { ...move, serialNo: codeText(move.serialNo) } : move,
  );
  if (moves.some((move) => move.fromWarehouseId === move.toWarehouseId)) throw refuse.samePlace();
  return moves;
}

function assertMeasured(item: PostedItem, move: Move): void {
  const qty = stepsOf(move.qty, QTY);
  if (qty <= 0n) throw refuse.quantityNotPositive({ item: item.itemName });
  if (item.isSerial && (!move.serialNo || qty !== stepsOf('1', QTY)))
    throw refuse.serialNeeded({ item: item.itemName });
  if (!item.isSerial && move.serialNo) throw refuse.serialNotKept({ item: item.itemName });
}

/** Return the items of the moves. Refuse quantities and serial numbers that do not fit the item's tracking. */
export async function itemsOf(context: Context, moves: readonly Move[]): Promise<ReadonlyMap<string, PostedItem>> {
  const rows = await context.sql.query<PostedItem>(
    `select id::text as id, item_name as "itemName", track_mode = 'serial' as "isSerial", cost_price::text as "costPrice"
    from asbasematerial where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0`,
    [context.tenantId, moves.map((move) => move.materialId)],
  );
  const items = new Map(rows.map((row) => [row.id, row]));
  for (const move of moves) {
    const item = items.get(move.materialId);
    if (!item) throw refuseRow.missing({ title: material.title });
    assertMeasured(item, move);
  }
  return items;
}

/** Return the stores of the moves. */
export async function storesOf(context: Context, moves: readonly Move[]): Promise<ReadonlyMap<string, Store>> {
  const ids = moves.flatMap((move) => [move.fromWarehouseId, move.toWarehouseId]);
  const rows = await context.sql.query<Store>(
    `select id::text as id, warehouse_name as name, not warehouse_type = any($3) as "isReal", coalesce(allow_negative, false) as "mayBeBelow"
    from aswarehouse where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0`,
    [context.tenantId, ids, virtualTypes],
  );
  const stores = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => !stores.has(id))) throw refuseRow.missing({ title: warehouse.title });
  return stores;
}

/** Return the posting day: today or an earlier day. Refuse one of a closed month. */
export async function openDay(context: Context, given: string | undefined): Promise<string> {
  const day = given ?? context.today();
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw refuse.postDateUnreadable();
  if (day > context.today()) throw refuse.postDateAhead();
  const closed = (await context.parameter('as.stock.closedMonth')).slice(0, 7);
  if (closed && day.slice(0, 7) <= closed) throw refuse.monthClosed({ month: closed });
  return day;
}
