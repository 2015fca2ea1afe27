import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of reminders on the warnings of consumables, and of orders, money and warnings on reminders. */
export default [
  {
    by: ['reminder', 'registration', 'repairForm'],
    on: ['schemeSupplies'],
    does: ['move'],
    because: 'the warning of a consumable and its reminder are open, or have ended, together',
  },
  {
    by: ['schemeSupplies', 'registration', 'repairForm', 'collection', 'completion', 'planOccurrence'],
    on: ['reminder'],
    does: ['move'],
    because: 'a reminder ends with an order of its machine, with money for a contract, and with its warning',
  },
] satisfies Effect[];
