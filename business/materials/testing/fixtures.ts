import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** The rows that samples of stock papers need; for tests only. */
export default {
  // A balance in a real store that is not empty, since lists leave out others.
  async stock({ fresh }, asked) {
    return {
      onHand: '12.000',
      ...(!('warehouseId' in asked) && { warehouseId: await fresh('warehouse', { warehouseType: 'main' }) }),
    };
  },
  // The sample is an opening balance, which has no target store.
  async stockAdjustment() {
    return { toWarehouseId: undefined, supplierDoc: undefined };
  },
  async stockAdjustmentLine({ fresh }, asked) {
    return {
      countQty: undefined,
      // The item has no serial numbers.
      serialNos: undefined,
      materialId: await fresh('material'),
      ...(!('adjustId' in asked) && { adjustId: await fresh('stockAdjustment') }),
    };
  },
} satisfies Readonly<Record<string, Fixtures>>;
