import type { ReferencePath } from '#kernel/language/paper.ts';

/** What lies in a technician's own store, or moved into or out of it, over the field that names the store. */
export const ownStore = (on: 'warehouseId' | 'fromWarehouseId' | 'toWarehouseId'): ReferencePath => ({
  steps: [
    { paper: 'warehouse', at: 'id', on },
    { paper: 'technician', at: 'id', on: 'technicianId' },
  ],
  person: 'userId',
});
