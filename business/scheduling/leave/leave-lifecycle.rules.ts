import { judgementVerbs } from '#business/shared/approval-verbs.rules.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { approveStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

const verbs = judgementVerbs({
  judges: ['as_leader', 'as_manager'],
  own: { of: 'paper', no: () => refuse.ownDocument() },
  approved: { force: flag(['强制通过，冲突任务退回工单池', 'Force: conflicting visits go back to the pool']) },
  cancel: { from: ['draft', 'pending', 'approved'], roles: ['as_technician', 'as_leader'] },
});

/** The lifecycle of a leave: requested, approved or rejected, and cancelled before its start or ended early. */
export const leaveLifecycle = lifecycle({
  field: 'approveStatus',
  states: approveStatus,
  actions: {
    ...verbs,
    // A leave that has begun is ended now instead of cancelled, and stays approved.
    cancel: {
      ...verbs.cancel,
      or: ['approved'],
      asks: { reason: text(['说明', 'Note'], { max: 255, wide: true }) },
    },
  },
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', rejected: 'all' },
  removable: ['draft'],
  ends: ['cancelled', 'approved'],
  governed: { start: 'submit', approve: 'approve', reject: 'reject', withdraw: 'cancel' },
});
