import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of calls on papers other than the one that the call belongs to. */
export default [
  {
    by: ['processModel/blade-flow/follow/delete-process-instance'],
    on: ['processLeave'],
    does: ['change'],
    because: 'the leave shows how its case ended',
  },
  {
    by: ['processLeave/blade-flow/work/complete-task'],
    on: ['leaveForm', 'delay', 'stockAdjustment', 'serviceStandard', 'pieceStandard'],
    does: ['resubmit'],
    because: 'a node leaves fields of the paper of its case to whoever decides there',
    named: 'the task was asked for, and only the fields that its node leaves open are taken',
  },
] satisfies Effect[];
