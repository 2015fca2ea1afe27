import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { approveStatus } from '#business/scheduling/dictionaries.ts';
import { refuse } from '../refusals.ts';

/** The life of a delay: asked for at the door, judged by the dispatcher, the longer ones by the leader. */
export const delayLifecycle = lifecycle({
  field: 'approveStatus',
  states: approveStatus,
  actions: {
    submit: {
      label: ['提交', 'Submit'],
      from: ['*', 'draft', 'rejected'],
      to: 'pending',
      roles: ['as_technician'],
      call: { path: 'submit' },
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    approve: {
      label: ['通过', 'Approve'],
      from: ['pending'],
      to: 'approved',
      call: { path: 'approve', by: 'pass', action: 'true' },
      roles: ['as_dispatcher', 'as_leader'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: {
        note: text(['审批意见', 'Opinion'], { max: 255, wide: true }),
        force: flag(['强制排程', 'Force the schedule']),
        forceReason: text(['强制原因', 'Why forced'], { max: 255, wide: true }),
      },
      said: ['已通过', 'Approved'],
      icon: 'check',
      prominent: true,
    },
    reject: {
      label: ['驳回', 'Reject'],
      from: ['pending'],
      to: 'rejected',
      call: { path: 'approve', by: 'pass', action: 'false' },
      roles: ['as_dispatcher', 'as_leader'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: { note: text(['驳回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已驳回', 'Rejected'],
      icon: 'x',
      danger: true,
    },
    cancel: {
      label: ['撤销', 'Take back'],
      from: ['draft', 'pending'],
      to: 'cancelled',
      roles: ['as_technician'],
      call: { path: 'submit', action: 'cancel' },
      said: ['已撤销', 'Taken back'],
      icon: 'ban',
    },
  },
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', rejected: 'all' },
  removable: ['draft'],
  ends: ['approved', 'cancelled'],
  governed: { start: 'submit', approve: 'approve', reject: 'reject', withdraw: 'cancel' },
});
