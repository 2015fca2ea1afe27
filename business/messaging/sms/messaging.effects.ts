import type { Effect } from '#kernel/language/rooms/effect.ts';

/** What is told to people and customers is written down by whatever tells it. */
export default [
  {
    by: ['*'],
    on: ['smsLog'],
    does: ['create'],
    because: 'each message to a customer is logged; nobody writes the log by hand',
  },
] satisfies Effect[];
