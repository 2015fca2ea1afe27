import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { clientApproveStatus } from '../dictionaries.ts';

const remark = text(['意见', 'Remark'], { max: 200, wide: true });

/** The lifecycle of a member's account: the operator approves or rejects it, and may remove it. */
export const memberLifecycle = lifecycle({
  field: 'approveStatus',
  states: clientApproveStatus,
  actions: {
    approve: {
      label: ['通过', 'Approve'],
      from: ['pending'],
      to: 'approved',
      roles: ['as_operator'],
      judges: false,
      asks: { remark },
      call: { path: 'approve', by: 'approveStatus', action: 'approved' },
      said: ['已通过', 'Approved'],
      icon: 'check',
      prominent: true,
      batch: true,
    },
    reject: {
      label: ['驳回', 'Reject'],
      from: ['pending'],
      to: 'rejected',
      roles: ['as_operator'],
      judges: false,
      asks: { remark },
      call: { path: 'approve', by: 'approveStatus', action: 'rejected' },
      said: ['已驳回', 'Rejected'],
      icon: 'x',
      danger: true,
      batch: true,
    },
    reapply: {
      label: ['重新申请', 'Apply again'],
      from: ['rejected', 'removed'],
      to: 'pending',
      roles: ['as_operator'],
      said: ['已重新申请', 'Applied again'],
      icon: 'rotate-ccw',
    },
    removeClient: {
      label: ['移出家庭', 'Detach'],
      from: ['pending', 'approved', 'rejected'],
      to: 'removed',
      roles: ['as_operator'],
      confirm: [
        '账号保留，不再属于这个家庭',
        'Detach this member? The account stays, but no longer belongs to this home.',
      ],
      said: ['已移出', 'Detached'],
      icon: 'undo-2',
      danger: true,
    },
  },
  moves: [
    ['*', 'pending', 'add'],
    ['pending', 'removed', 'leave'],
    ['approved', 'removed', 'leave'],
    ['rejected', 'removed', 'leave'],
  ],
  editable: {
    pending: 'all',
    approved: ['name', 'nickName', 'phone', 'clientRole', 'guestExpireTime', 'enabled'],
    rejected: 'all',
  },
  removable: ['pending', 'approved', 'rejected', 'removed'],
  ends: ['removed'],
});
