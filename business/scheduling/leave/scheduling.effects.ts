import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Papers that the product changes together with leaves and service clocks, each with its reason. */
export default [
  {
    by: ['leaveForm'],
    on: ['leaveStatistics', 'technician'],
    does: ['create', 'change'],
    because: 'an approved leave is counted, and the technician is off duty while it lasts',
    named: 'the technician is the one whose leave it is; only the duty state changes',
  },
  {
    by: ['registration', 'repairForm', 'dispatchForm', 'visit', 'completion', 'delay'],
    on: ['slaClock'],
    does: ['create', 'change'],
    because: 'service clocks run by the states of an order; nobody writes them by hand',
  },
] satisfies Effect[];
