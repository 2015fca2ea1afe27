import { dict } from '#kernel/fields/dict/dict.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { cancelReason, repairStatus } from '../dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';

const afterAccepted = ['phone', 'address', 'description', 'expectDate', 'expectSlot', 'remark', 'annexes'] as const;

/** The life of a repair form. Until it is accepted people move it; afterwards it follows its registration and is never moved by hand. */
export const repairLifecycle = lifecycle({
  field: 'repairStatus',
  states: repairStatus,
  actions: {
    submit: {
      label: ['提交', 'Submit'],
      from: ['*', 'draft'],
      to: 'submitted',
      roles: ['as_cs'],
      call: { path: 'submit' },
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    accept: {
      label: ['受理', 'Accept'],
      from: ['submitted'],
      to: 'accepted',
      roles: ['as_cs'],
      call: { path: 'update', action: 'accept' },
      needs: ['customerId', 'customerServiceTeam', 'faultCategory'],
      said: ['已受理', 'Accepted'],
      icon: 'check',
      prominent: true,
    },
    merge: {
      label: ['合并', 'Merge'],
      from: ['submitted'],
      to: 'merged',
      roles: ['as_cs'],
      call: { path: 'update', action: 'merge' },
      asks: { duplicateOfId: ref('repairForm', ['并入哪张报修单', 'Merge into'], { required: true }) },
      said: ['已合并', 'Merged'],
      icon: 'merge',
      batch: false,
    },
    reject: {
      label: ['驳回', 'Reject'],
      from: ['submitted'],
      to: 'rejected',
      roles: ['as_cs'],
      judges: false,
      call: { path: 'update', action: 'reject' },
      asks: { reason: text(['驳回原因', 'Reason'], { required: true, max: 500, wide: true }) },
      said: ['已驳回', 'Rejected'],
      icon: 'x',
      danger: true,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['submitted', 'accepted'],
      to: 'cancelled',
      roles: ['as_cs'],
      call: { path: 'update', action: 'cancel' },
      asks: {
        cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { required: true }),
        reason: text(['说明', 'Note'], { max: 500, wide: true }),
      },
      said: ['已取消', 'Cancelled'],
      icon: 'ban',
      danger: true,
    },
    reopen: {
      label: ['重新打开', 'Reopen'],
      from: ['rejected', 'cancelled'],
      to: 'submitted',
      roles: ['as_cs_lead'],
      call: { path: 'update', action: 'reopen' },
      asks: { reason: text(['原因', 'Reason'], { required: true, max: 500, wide: true }) },
      said: ['已重新打开', 'Reopened'],
      icon: 'rotate-ccw',
    },
    cover: {
      label: ['改判维保', 'Change cover'],
      from: ['submitted'],
      to: 'submitted',
      roles: ['as_cs_lead'],
      call: { path: 'update', action: 'cover' },
      asks: {
        weibao: dict(weibao, ['维保类型', 'Cover'], { required: true, example: 'goodwill' }),
        reason: text(['改判理由', 'Reason'], { required: true, max: 200, wide: true }),
      },
      said: ['已改判', 'Cover changed'],
      icon: 'shield-check',
      batch: false,
    },
  },
  moves: [
    ['accepted', 'dispatched', 'mirror'],
    ['dispatched', 'inService', 'mirror'],
    ['inService', 'dispatched', 'mirror'],
    ['dispatched', 'accepted', 'mirror'],
    ['inService', 'accepted', 'mirror'],
    ['dispatched', 'finished', 'mirror'],
    ['inService', 'finished', 'mirror'],
    ['finished', 'accepted', 'mirror'],
    ['finished', 'closed', 'mirror'],
    ['accepted', 'cancelled', 'mirror'],
    ['dispatched', 'cancelled', 'mirror'],
    ['*', 'draft', 'submit'],
  ],
  editable: {
    draft: 'all',
    submitted: 'all',
    accepted: afterAccepted,
    dispatched: afterAccepted,
    inService: afterAccepted,
  },
  removable: ['draft'],
  ends: ['closed', 'merged'],
  over: ['rejected', 'cancelled'],
});
