import { cancelVerb, coverVerb } from '../cover/order-verbs.rules.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { repairStatus } from '../dictionaries.ts';

const afterAccepted = [
  'phone',
  'address',
  'description',
  'expectDate',
  'expectSlot',
  'wishFirm',
  'remark',
  'annexes',
] as const;

/** States of a repair form. Until acceptance people move it; afterwards it follows its registration alone. */
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
    cancel: cancelVerb({ from: ['submitted', 'accepted'], to: 'cancelled', roles: ['as_cs'], path: 'update' }),
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
    cover: coverVerb('submitted', 'update'),
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
