import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Calls of this room that write its papers outside of the standard calls, each with its reason. */
export default [
  {
    by: ['blade-user/register-guest'],
    on: ['user'],
    does: ['create'],
    because: 'a guest registers for an account that somebody with the right approves later',
  },
  {
    by: ['blade-system/user/update-info', 'blade-user/update-info'],
    on: ['user'],
    does: ['change'],
    because: 'people change their own account, with a proof',
    named: 'the row is always the account of the caller, whatever the request names',
  },
  {
    by: ['dict/rename-key', 'dict/merge', 'dictBiz/rename-key', 'dictBiz/merge'],
    on: ['dataScope'],
    does: ['change'],
    because: 'rules of rows that name a key of a dictionary go on naming it; what they show stays the same',
  },
] satisfies Effect[];
