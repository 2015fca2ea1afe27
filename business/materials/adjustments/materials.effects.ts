import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Papers that the posting service writes, and the papers and calls that use this service. */
export default [
  {
    by: ['stockAdjustment', 'completion', 'completion/updateSupplies', 'completionSupply'],
    on: ['stockMove', 'warehouse'],
    does: ['create'],
    because: 'stock moves by the posting service alone, and a technician has a van from the first move on',
  },
] satisfies Effect[];
