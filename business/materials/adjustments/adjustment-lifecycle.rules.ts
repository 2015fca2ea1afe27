import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { stockAdjustStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

/** A stock adjustment is written by one and approved by another; only then anything moves. Where a process is bound it is sent to that. */
export const adjustmentLifecycle = lifecycle({
  field: 'adjustStatus',
  states: stockAdjustStatus,
  actions: {
    submit: {
      label: ['建调整单', 'Write an adjustment'],
      from: ['*'],
      to: 'draft',
      roles: ['as_store'],
      call: { path: 'submit' },
      icon: 'file-text',
    },
    send: {
      label: ['提交审批', 'Send for approval'],
      from: ['draft'],
      to: 'pending',
      roles: ['as_store', 'as_manager'],
      judges: false,
      said: ['已提交审批', 'Sent for approval'],
      icon: 'send',
      prominent: true,
    },
    approve: {
      label: ['审批', 'Approve'],
      from: ['draft', 'pending'],
      to: 'approved',
      roles: ['as_store', 'as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: { note: text(['审批意见', 'Opinion'], { max: 255, wide: true }) },
      said: ['已审批并过账', 'Approved and posted'],
      icon: 'check',
      prominent: true,
    },
    reject: {
      label: ['驳回', 'Reject'],
      from: ['pending'],
      to: 'draft',
      roles: ['as_store', 'as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: { note: text(['驳回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已驳回', 'Rejected'],
      icon: 'x',
      danger: true,
    },
    withdraw: {
      label: ['撤回', 'Take back'],
      from: ['pending'],
      to: 'draft',
      roles: ['as_store', 'as_manager'],
      said: ['已撤回', 'Taken back'],
      icon: 'undo-2',
    },
  },
  editable: { draft: 'all' },
  removable: ['draft'],
  ends: ['approved'],
  governed: { start: 'send', approve: 'approve', reject: 'reject', withdraw: 'withdraw', optional: true },
});
