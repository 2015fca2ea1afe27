import type { Given } from '#kernel/stories/given.ts';

/** The world that papers of stock need around them before a sample can be saved; for stories only. */
export const given: Readonly<Record<string, Given>> = {
  // What is not there is not shown.
  async stock() { return { onHand: '12.000' }; },
  // An opening balance moves nothing between stores.
  async stockAdjustment() { return { toWarehouseId: undefined }; },
  async stockAdjustmentLine({ fresh }, asked) { return { countQty: undefined, materialId: await fresh('material'), ...(!('adjustId' in asked) && { adjustId: await fresh('stockAdjustment') }) }; },
};
