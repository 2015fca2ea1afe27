import { judgementVerbs } from '#business/shared/approval-verbs.rules.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { approveStatus } from '#business/scheduling/dictionaries.ts';
import { refuse } from '../refusals.ts';

/**
 * Lifecycle of a delay. The technician requests it, and a dispatcher or leader approves or rejects it; long ones need
 * the leader (`assertMayJudge`).
 */
export const delayLifecycle = lifecycle({
  field: 'approveStatus',
  states: approveStatus,
  actions: judgementVerbs({
    judges: ['as_dispatcher', 'as_leader'],
    own: { of: 'paper', no: () => refuse.ownDocument() },
    approved: {
      force: flag(['强制排程', 'Force the schedule']),
      forceReason: text(['强制原因', 'Why forced'], { max: 255, wide: true }),
    },
    cancel: { from: ['draft', 'pending'], roles: ['as_technician'] },
  }),
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', rejected: 'all' },
  removable: ['draft'],
  ends: ['approved', 'cancelled'],
  governed: { start: 'submit', approve: 'approve', reject: 'reject', withdraw: 'cancel' },
});
