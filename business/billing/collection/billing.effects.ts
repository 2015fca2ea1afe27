import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Papers that the product changes together with collections, each with its reason. */
export default [
  {
    by: ['collection'],
    on: ['completion', 'registration'],
    does: ['change'],
    because: 'what was received is counted into the completion and the order that it pays for',
    named: 'both are those that the collection points at; only their sums change',
  },
  {
    by: ['collection'],
    on: ['invoice'],
    does: ['create', 'move'],
    because: 'the verb that invoices collections makes their invoice, and the one that takes it back ends it',
  },
  {
    by: ['invoice'],
    on: ['collection'],
    does: ['change', 'move'],
    because: 'collections show whether they are invoiced',
  },
] satisfies Effect[];
