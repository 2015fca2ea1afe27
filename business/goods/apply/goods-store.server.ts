import type { Context } from '#kernel/server';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { refuse } from '../refusals.ts';

/** Refuse a warehouse from which no goods are issued. */
export async function assertGoodsStore(context: Context, warehouseId: string): Promise<void> {
  if (!['main', 'area'].includes((await context.get(warehouse, warehouseId)).warehouseType))
    throw refuse.goodsStoreNeeded({
      fields: [{ field: 'fromWarehouseId', words: ['请选择总仓或区域仓', 'A main or area warehouse'] }],
    });
}
