import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of maintenance plans, and of contracts and orders on them. */
export default [
  {
    by: ['scheme', 'completion', 'visit', 'dispatchForm', 'registration'],
    on: ['planOccurrence'],
    does: ['create', 'change', 'move', 'touch'],
    because: 'planned visits begin, wait and end with their contract, and follow the order that serves them',
  },
  {
    by: ['planOccurrence', 'completion', 'registration', 'visit', 'dispatchForm', 'scheme'],
    on: ['scheme', 'schemeRecord'],
    does: ['touch', 'move', 'create'],
    because: 'a contract knows the day of its next visit, and counts those that were skipped as used',
    named: 'only the counters and the next day of the contract follow',
  },
  {
    by: ['planOccurrence'],
    on: ['registration', 'schemeUse'],
    does: ['create', 'change', 'touch'],
    because: 'registering planned visits makes the work orders that reserve them',
  },
  {
    by: ['serviceFile'],
    on: ['planOccurrence'],
    does: ['change'],
    because: 'open visits show the present contact of their contract',
  },
  {
    by: ['schemePush/schemeManualPush'],
    on: ['planOccurrence'],
    does: ['move', 'touch'],
    because: 'a push by hand announces a visit',
    named: 'the right to the named visits and contracts is checked before',
  },
] satisfies Effect[];
