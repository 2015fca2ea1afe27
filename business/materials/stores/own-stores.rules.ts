import type { ReferencePath } from '#kernel/language/paper.ts';

/** Path from a row to its owner: the user of the technician of its store. `on` is the column with the store's id. */
export const ownStore = (on: 'warehouseId' | 'fromWarehouseId' | 'toWarehouseId'): ReferencePath => ({
  steps: [
    { paper: 'warehouse', at: 'id', on },
    { paper: 'technician', at: 'id', on: 'technicianId' },
  ],
  person: 'userId',
});
