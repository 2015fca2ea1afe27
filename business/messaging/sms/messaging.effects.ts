import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of messages: they are stored by the call that sends them. */
export default [
  {
    by: ['*'],
    on: ['smsLog'],
    does: ['create'],
    because: 'each message to a customer is logged; nobody writes the log by hand',
  },
] satisfies Effect[];
