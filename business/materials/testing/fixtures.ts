import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** The world that papers of stock need around them before a sample can be saved; for tests only. */
export default {
  // What is not there is not shown, nor what lies in a store that stands for the world outside.
  async stock({ fresh }, asked) {
    return {
      onHand: '12.000',
      ...(!('warehouseId' in asked) && { warehouseId: await fresh('warehouse', { warehouseType: 'main' }) }),
    };
  },
  // An opening balance moves nothing between stores.
  async stockAdjustment() {
    return { toWarehouseId: undefined };
  },
  async stockAdjustmentLine({ fresh }, asked) {
    return {
      countQty: undefined,
      // Of a material that has no numbers.
      serialNos: undefined,
      materialId: await fresh('material'),
      ...(!('adjustId' in asked) && { adjustId: await fresh('stockAdjustment') }),
    };
  },
} satisfies Readonly<Record<string, Fixtures>>;
