import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Calls that write log papers outside of the standard calls, each with its reason. */
export default [
  {
    by: ['blade-auth/oauth/logout', 'user/send-logs'],
    on: ['logError'],
    does: ['create'],
    because: 'a client reports its own faults; nobody writes the log by hand',
  },
  {
    by: ['sms/endpoint/send-message'],
    on: ['smsSent'],
    does: ['create'],
    because: 'each message that a channel sends is logged; nobody writes the log by hand',
  },
] satisfies Effect[];
