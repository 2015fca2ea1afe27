import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { approveStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

/** The life of a leave: asked for, judged, given back before it begins or ended early after. */
export const leaveLifecycle = lifecycle({
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
      roles: ['as_leader', 'as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: {
        note: text(['审批意见', 'Opinion'], { max: 255, wide: true }),
        force: flag(['强制通过，冲突任务退回工单池', 'Force: conflicting visits go back to the pool']),
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
      roles: ['as_leader', 'as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: { note: text(['驳回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已驳回', 'Rejected'],
      icon: 'x',
      danger: true,
    },
    cancel: {
      label: ['撤销', 'Take back'],
      from: ['draft', 'pending', 'approved'],
      to: 'cancelled',
      roles: ['as_technician', 'as_leader'],
      call: { path: 'submit', action: 'cancel' },
      asks: { reason: text(['说明', 'Note'], { max: 255, wide: true }) },
      said: ['已撤销', 'Taken back'],
      icon: 'ban',
    },
  },
  // After its start a leave is not taken back but ended: it stays approved until now.
  moves: [
    ['*', 'draft', 'submit'],
    ['approved', 'approved', 'endEarly'],
  ],
  editable: { draft: 'all', rejected: 'all' },
  removable: ['draft'],
  ends: ['cancelled', 'approved'],
  governed: { start: 'submit', approve: 'approve', reject: 'reject', withdraw: 'cancel' },
});
