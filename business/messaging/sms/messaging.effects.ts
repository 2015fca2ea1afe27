import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Calls that write the log of messages to customers. Any call may, since any call may send a message. */
export default [
  {
    by: ['*'],
    on: ['smsLog'],
    does: ['create'],
    because: 'each message to a customer is logged; nobody writes the log by hand',
  },
] satisfies Effect[];
